using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.TestKit.Stores;

/// <summary>What a store says of all accounts, to be looked at as a whole.</summary>
public static class AccountReplies
{
    /// <summary>The reply for each account at a version, in order of their numbers.</summary>
    public static AccountReply[] Read(IAccountConnection connection, int[] versions)
    {
        var replies = new AccountReply[versions.Length];
        AccountTable.Read(connection, versions, (in reply, _) => replies[reply.Tag] = reply);
        return replies;
    }
}

using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.TestKit.Stores;

/// <summary>Reads all accounts of a store.</summary>
public static class AccountReplies
{
    /// <summary>The reply for each account at its version, in the order of account numbers.</summary>
    public static AccountReply[] Read(IAccountConnection connection, int[] versions)
    {
        var replies = new AccountReply[versions.Length];
        AccountTable.Read(connection, versions, (in reply, _) => replies[reply.Tag] = reply);
        return replies;
    }
}

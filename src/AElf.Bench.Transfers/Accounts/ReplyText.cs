using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Transfers.Accounts;

/// <summary>Explains a bad reply in words: for messages, off the hot path.</summary>
internal static class ReplyText
{
    /// <summary>The reason why a reply ends an attempt.</summary>
    public static Problem Explain(ReplyKind kind, IAccountConnection connection) => kind switch
    {
        ReplyKind.Missing => "the store has no value for an account that was seeded",
        ReplyKind.Corrupt => $"the store's value is not an account: {connection.LastError}",
        ReplyKind.Refused => StoreProblems.Answered(connection.LastError),
        _ => $"unexpected reply of kind {kind}",
    };

    /// <summary>The reason why a value of another key ends an attempt.</summary>
    public static string ExplainKey(AccountKey asked, AccountKey found) =>
        $"the store's value was written for account {found.Account} version {found.Version}, "
            + $"not for account {asked.Account} version {asked.Version}";
}

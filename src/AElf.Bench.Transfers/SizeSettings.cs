using AElf.Bench.Core.Options;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Contracts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Transfers;

/// <summary>The settings of the size of accounts in a store, and the rules over them.</summary>
internal static class SizeSettings
{
    // Buffers hold hundreds of keys and values at the same time.
    private const int MaxKey = 1024;
    private const int MaxValue = 65_536;

    private static readonly SettingGroup Rows =
        new("Workload", Topic.Workload, Programs.Runs) { Submission = Submission.Always, InScenario = "workload." };

    private static readonly Setting<int?> KeySize = new(
        Rows, "KeySize", new WholeNumberRule(AccountCodec.KeyLength, MaxKey), null,
        "bytes of each key in the store, padded; not in memory", "--key-size BYTES")
    { Purposes = [(Programs.Scenario, "bytes of each key in the store, padded")] };

    private static readonly Setting<int?> ValueSize = new(
        Rows, "ValueSize", new WholeNumberRule(AccountCodec.ValueLength, MaxValue), null,
        "bytes of each value in the store: the account's fields, then padding; not in memory", "--value-size BYTES")
    {
        Purposes = [(Programs.Scenario, "bytes of each value in the store: the account's fields, then padding")],
    };

    public static IReadOnlyList<Setting> All => Rows.All;

    /// <summary>The problems of the settings. Rules skip values that were already refused.</summary>
    /// <param name="contract">The contracts; null if all are transfers.</param>
    public static RuleList Check(ResolvedSettings settings, ContractSource? contract)
    {
        var more = contract is { Errors.Count: 0 } ? contract.File.FieldCount - 1 : 0;
        var layout = new AccountLayout(
            more, settings.Get(KeySize), settings.Get(ValueSize),
            settings.Get(TransferSettings.HashTag) is HashTag.Group);
        return new(settings)
        {
            {
                settings.Get(StoreSettings.Type) is StoreType.InMemory && !settings.Get(CommonSettings.IsCluster)
                    && !settings.IsRejected(StoreSettings.Type)
                    ? Rows.All
                    : [],
                "the in-memory store has no bytes to pad",
                "use --database redis, ssdb or twemproxy, or remove it"
            },
            {
                layout.KeyLength < layout.NeededKey, KeySize,
                $"{settings.Shown(KeySize)} is too small for --hash-tag group", $"expected at least {layout.NeededKey}"
            },
            {
                layout.ValueLength < layout.Needed, ValueSize,
                $"{settings.Shown(ValueSize)} is too small for the accounts of {contract?.Name}",
                $"expected at least {layout.Needed}"
            },
        };
    }
}

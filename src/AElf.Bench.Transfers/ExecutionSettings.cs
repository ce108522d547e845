using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Contracts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Transfers;

/// <summary>
/// The settings of the execution of transactions: who executes and orders them, and the sizes of keys and values. Also
/// the rules over these settings.
/// </summary>
internal static class ExecutionSettings
{
    private static readonly ChoiceRule<Executor> Executors = ChoiceRule.Of<Executor>();
    private static readonly ChoiceRule<ConflictOrder> Orders = ChoiceRule.Of<ConflictOrder>();

    private static readonly SettingGroup Rows =
        SettingGroup.OfWorkload() with { Section = "Actor", Topic = Topic.Actors, File = SettingFile.Actor };

    private static readonly Setting<Executor> Execute = new(
        Rows, "Execute", Executors, Executor.Client,
        "where to execute a transaction: client (an actor reads, computes and writes), or store (Redis executes a Lua "
            + "script atomically)",
        "--execute NAME");

    private static readonly Setting<ConflictOrder> Conflicts = new(
        Rows, "Conflicts", Orders, ConflictOrder.Group,
        "who orders transactions that share an account: group (they run in order in one group), or store (Redis orders "
            + "them; needs --execute store)",
        "--conflicts NAME");

    public static IReadOnlyList<Setting> All { get; } = [.. Rows.All, .. SizeSettings.All];

    /// <summary>The mode, or the execution by the store.</summary>
    public static string NameOf(TransferPacing pacing) => (pacing.Executor, pacing.IsGrouped) switch
    {
        (Executor.Client, _) => TransferSettings.NameOf(pacing.Mode),
        (_, true) => "store",
        _ => "store, not grouped",
    };

    /// <summary>Whether the options of a report say that the store executes.</summary>
    public static bool IsStore(Func<string, string?> options) =>
        Executors.Parse(options(Execute.Name) ?? "") is Executor.Store;

    /// <summary>Facts for the JSON record; empty if the client executes.</summary>
    public static IReadOnlyList<Fact> FactsOf(TransferPacing pacing) => pacing.Executor == Executor.Client
        ? []
        :
        [
            new("execute", Executors.Format(pacing.Executor)),
            new("conflicts", Orders.Format(pacing.Conflicts)),
        ];

    /// <summary>The problems of the settings. Rules skip values that were already refused.</summary>
    /// <param name="contract">The contracts; null if all are transfers.</param>
    public static RuleList Check(ResolvedSettings settings, ContractSource? contract) => new(settings)
    {
        SizeSettings.Check(settings, contract),
        {
            settings.Get(Conflicts) == ConflictOrder.Store && settings.Get(Execute) == Executor.Client
                && !settings.IsRejected(Execute),
            Conflicts, "the store can order only transactions that it executes", "add --execute store"
        },
        {
            settings.Get(Execute) == Executor.Store && settings.Get(TransferSettings.Mode) != TransferMode.Strict,
            TransferSettings.Mode,
            $"{settings[TransferSettings.Mode]} has no effect: with --execute store, reads and writes are in a "
                + "script",
            "remove one of the two"
        },
        {
            settings.Get(Execute) == Executor.Store && TransferSettings.IsSpread(settings),
            Execute, "a script needs all accounts of a transaction at one server",
            "add --hash-tag group, or use --execute client"
        },
        {
            settings.Get(Conflicts) == ConflictOrder.Store
                && settings.Get(StoreSettings.Type) is StoreType.RedisCluster or StoreType.RedisShards,
            Conflicts, "the accounts of transactions without groups are at several servers",
            "use --conflicts group, or one server"
        },
    };
}

/// <summary>The settings of the size of accounts in a store, and the rules over them.</summary>
internal static class SizeSettings
{
    // Buffers hold hundreds of keys and values at the same time.
    private const int MaxKey = 1024;
    private const int MaxValue = 65_536;

    private static readonly SettingGroup Rows = SettingGroup.OfWorkload();

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
                $"use {StoreSettings.OptionForServer}, or remove it"
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

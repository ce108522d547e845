using AElf.Bench.Core.Options;
using AElf.Bench.Transfers.Contracts;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Generation;

namespace AElf.Bench.Transfers;

/// <summary>The settings of the transfers, and the rules over them.</summary>
public static partial class TransferSettings
{
    private static readonly ChoiceRule<TransferMode> Modes = ChoiceRule.Of<TransferMode>();
    private static readonly TransferOptions Defaults = new();

    private static readonly SettingGroup Workload = SettingGroup.OfWorkload();

    private static readonly SettingGroup Files = Workload with
    { Submission = Submission.Never, InScenario = null };

    private static readonly SettingGroup Actors = Workload with
    { Section = "Actor", Topic = Topic.Actors, File = SettingFile.Actor };

    public static readonly Setting<int> Transfers = new(
        Workload, "Transfers", new WholeNumberRule(1, 100_000_000), Defaults.Transfers, "transfers in a block", "-n N");

    public static readonly Setting<CountRange> Groups = new(
        Workload, "Groups", new CountRangeRule(1, 100_000_000), new(Defaults.Groups, Defaults.Groups),
        "groups in a block; groups share no account and run in parallel; with B, a run for each count from A to B",
        "--groups A [B]")
    {
        OtherNames = ["--grouprange"],
        OptionExpects = "one or two whole numbers from 1 to 100,000,000, such as 80, or 1 8 for a run of each",
        Purposes = [(Programs.Scenario, "groups in a block (default 80)")],
    };

    public static readonly Setting<decimal> Skew = new(
        Workload, "Skew",
        new DecimalNumberRule(0, 3, "a number from 0 to 3 with at most three decimals, such as 1 or 0.75"),
        (decimal)Defaults.Skew,
        "exponent of Zipf's law for the group sizes; 0 for even groups (default 0; with --routing all, "
            + "0 and 1)",
        "--skew S")
    { ScenarioKey = null };

    public static readonly Setting<TransactionMix> Mix = new(
        Workload, "Mix", TransactionMix.Rule, TransactionMix.Transfers,
        "the transactions: transfers, or SmallBank with shares", "--mix NAME[:SHARES]");

    public static readonly Setting<ContractSource?> Contract = new(
        Workload, "Contract", new ContractRule(), null,
        "execute the contracts in this file, or in a shipped file (by its name)", "--contract FILE")
    { Hint = ContractSource.Hint };

    public static readonly Setting<LoadShape> Load = new(
        Workload, "Load", new LoadRule(), Defaults.Load,
        "shape of the load: which transfers share accounts", "--load NAME[:PARAMETERS]");

    public static readonly Setting<string?> BlockFile = new(
        Files, "BlockFile", SettingRules.Path, null,
        "read the transfers from this file: a block file, CSV or JSON with from, to, amount; with --contract a CSV "
            + "with a column for each account and parameter",
        "--block-in FILE");

    public static readonly Setting<string?> BlockOutput = new(
        Files, "BlockOutput", SettingRules.OutputFile, null,
        "write the transfers to this file; needs one group count and one skew", "--block-out FILE");

    public static readonly Setting<TransferMode> Mode = new(
        Actors, "Mode", Modes, Defaults.Mode,
        "store operations of a transfer: strict (2 GET, 2 SET), multi (MGET, MSET), exec (2 GET, then MULTI, 2 SET, "
            + "EXEC; no reader sees half a transfer) or batch (each account once per group)",
        "--mode NAME");

    public static readonly Setting<HashTag> HashTag = new(
        Actors, "HashTag", ChoiceRule.Of<HashTag>(), Defaults.HashTag,
        "keys with the same slot of a Redis Cluster: none, or all keys of a group; a cluster needs group for "
            + "--execute store and for every --mode except strict",
        "--hash-tag NAME");

    public static IReadOnlyList<Setting> All { get; } = [.. Workload.All, .. ExecutionSettings.All];

    public static TransferOptions Options(ResolvedSettings settings) =>
        settings.Bind(new TransferOptions(), All) with
        {
            Groups = settings.Get(Groups).From,
            Skew = (double)settings.Get(Skew),
            Contract = ContractOf(settings),
            Seed = settings.Get(CommonSettings.Seed),
            Rate = settings.Get(MeasureSettings.Rate),
        };

    /// <summary>The mode's name in settings, such as <c>strict</c>.</summary>
    public static string NameOf(TransferMode mode) => Modes.Format(mode);

    /// <summary>
    /// A run for each group count and skew; a file has fixed groups. A comparison of routings uses even and skewed
    /// groups, unless options select them.
    /// </summary>
    public static IEnumerable<IReadOnlyDictionary<Setting, object>> Variants(ResolvedSettings settings)
    {
        if (settings.Get(BlockFile) is not null)
        {
            return [new Dictionary<Setting, object>()];
        }

        var shape = settings.Get(Load);
        if (!TakesGroups(settings))
        {
            var own = new Dictionary<Setting, object> { [Groups] = Groups.Value! };
            if (shape.Transfers > 0)
            {
                own[Transfers] = (int)shape.Transfers;
            }

            return [own];
        }

        var (first, last) = GroupsOf(settings);
        return
            from groups in Enumerable.Range(first, last - first + 1)
            from skew in SkewsOf(settings)
            select new Dictionary<Setting, object> { [Groups] = new CountRange(groups, groups), [Skew] = skew };
    }

    // Groups set for a larger block are replaced by one group for every ten transfers.
    private static CountRange GroupsOf(ResolvedSettings settings)
    {
        var (groups, transfers) = (settings.Get(Groups), settings.Get(Transfers));
        var fitting = Math.Max(1, transfers / 10);
        return groups.To > transfers && settings.Source(Groups) < settings.Source(Transfers)
            ? new CountRange(fitting, fitting)
            : groups;
    }

    private static decimal[] SkewsOf(ResolvedSettings settings) =>
        settings.Get(Load) switch
        {
            { Kind: LoadKind.Zipf, Share: var share } => [(decimal)share],
            _ when settings.Get(ActorSettings.RoutingComparison)
                && settings.Source(Skew) == SettingSource.Default && settings.Source(Load) == SettingSource.Default =>
                [0, 1],
            _ => [settings.Get(Skew)],
        };

    // The default that replaces a refused value is not checked.
    private static bool TakesGroups(ResolvedSettings settings) =>
        settings.IsRejected(Load) || settings.Get(BlockFile) is not null
            || (settings.Get(Load).TakesGroups && ContractOf(settings) is not { HasOwnGroups: true });

    private static ContractSource? ContractOf(ResolvedSettings settings) =>
        settings.Get(Contract) ?? settings.Get(Mix).Contracts;
}

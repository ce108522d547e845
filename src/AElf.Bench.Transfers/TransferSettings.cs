using AElf.Bench.Core.Options;
using AElf.Bench.Transfers.Contracts;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Generation;

namespace AElf.Bench.Transfers;

/// <summary>The settings of the transfers, and the rules over them.</summary>
public static class TransferSettings
{
    private static readonly ChoiceRule<TransferMode> Modes = ChoiceRule.Of<TransferMode>();
    private static readonly TransferOptions Defaults = new();

    private static readonly SettingGroup Workload =
        new("Workload", Topic.Workload, Programs.Runs) { Submission = Submission.Always };

    private static readonly SettingGroup Files = new("Workload", Topic.Workload, Programs.Runs, Workload);

    private static readonly SettingGroup Actors = new("Actor", Topic.Actors, Programs.Runs, Workload)
    { File = SettingFile.Actor, Submission = Submission.Always };

    public static readonly Setting<int> Transfers = new(
        Workload, "Transfers", new WholeNumberRule(1, 100_000_000), Defaults.Transfers, "transfers in a block", "-n N")
    { ScenarioKey = "workload.transfers" };

    public static readonly Setting<CountRange> Groups = new(
        Workload, "Groups", new CountRangeRule(1, 100_000_000), new(Defaults.Groups, Defaults.Groups),
        "groups in a block; groups share no account and run in parallel; with B, a run for each count from A to B",
        "--groups A [B]")
    {
        OtherNames = ["--grouprange"],
        OptionExpects = "one or two whole numbers from 1 to 100,000,000, such as 80, or 1 8 for a run of each",
        ScenarioKey = "workload.groups",
        PurposeOfScenario = "groups in a block (default 80)",
    };

    public static readonly Setting<decimal> Skew = new(
        Workload, "Skew",
        new DecimalNumberRule(0, 3, "a number from 0 to 3 with at most three decimals, such as 1 or 0.75"),
        (decimal)Defaults.Skew,
        "exponent of Zipf's law for the group sizes; 0 for even groups (default 0; with --routing all, "
            + "0 and 1)",
        "--skew S");

    public static readonly Setting<TransactionMix> Mix = new(
        Workload, "Mix", new MixRule(), TransactionMix.Transfers,
        "the transactions: transfers, or SmallBank with shares", "--mix NAME[:SHARES]")
    { ScenarioKey = "workload.mix" };

    public static readonly Setting<ContractSource?> Contract = new(
        Workload, "Contract", new ContractRule(), null,
        "the transactions: contracts of this file, or a shipped file by its name", "--contract FILE")
    { ScenarioKey = "workload.contract" };

    public static readonly Setting<LoadShape> Load = new(
        Workload, "Load", new LoadRule(), Defaults.Load,
        "shape of the load: which transfers share accounts", "--load NAME[:PARAMETERS]")
    { ScenarioKey = "workload.load" };

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
        "store operations of a transfer: strict (2 GET, 2 SET), multi (MGET, MSET) or batch (each account once per "
            + "group)",
        "--mode NAME")
    { ScenarioKey = "workload.mode" };

    /// <summary>In the order of the help.</summary>
    public static IReadOnlyList<Setting> All { get; } = [.. Workload.All, .. SizeSettings.All];

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

        var (first, last) = settings.Get(Groups);
        return
            from groups in Enumerable.Range(first, last - first + 1)
            from skew in SkewsOf(settings)
            select new Dictionary<Setting, object> { [Groups] = new CountRange(groups, groups), [Skew] = skew };
    }

    /// <summary>The problems of the settings. Rules skip values that were refused already.</summary>
    public static IEnumerable<ValidationError> Check(ResolvedSettings settings) => new RuleList(settings)
    {
        settings.IsRejected(Load) || settings.Get(BlockFile) is not null ? [] : CheckLoad(settings),
        settings.IsRejected(Groups) || !TakesGroups(settings) ? [] : CheckGroups(settings),
        { true, BlockFile },
        {
            settings.Get(BlockFile) is null ? [] : [Transfers, Groups, Skew, Load],
            "the transfers and groups of --block-in are those of its file", "remove one of the two"
        },
        SizeSettings.Check(settings, ContractOf(settings)),
        ContractOf(settings) is { } source ? CheckContract(settings, source) : [],
        settings.Get(MeasureSettings.Rate) is null ? [] : CheckRate(settings),
    };

    private static decimal[] SkewsOf(ResolvedSettings settings) =>
        settings.Get(Load) is { Kind: LoadKind.Zipf } zipf ? [(decimal)zipf.Share]
            : settings.Get(ActorSettings.RoutingComparison)
                && settings.Source(Skew) == SettingSource.Default && settings.Source(Load) == SettingSource.Default
            ? [0, 1]
            : [settings.Get(Skew)];

    // A default that stands in for a refused value is not judged.
    private static bool TakesGroups(ResolvedSettings settings) =>
        settings.IsRejected(Load) || settings.Get(BlockFile) is not null
            || (settings.Get(Load).TakesGroups && ContractOf(settings) is not { HasOwnGroups: true });

    private static ContractSource? ContractOf(ResolvedSettings settings) =>
        settings.Get(Contract) ?? settings.Get(Mix).Contracts;

    private static RuleList CheckLoad(ResolvedSettings settings)
    {
        var (shape, skew) = (settings.Get(Load), settings[Skew]);
        var transfers = shape.Transfers > 0 ? shape.Transfers : settings.Get(Transfers);
        return new(settings)
        {
            {
                IsAnotherLoad(settings, shape), Load, $"{shape} and --skew {skew} name two loads",
                skew is "0" ? "remove --skew" : $"expected one, such as --load zipf:{skew}"
            },
            {
                shape.TakesGroups ? [] : [Groups], $"the groups of --load {shape} follow from it", "remove --groups"
            },
            {
                shape.Transfers > 0 && settings.Get(Transfers) != shape.Transfers
                    && settings.Source(Transfers) >= SettingSource.Submission,
                Transfers,
                $"{settings.Shown(Transfers)} is not what the groups of --load sizes have together",
                $"remove it, or use -n {shape.Transfers}"
            },
            {
                shape.Count > transfers, Load,
                $"{shape} is too many for {transfers} transfers (-n)", $"expected at most {transfers}"
            },
        };
    }

    // A skew defines a load: with --load, one of them would be ignored.
    private static bool IsAnotherLoad(ResolvedSettings settings, LoadShape shape)
    {
        var skew = (double)settings.Get(Skew);
        return shape.Kind switch
        {
            LoadKind.Even => skew > 0 && settings.IsTyped(Load),
            LoadKind.Zipf when skew.Equals(shape.Share) => false,
            _ => skew > 0 || settings.IsTyped(Skew),
        };
    }

    private static RuleList CheckGroups(ResolvedSettings settings)
    {
        var ((from, to), transfers) = (settings.Get(Groups), settings.Get(Transfers));
        var several = (from == to, SkewsOf(settings)) switch
        {
            (false, _) => $"the group counts {from} to {to}",
            (_, [_, _, ..]) => "even and of skewed groups, on which --routing all compares",
            _ => null,
        };
        return new(settings)
        {
            {
                from > to, Groups, $"{settings.Shown(Groups)} is not valid",
                $"expected the lower count first, such as {to} {from}"
            },
            {
                from <= to && to > transfers && settings.Get(BlockFile) is null && !settings.IsRejected(Transfers),
                Groups, $"{settings.Shown(Groups)} is too many groups for {transfers} transfers (-n)",
                $"expected at most {transfers}"
            },
            {
                from != to && (settings.IsPreparing || settings.Get(CommonSettings.Prepared) is not null), Groups,
                $"accounts are prepared for one group count, not for {settings.Shown(Groups)}", "use one, such as 80 80"
            },
            {
                settings.Get(BlockOutput) is not null && settings.Get(BlockFile) is null && several is not null,
                BlockOutput, $"one file cannot hold the blocks of {several}",
                "use one group count and one --skew, such as --groups 80 --skew 0"
            },
        };
    }

    private static RuleList CheckRate(ResolvedSettings settings) => new(settings)
    {
        {
            settings.Get(Mode) == TransferMode.Batch, Mode,
            "batch executes a group as a whole, and has no start for each of its transfers",
            "use strict or multi with --rate"
        },
        {
            settings.Get(ActorSettings.ConcurrencyLevel) > 0, ActorSettings.ConcurrencyLevel,
            "groups of one job wait for each other, and not for the schedule of --rate",
            "remove it: with --rate each group is a separate job"
        },
    };

    private static RuleList CheckContract(ResolvedSettings settings, ContractSource source)
    {
        var shape = settings.Get(Load);
        var rules = new RuleList(settings)
        {
            {
                settings.Get(Mix).Bank is not null && settings.Get(Contract) is not null, Mix,
                "the shares are those of the contract file", "remove --mix or --contract"
            },
            source.Errors.Select(error => ValidationError.Error(
                $"{settings.What(Contract)} {source.Path}:{error.Line}:{error.Column}", error.Problem, error.Advice)),
            {
                settings.Get(Mode) == TransferMode.Batch, Mode,
                "batch writes an account once for all transactions of a group, and is for transfers only",
                "use strict or multi with contracts"
            },
            {
                shape.Kind is not (LoadKind.Even or LoadKind.Zipf or LoadKind.Sizes or LoadKind.Hot), Load,
                $"{shape} is a load of transfers", "use even, zipf, sizes or hot with contracts"
            },
            { [BlockOutput], "a block file holds transfers, and not contracts", "remove it" },
        };
        if (source.Errors.Count > 0)
        {
            return rules;
        }

        var most = source.File.MaxTransactions;
        rules.Add(
            settings.Get(Transfers) > most, Transfers, $"{settings.Shown(Transfers)} is too many of {source.Name}",
            $"expected at most {most}");
        rules.Add(
            source.HasOwnGroups ? [Groups, Skew, Load] : [],
            $"the groups of {source.Name} follow from its shared accounts "
                + $"({string.Join(", ", source.File.SharedPools.Select(pool => pool.Name))})",
            "remove it");
        return rules;
    }
}

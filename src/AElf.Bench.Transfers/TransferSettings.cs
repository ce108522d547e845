using System.Globalization;
using AElf.Bench.Core.Options;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Transfers;

/// <summary>The settings of the transfers, and the rules over them.</summary>
public static class TransferSettings
{
    private static readonly IReadOnlyList<string> Modes = ["strict", "multi", "batch"];
    private static readonly TransferOptions Defaults = new();
    private static readonly List<Setting> Rows = [];

    /// <summary>Transfers in a block.</summary>
    public static readonly Setting Transfers = Add(
        Workload(
            "Transfers",
            new WholeNumberRule(1, 100_000_000),
            Text(Defaults.Transfers),
            "transfers in a block",
            "-n N") with
        { Submission = Submission.Always, ScenarioKey = "workload.transfers" });

    /// <summary>Groups of the first and of the last run.</summary>
    public static readonly Setting Groups = Add(
        Workload(
            "Groups",
            new CountRangeRule(1, 100_000_000),
            $"{Defaults.GroupsFrom} {Defaults.GroupsTo}",
            "one run for each group count from A to B",
            "--grouprange A B") with
        {
            OptionExpects = "two whole numbers from 1 to 100,000,000, first and last, such as 1 8",
            Submission = Submission.Always,
            ScenarioKey = "workload.groups",
            Variants = new Dictionary<Programs, SettingVariant>
            {
                [Programs.Scenario] = new(
                "80 80", "groups in a block (default 80)")
            },
        });

    /// <summary>How unequal the groups are.</summary>
    public static readonly Setting Skew = Add(
        Workload(
            "Skew",
            new DecimalNumberRule(0, 3, "a number from 0 to 3 with at most three decimals, such as 1 or 0.75"),
            Text(Defaults.Skew),
            "group sizes follow Zipf's law with this exponent; 0 for even groups (default 0; with --routing all, "
                + "0 and 1)",
            "--skew S") with
        { Submission = Submission.Always });

    /// <summary>A block file to offer.</summary>
    public static readonly Setting BlockFile = Add(
        Workload(
            "BlockFile",
            SettingRules.Path,
            null,
            "use the transfers of this file instead of generated ones",
            "--block-in FILE"));

    /// <summary>Where to write the block.</summary>
    public static readonly Setting BlockOutput = Add(
        Workload(
            "BlockOutput",
            SettingRules.OutputFile,
            null,
            "write the transfers to this file; needs one group count and one skew",
            "--block-out FILE"));

    /// <summary>How reads and writes are put to the store.</summary>
    public static readonly Setting Mode = Add(
        new(
            "Actor.Mode",
            Topic.Actors,
            new ChoiceRule(Modes),
            "strict",
            "strict (2 GET, 2 SET), multi (MGET, MSET) or batch (each account once per group)")
        {
            Syntax = "--mode NAME",
            Programs = Programs.Runs,
            File = SettingFile.Actor,
            Submission = Submission.Always,
            ScenarioKey = "workload.mode",
        });

    /// <summary>All of them, in the order of the help.</summary>
    public static IReadOnlyList<Setting> All => Rows;

    /// <summary>Which transfers are offered, and how.</summary>
    public static TransferOptions Options(MergedSettings settings)
    {
        var (from, to) = CountRangeRule.Parse(settings[Groups]!);
        return new()
        {
            Transfers = settings.Int(Transfers),
            GroupsFrom = from,
            GroupsTo = to,
            Skew = double.Parse(settings[Skew]!, CultureInfo.InvariantCulture),
            Seed = settings.Seed,
            Mode = settings.Choice<TransferMode>(Mode, Modes),
            BlockFile = settings[BlockFile],
            BlockOutput = settings[BlockOutput],
        };
    }

    /// <summary>The mode's name.</summary>
    public static string NameOf(TransferMode mode) => Modes[(int)mode];

    /// <summary>
    /// A run for each group count and skew; the groups of a file are what they are. A comparison of routings looks at
    /// even and at skewed groups, unless it was told which.
    /// </summary>
    public static IEnumerable<IReadOnlyDictionary<Setting, string>> Variants(MergedSettings settings)
    {
        ArgumentNullException.ThrowIfNull(settings);
        if (settings[BlockFile] is not null)
        {
            return [new Dictionary<Setting, string>()];
        }

        var (first, last) = CountRangeRule.Parse(settings[Groups]!);
        return
            from groups in Enumerable.Range(first, last - first + 1)
            from skew in SkewsOf(settings)
            select new Dictionary<Setting, string>
            {
                [Groups] = string.Create(CultureInfo.InvariantCulture, $"{groups} {groups}"),
                [Skew] = skew,
            };
    }

    /// <summary>What is wrong. A rule over a value that was refused already stays silent.</summary>
    public static IEnumerable<ValidationError> Check(MergedSettings settings)
    {
        ArgumentNullException.ThrowIfNull(settings);
        return
        [
            .. settings.IsRejected(Groups) ? [] : CheckGroups(settings),
            .. CheckFiles(settings),
        ];
    }

    private static string[] SkewsOf(MergedSettings settings) =>
        settings.Flag(Settings.RoutingComparison) && settings.Source(Skew) == SettingSource.Default
            ? ["0", "1"]
            : [settings[Skew]!];

    private static IEnumerable<ValidationError> CheckGroups(MergedSettings settings)
    {
        var (from, to) = CountRangeRule.Parse(settings[Groups]!);
        var transfers = settings.Long(Transfers);
        if (from > to)
        {
            yield return ValidationError.Invalid(
                settings.What(Groups), settings.Shown(Groups), $"the lower count first, such as {to} {from}");
        }
        else if (to > transfers && settings[BlockFile] is null && !settings.IsRejected(Transfers))
        {
            yield return ValidationError.Error(
                settings.What(Groups),
                $"{settings.Shown(Groups)} is too many groups for {transfers} transfers (-n)",
                $"expected at most {transfers}");
        }

        if (from != to && (settings.IsPreparing || settings[Settings.Prepared] is not null))
        {
            yield return ValidationError.Error(
                "--grouprange",
                $"accounts are prepared for one group count, not for {settings.Shown(Groups)}",
                "use one, such as 80 80");
        }

        if (settings[BlockOutput] is not null && settings[BlockFile] is null
            && (from != to ? $"the group counts {from} to {to}"
                : SkewsOf(settings).Length > 1 ? "even and of skewed groups, on which --routing all compares"
                : null) is { } several)
        {
            yield return ValidationError.Error(
                "--block-out",
                $"one file cannot hold the blocks of {several}",
                "use one group count and one --skew, such as --grouprange 80 80 --skew 0");
        }
    }

    private static IEnumerable<ValidationError> CheckFiles(MergedSettings settings)
    {
        if (settings[BlockFile] is { } file)
        {
            if (!File.Exists(file))
            {
                yield return ValidationError.MissingFile("--block-in", file);
            }

            foreach (var setting in new[] { Transfers, Groups, Skew, Settings.Seed }.Where(settings.IsTyped))
            {
                yield return ValidationError.Warning(
                    setting.Option!, "has no effect with --block-in", "remove one of the two");
            }
        }
    }

    private static Setting Add(Setting row)
    {
        Rows.Add(row);
        return row;
    }

    private static Setting Workload(string key, ValueRule rule, string? value, string purpose, string syntax) =>
        new($"Workload.{key}", Topic.Workload, rule, value, purpose) { Syntax = syntax, Programs = Programs.Runs };

    private static string Text(IFormattable value) => value.ToString(null, CultureInfo.InvariantCulture);
}

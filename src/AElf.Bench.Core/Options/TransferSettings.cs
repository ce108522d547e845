using System.Globalization;

namespace AElf.Bench.Core.Options;

/// <summary>The settings of the transfers, which a program adds to its table, and the rule over them.</summary>
public static class TransferSettings
{
    private static readonly WorkloadOptions Defaults = new();
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
            SettingRules.Skew,
            Text(Defaults.Skew),
            "group sizes follow Zipf's law with this exponent; 0 for even groups (default 0; with --routing all, "
                + "0 and 1)",
            "--skew S") with
        { Submission = Submission.Always });

    /// <summary>The seed of everything drawn.</summary>
    public static readonly Setting Seed = Add(
        Workload(
            "Seed",
            new WholeNumberRule(0, ulong.MaxValue),
            Text(Defaults.Seed),
            "seed of everything random",
            "--seed N") with
        { Submission = Submission.Always });

    /// <summary>What to do.</summary>
    public static readonly Setting Kind = Add(
        Workload(
            "Benchmark",
            new ChoiceRule(["evenGroup", "genAccount"]),
            "evenGroup",
            "evenGroup measures; genAccount only prepares accounts",
            "-f, --SupportedBenchmark NAME") with
        { Programs = Programs.Benchmark });

    /// <summary>Accounts prepared before.</summary>
    public static readonly Setting Prepared = Add(
        Workload(
            "Prepared",
            new RunIdRule(),
            null,
            "use the accounts that genAccount prepared under this run id",
            "--prepared HEX8") with
        { Programs = Programs.Benchmark, Submission = Submission.Always });

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
            SettingRules.Path,
            null,
            "write the transfers to this file; needs one group count and one skew",
            "--block-out FILE"));

    /// <summary>How reads and writes are put to the store.</summary>
    public static readonly Setting Mode = Add(
        new(
            "Actor.Mode",
            Topic.Actors,
            new ChoiceRule(SettingRules.Modes),
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

    /// <summary>Which transfers are offered.</summary>
    public static WorkloadOptions Options(MergedSettings settings)
    {
        var (from, to) = CountRangeRule.Parse(settings[Groups]!);
        return new()
        {
            Transfers = settings.Int(Transfers),
            GroupsFrom = from,
            GroupsTo = to,
            Skew = double.Parse(settings[Skew]!, CultureInfo.InvariantCulture),
            Seed = ulong.Parse(settings[Seed]!, CultureInfo.InvariantCulture),
            BlockFile = settings[BlockFile],
            BlockOutput = settings[BlockOutput],
        };
    }

    /// <summary>How reads and writes are put to the store.</summary>
    public static TransferMode ModeOf(MergedSettings settings) =>
        settings.Choice<TransferMode>(Mode, SettingRules.Modes);

    /// <summary>
    /// What is wrong with the group counts. A rule over a value that was refused already stays silent.
    /// </summary>
    public static IEnumerable<ValidationError> Check(MergedSettings settings)
    {
        if (settings.IsRejected(Groups))
        {
            yield break;
        }

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

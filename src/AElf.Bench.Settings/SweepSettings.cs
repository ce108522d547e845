using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings;

/// <summary>The options of sweeps alone. All other options apply to each run of the sweep.</summary>
public static class SweepSettings
{
    private static readonly SettingGroup Rows = new("Sweep", Topic.Sweep, Programs.Verb);

    public static readonly Setting<int> MinRuns = new(
        Rows, "minRuns", new WholeNumberRule(1, 1000), 5,
        "minimum of runs of each point; 5 are needed to name a best point", "--min-runs N");

    public static readonly Setting<int> MaxRuns = new(
        Rows, "maxRuns", new WholeNumberRule(1, 1000), 15, "maximum of runs of each point", "--max-runs N");

    /// <summary>Half the width of the median's interval, in percent of the median.</summary>
    public static readonly Setting<decimal> Precision = new(
        Rows, "precision", new DecimalNumberRule(0, 100, "a number of percent from 0 to 100, such as 5 or 2.5"), 5,
        "repeat a point until the interval of its median is within plus or minus this percentage",
        "--precision PERCENT");

    public static readonly Setting<FigureBound?> Limit = new(
        Rows, "limit", FigureBound.LimitRule, null,
        "find the highest rate of rate=LOW..HIGH whose latency stays below this limit, such as 'p99 < 5ms'; "
            + "latency counts from the scheduled start",
        "--limit LIMIT");

    public static readonly Setting<TimeSpan?> Budget = new(
        Rows, "budget", TimeRule.Budget, null,
        "time for all runs together; a run that cannot end in time is not started",
        "--budget TIME");

    public static readonly Setting<string?> Folder = new(
        Rows, "folder", SettingRules.Path, null,
        "keep the runs here, and resume an existing sweep (default a new folder sweep-TIME in the "
            + "state folder, aelf/state in the user's data folder)",
        "--folder DIR");

    public static IReadOnlyList<Setting> All => Rows.All;
}

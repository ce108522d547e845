using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings;

/// <summary>What only sweeps have: everything else that is typed goes to each of their runs.</summary>
public static class SweepSettings
{
    private static readonly SettingGroup Rows = new("Sweep", Topic.Sweep, Programs.Verb);

    public static readonly Setting<int> MinRuns = new(
        Rows, "minRuns", new WholeNumberRule(1, 1000), 5,
        "runs of each point, at least; fewer than 5 are too few to tell points apart", "--min-runs N");

    public static readonly Setting<int> MaxRuns = new(
        Rows, "maxRuns", new WholeNumberRule(1, 1000), 15, "runs of each point, at most", "--max-runs N");

    /// <summary>Half the interval of the median, in percent of it.</summary>
    public static readonly Setting<decimal> Precision = new(
        Rows, "precision", new DecimalNumberRule(0, 100, "a number of percent from 0 to 100, such as 5 or 2.5"), 5,
        "a point is repeated until half the interval of its median is at most so many percent of it",
        "--precision PERCENT");

    public static readonly Setting<LatencyLimit?> Limit = new(
        Rows, "limit", new LatencyLimitRule(), null,
        "search the highest rate of rate=LOW..HIGH at which a latency from the intended start stays below this, such "
            + "as 'p99 < 5ms'",
        "--limit LIMIT");

    public static readonly Setting<TimeSpan?> Budget = new(
        Rows, "budget", new BudgetRule(), null,
        "the longest time for all runs together: no run begins that would not end in it",
        "--budget TIME");

    public static readonly Setting<string?> Folder = new(
        Rows, "folder", SettingRules.Path, null,
        "keep the runs here, and go on with those that are there (default a new folder sweep-TIME of the "
            + "state folder, aelf/state in the user's data folder)",
        "--folder DIR");

    /// <summary>In the order of the help.</summary>
    public static IReadOnlyList<Setting> All => Rows.All;
}

using System.Globalization;

namespace AElf.Bench.Core.Options;

/// <summary>The settings of how a run is measured.</summary>
public static class MeasureSettings
{
    private static readonly MeasureOptions Defaults = new();
    private static readonly List<Setting> Rows = [];

    /// <summary>Measured rounds.</summary>
    public static readonly Setting Rounds = Add(
        Row(
            "Rounds",
            new WholeNumberRule(1, 10_000),
            Text(Defaults.Rounds),
            "measured rounds",
            "--repeattime N") with
        { ScenarioKey = "workload.rounds" });

    /// <summary>How long the measured rounds last together.</summary>
    public static readonly Setting Duration = Add(
        Row(
            "Duration",
            new DurationRule(),
            null,
            "measure rounds until they add up to this time, such as 10s or 2m, in place of --repeattime",
            "--duration TIME") with
        { ScenarioKey = "workload.duration" });

    /// <summary>How often a round offers the load.</summary>
    public static readonly Setting Blocks = Add(
        Row(
            "Blocks",
            new BlocksRule(),
            BlocksRule.Auto,
            "how often a round offers the block, in each group one after the other; auto: until it lasts 100 ms, with "
                + "--rate 500 ms by the schedule",
            "--blocks N|auto") with
        { ScenarioKey = "workload.blocks" });

    /// <summary>How many are started per second.</summary>
    public static readonly Setting Rate = Add(
        Row(
            "Rate",
            new ArrivalRateRule(),
            null,
            "open loop: start so many per second by a schedule, whether those before are done or not, and count "
                + "latency from the intended start; N (at equal distances), poisson:N, and in each round ramp:A..B or "
                + "step:A,B,C (default: a closed loop, as many as can be)",
            "--rate RATE") with
        { ScenarioKey = "workload.rate" });

    /// <summary>Rounds that do not count.</summary>
    public static readonly Setting WarmupRounds = Add(Row(
        "WarmupRounds",
        new WholeNumberRule(0, 1000),
        null,
        "rounds before the measured ones (default: until hot, at least 2 and 1.5 s, at most 200 and 8 s)",
        "--warmup N"));

    /// <summary>How much longer, in per cent, measuring may take when rounds were disturbed.</summary>
    public static readonly Setting QuietBudget = Add(
        Row(
            "QuietBudget",
            new MeasuredNumberRule(
                0,
                1000,
                "a percentage from 0% to 1000%, such as 50%",
                new Dictionary<string, decimal>(StringComparer.Ordinal) { [""] = 1, ["%"] = 1 }),
            Text(100 * Defaults.QuietBudget),
            "rounds in which others used more than a tenth of the processors are made again, until measuring took so "
                + "much longer; the warm-up waits up to 8 s for them to end; 0% does neither",
            "--quiet-budget PERCENT") with
        { IsOfEnvironment = true });

    /// <summary>Whether a disturbed run ends as one that was not.</summary>
    public static readonly Setting AllowDisturbed = Add(
        Row(
            "AllowDisturbed",
            SettingRules.Flag,
            "false",
            "exit with 0 in place of 6 when others used so much of the machine that the figure is not of what was "
                + "measured; what is printed stays as it is",
            "--allow-disturbed") with
        { Submission = Submission.Never, IsOfEnvironment = true });

    /// <summary>The time slice of the TPS record.</summary>
    public static readonly Setting SliceMs = Add(Row(
        "SliceMs",
        new WholeNumberRule(1, 600_000),
        Text(Defaults.Slice.TotalMilliseconds),
        "time slice of the TPS record; twice as long, or more, where there would be too many",
        "--slice MS"));

    /// <summary>Whether the baseline store throughput is measured too.</summary>
    public static readonly Setting Ceiling = Add(Row(
        "Ceiling",
        new FlagRule("on or off"),
        Defaults.Ceiling ? "true" : "false",
        "measure the throughput of the bare store too",
        "--ceiling on|off"));

    /// <summary>Whether the harness is measured by itself too.</summary>
    public static readonly Setting Controls = Add(Row(
        "Controls",
        new FlagRule("on or off"),
        "false",
        "measure the harness by itself too: over a store in one process, and with actors that do nothing",
        "--controls on|off"));

    /// <summary>All of them, in the order of the help.</summary>
    public static IReadOnlyList<Setting> All => Rows;

    private static Setting Add(Setting row)
    {
        Rows.Add(row);
        return row;
    }

    private static Setting Row(string key, ValueRule rule, string? value, string purpose, string syntax) =>
        new($"Measure.{key}", Topic.Measurement, rule, value, purpose)
        { Syntax = syntax, Programs = Programs.Runs, Submission = Submission.Always };

    private static string Text(IFormattable value) => value.ToString(null, CultureInfo.InvariantCulture);
}

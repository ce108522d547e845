namespace AElf.Bench.Core.Options;

/// <summary>The settings of how a run is measured.</summary>
public static class MeasureSettings
{
    private static readonly MeasureOptions Defaults = new();

    private static readonly SettingGroup Rows =
        new("Measure", Topic.Measurement, Programs.Runs) { Submission = Submission.Always };

    public static readonly Setting<int> Rounds = new(
        Rows, "Rounds", new WholeNumberRule(1, 10_000), Defaults.Rounds,
        $"measured rounds (default {Defaults.Rounds}, or {MeasureOptions.UsualRoundsOfStart} in each of several "
            + "process starts)",
        "--rounds N")
    { OtherNames = ["--repeattime"], ScenarioKey = "workload.rounds" };

    public static readonly Setting<int?> Starts = new(
        Rows, "Starts", new WholeNumberRule(1, MeasureOptions.MaxStarts), null,
        "make the call in N processes, one after the other, with all its rounds or its share of --duration in each "
            + $"(default {MeasureOptions.UsualStarts} for one run in memory, 1 otherwise)",
        "--starts N")
    { Submission = Submission.Never, IsOfEnvironment = true };

    public static readonly Setting<TimeSpan?> Duration = new(
        Rows, "Duration", new DurationRule(), null,
        "measure rounds until they add up to this time, such as 10s or 2m, in place of --rounds", "--duration TIME")
    { ScenarioKey = "workload.duration" };

    /// <summary>How often a round offers the load; 0 leaves it to the run.</summary>
    public static readonly Setting<int> Blocks = new(
        Rows, "Blocks", new BlocksRule(), 0,
        "how often a round offers the block, in each group one after the other; auto: until it lasts 100 ms, with "
            + "--rate 500 ms by the schedule",
        "--blocks N|auto")
    { ScenarioKey = "workload.blocks" };

    public static readonly Setting<ArrivalRate?> Rate = new(
        Rows, "Rate", new ArrivalRateRule(), null,
        "open loop: start so many per second by a schedule, whether those before are done or not, and count "
            + "latency from the intended start; N (at equal distances), poisson:N, and in each round ramp:A..B or "
            + "step:A,B,C (default a closed loop, as many as can be)",
        "--rate RATE")
    { ScenarioKey = "workload.rate" };

    public static readonly Setting<int?> WarmupRounds = new(
        Rows, "WarmupRounds", new WholeNumberRule(0, 1000), null,
        "rounds before the measured ones (default until hot, at least 2 and "
            + FormattableString.Invariant($"{MeasureOptions.MinWarmUp.TotalSeconds} s, at most ")
            + $"{MeasureOptions.MaxWarmUpRounds} and {MeasureOptions.MaxWarmUp.TotalSeconds} s)",
        "--warmup N");

    /// <summary>How much longer, as a share, measuring may take when rounds were disturbed.</summary>
    public static readonly Setting<double> QuietBudget = new(
        Rows, "QuietBudget", new PercentRule(0, 1000, 1, "a percentage from 0% to 1000%, such as 50%"),
        Defaults.QuietBudget,
        "rounds in which others used more than a tenth of the processors are made again, until measuring took so "
            + $"much longer; the warm-up waits up to {MeasureOptions.MaxWait.TotalSeconds} s for them to end; of "
            + "several runs those that stay disturbed are made again, until all took so much longer; 0% does none "
            + "of it",
        "--quiet-budget PERCENT")
    { IsOfEnvironment = true };

    public static readonly Setting<bool> AllowDisturbed = new(
        Rows, "AllowDisturbed", SettingRules.Flag, false,
        "exit with 0 in place of 6 when others used so much of the machine that the figure is rough, and the call "
            + "decides by it or keeps it; what is printed stays as it is",
        "--allow-disturbed")
    { Submission = Submission.Never, IsOfEnvironment = true };

    public static readonly Setting<int> SliceMs = new(
        Rows, "SliceMs", MeasuredNumberRule.Time(1, 600_000, "ms"), (int)Defaults.Slice.TotalMilliseconds,
        "time slice of the TPS record; twice as long, or more, where there would be too many", "--slice TIME");

    public static readonly Setting<string?> Label = new(
        Rows, "Label", new PlainTextRule("a text"), null, "a word of yours for the run, kept in its report",
        "--label TEXT");

    public static readonly Setting<bool> BareStore = new(
        Rows, "Ceiling", new FlagRule("on or off"), Defaults.BareStore,
        "measure the throughput of the bare store too", "--ceiling on|off");

    public static readonly Setting<bool> Controls = new(
        Rows, "Controls", new FlagRule("on or off"), Defaults.Controls,
        "measure the harness by itself too: over a store in one process, and with actors that do nothing",
        "--controls on|off");

    /// <summary>In the order of the help.</summary>
    public static IReadOnlyList<Setting> All => Rows.All;
}

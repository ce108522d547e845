namespace AElf.Bench.Core.Options;

/// <summary>The settings of the measurement.</summary>
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
        "make the run in N processes, one after the other, each with all rounds or its share of --duration "
            + $"(default {MeasureOptions.UsualStarts} for one run in memory, 1 otherwise)",
        "--starts N")
    { Submission = Submission.Never, IsOfEnvironment = true };

    public static readonly Setting<TimeSpan?> Duration = new(
        Rows, "Duration", TimeRule.Duration, null,
        "measure rounds for this time in total, such as 10s or 2m, in place of --rounds", "--duration TIME")
    { ScenarioKey = "workload.duration" };

    /// <summary>How often a round offers the load; 0 for auto.</summary>
    public static readonly Setting<int> Blocks = new(
        Rows, "Blocks", new NumberOrWordRule(MeasureOptions.MaxBlocks, ("auto", 0)), 0,
        "how often a round repeats the block; auto: until a round lasts 100 ms, or with --rate 500 ms "
            + "(less with a short --duration)",
        "--blocks N|auto")
    { ScenarioKey = "workload.blocks" };

    public static readonly Setting<ArrivalRate?> Rate = new(
        Rows, "Rate", ArrivalRate.Rule, null,
        "open loop: start this many per second by a schedule; latency counts from the scheduled start; N "
            + "(at equal intervals), poisson:N, or in each round ramp:A..B or step:A,B,C (default a closed loop at "
            + "full speed)",
        "--rate RATE")
    { ScenarioKey = "workload.rate" };

    public static readonly Setting<int?> WarmupRounds = new(
        Rows, "WarmupRounds", new WholeNumberRule(0, 1000), null,
        "warm-up rounds, not measured (default until the rounds get no faster, at least 2 and "
            + FormattableString.Invariant($"{MeasureOptions.MinWarmUp.TotalSeconds} s, at most ")
            + $"{MeasureOptions.MaxWarmUpRounds} and {MeasureOptions.MaxWarmUp.TotalSeconds} s)",
        "--warmup N");

    /// <summary>Extra time for disturbed rounds, as a share of the measuring time.</summary>
    public static readonly Setting<double> QuietBudget = new(
        Rows, "QuietBudget", new PercentRule(0, 1000, 1, "a percentage from 0% to 1000%, such as 50%"),
        Defaults.QuietBudget,
        "extra time because of other programs: the run first waits up to "
            + $"{MeasureOptions.MaxWait.TotalSeconds} s for them to end, then repeats rounds with "
            + "over 10 % foreign CPU, then repeats a disturbed run; 0% disables all three",
        "--quiet-budget PERCENT")
    { IsOfEnvironment = true };

    public static readonly Setting<bool> AllowDisturbed = new(
        Rows, "AllowDisturbed", SettingRules.Flag, false,
        "exit 0 instead of 6 for a disturbed run; the output stays the same",
        "--allow-disturbed")
    { Submission = Submission.Never, IsOfEnvironment = true };

    public static readonly Setting<TimeSpan> Slice = new(
        Rows, "SliceMs", TimeRule.Bare(1, 600_000, "ms"), Defaults.Slice,
        "length of a time slice of the TPS record; a long run doubles it until all slices fit",
        "--slice TIME")
    { Property = nameof(MeasureOptions.Slice) };

    public static readonly Setting<string?> Label = new(
        Rows, "Label", new PlainTextRule("a text"), null, "free text stored in the report",
        "--label TEXT");

    public static readonly Setting<bool> BareStore = new(
        Rows, "Ceiling", new FlagRule(isOnOff: true), Defaults.BareStore,
        "also measure the store alone, without transfers", "--ceiling on|off")
    { Property = nameof(MeasureOptions.BareStore) };

    public static readonly Setting<bool> Controls = new(
        Rows, "Controls", new FlagRule(isOnOff: true), Defaults.Controls,
        "also measure the harness alone: over a store in memory, and with null actors, which do nothing",
        "--controls on|off");

    public static IReadOnlyList<Setting> All => Rows.All;
}

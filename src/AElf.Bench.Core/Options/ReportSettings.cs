namespace AElf.Bench.Core.Options;

/// <summary>What a run is held to, and how much of it is printed.</summary>
public static class ReportSettings
{
    private static readonly SettingGroup Rows = new("Output", Topic.Output, Programs.Runs);

    /// <summary>What no run of the call may have.</summary>
    public static readonly Setting<IReadOnlyList<FigureBound>?> FailIf = new(
        Rows, "FailIf", new ThresholdRule(), null,
        "exit with 4 when this holds of any run, such as 'tps < 100000' or 'p99 > 5ms'; may be given several times",
        "--fail-if BOUND")
    { IsRepeatable = true };

    /// <summary>Whether every figure is printed.</summary>
    public static readonly Setting<bool> Verbose = new(
        Rows, "Verbose", SettingRules.Flag, false,
        "print every figure of a run, and not only a summary that fits a screen", "--verbose");

    /// <summary>Whether what is said of the work is written as JSON.</summary>
    public static readonly Setting<bool> IsLogJson = new(
        Rows, "LogFormat", new ChoiceRule<bool>(["text", "json"], [false, true]), false,
        "what is said on the way, as text, or as json: an object with time, level and message in each line",
        "--log-format NAME")
    { Programs = Programs.All | Programs.Scenario };

    /// <summary>All of them, in the order of the help.</summary>
    public static IReadOnlyList<Setting> All => Rows.All;
}

namespace AElf.Bench.Core.Options;

/// <summary>The format of progress and log lines.</summary>
public enum LogFormat
{
    /// <summary>Plain lines. Manager and worker add time and level.</summary>
    Text,

    /// <summary>Lines that begin with the level for the journal of systemd, which adds the time.</summary>
    Systemd,

    /// <summary>One JSON object per line.</summary>
    Json,
}

/// <summary>The settings for thresholds and for the amount of output.</summary>
public static class ReportSettings
{
    private static readonly SettingGroup Rows = new("Output", Topic.Output, Programs.Runs);

    public static readonly Setting<IReadOnlyList<FigureBound>?> FailIf = new(
        Rows, "FailIf", new ThresholdRule(), null,
        "exit with 4 if this holds for any run, such as 'tps < 100000' or 'p99 > 5ms'; repeatable",
        "--fail-if BOUND")
    { IsRepeatable = true, Hint = FigureBound.Hint };

    public static readonly Setting<bool> Verbose = new(
        Rows, "Verbose", SettingRules.Flag, false,
        "print every figure of a run, not only the summary", "--verbose");

    public static readonly Setting<LogFormat> LogFormat = new(
        Rows, "LogFormat",
        new ChoiceRule<LogFormat>(
            ["text", "systemd", "json"], [Options.LogFormat.Text, Options.LogFormat.Systemd, Options.LogFormat.Json]),
        Options.LogFormat.Text,
        "format of progress and log lines: text, systemd (for its journal), or json (an object per line)",
        "--log-format NAME")
    { Programs = Programs.All | Programs.Scenario };

    public static IReadOnlyList<Setting> All => Rows.All;
}

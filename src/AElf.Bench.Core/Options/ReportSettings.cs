namespace AElf.Bench.Core.Options;

/// <summary>What a run is held to, and how much of it is printed.</summary>
public static class ReportSettings
{
    /// <summary>The format of a log whose lines are JSON objects.</summary>
    public const string Json = "json";

    /// <summary>What no run of the call may have.</summary>
    public static readonly Setting FailIf = new(
        "Output.FailIf",
        Topic.Output,
        new ThresholdRule(),
        null,
        "exit with 4 when this holds of any run, such as 'tps < 100000' or 'p99 > 5ms'; may be given several times")
    {
        Syntax = "--fail-if BOUND",
        Programs = Programs.Runs,
        IsRepeatable = true,
    };

    /// <summary>Whether every figure is printed.</summary>
    public static readonly Setting Verbose = new(
        "Output.Verbose",
        Topic.Output,
        SettingRules.Flag,
        "false",
        "print every figure of a run, and not only a summary that fits a screen")
    {
        Syntax = "--verbose",
        Programs = Programs.Runs,
    };

    /// <summary>How what is said of the work is written.</summary>
    public static readonly Setting LogFormat = new(
        "Output.LogFormat",
        Topic.Output,
        new ChoiceRule(["text", Json]),
        "text",
        "what is said on the way, as text, or as json: an object with time, level and message in each line")
    {
        Syntax = "--log-format NAME",
        Programs = Programs.All | Programs.Scenario,
    };

    /// <summary>All of them, in the order of the help.</summary>
    public static IReadOnlyList<Setting> All { get; } = [FailIf, Verbose, LogFormat];
}

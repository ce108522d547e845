namespace AElf.Bench.Core.Options;

/// <summary>Where what is kept of runs goes, to be seen over time.</summary>
public static class HistorySettings
{
    /// <summary>Where a line is kept of each run.</summary>
    public static readonly Setting Lines = Row(
        "History", "append a line for each run that has a figure to this file", "--history FILE");

    /// <summary>Where the figures go for github-action-benchmark.</summary>
    public static readonly Setting GitHub = Row(
        "GitHub", "write TPS for github-action-benchmark (customBiggerIsBetter)", "--export-github FILE");

    /// <summary>Where the figures go for Bencher.</summary>
    public static readonly Setting Bencher = Row(
        "Bencher", "write all figures for Bencher (its JSON adapter)", "--export-bencher FILE");

    /// <summary>All of them, in the order of the help.</summary>
    public static IReadOnlyList<Setting> All { get; } = [Lines, GitHub, Bencher];

    private static Setting Row(string key, string purpose, string syntax) =>
        new($"Output.{key}", Topic.Output, SettingRules.OutputFile, null, purpose)
        { Syntax = syntax, Programs = Programs.Runs };
}

using AElf.Bench.Core.Options;

namespace AElf.Bench.Configuration;

/// <summary>What the verb <c>history</c> takes.</summary>
public static class HistoryVerbSettings
{
    /// <summary>Where the Markdown goes.</summary>
    public static readonly Setting MarkdownOutput = new(
        "History.markdown", Topic.Output, SettingRules.OutputFile, null, "write the history as Markdown")
    {
        Syntax = Settings.MarkdownOutput.Syntax,
        Programs = Programs.History,
    };

    /// <summary>All of them, in the order of the help.</summary>
    public static IReadOnlyList<Setting> All { get; } = [MarkdownOutput];
}

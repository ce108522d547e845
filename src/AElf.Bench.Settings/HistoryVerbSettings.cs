using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings;

/// <summary>The options of the verb <c>history</c>.</summary>
public static class HistoryVerbSettings
{
    private static readonly SettingGroup Rows = new("History", Topic.Output, Programs.Verb);

    public static readonly Setting<string?> MarkdownOutput = new(
        Rows, "markdown", SettingRules.OutputFile, null,
        "write the history as Markdown", CommonSettings.MarkdownOutput.Syntax);

    /// <summary>In the order of the help.</summary>
    public static IReadOnlyList<Setting> All => Rows.All;
}

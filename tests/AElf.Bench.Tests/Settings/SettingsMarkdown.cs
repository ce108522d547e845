using System.Text;
using System.Text.RegularExpressions;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Settings.Formats;
using AElf.Bench.Tests.CommandLine;

namespace AElf.Bench.Tests.Settings;

/// <summary>Writes settings as the tables of <c>docs/settings.md</c>.</summary>
internal static partial class SettingsMarkdown
{
    // The benchmark, its verbs in the order of their registration, and the other two programs.
    private static readonly (Programs Program, string Name, Func<Setting, bool> Takes)[] Each =
    [
        .. TransferPrograms.Program.Complete("")
            .Where(command => !command.Path.StartsWith(" electrum", StringComparison.Ordinal))
            .Select(command => command.Program!)
            .Select(program => (program.Program, program.Verb ?? "benchmark", TakenBy(program)))
            .DistinctBy(each => each.Item2),
        (Programs.Manager, "manager", setting => setting.IsOptionOf(Programs.Manager)),
        (Programs.Worker, "worker", setting => setting.IsOptionOf(Programs.Worker)),
    ];

    /// <summary>The table, with the columns that at least one setting fills.</summary>
    public static string Write(IEnumerable<Setting> settings)
    {
        (string Title, Func<Setting, string> Cell)[] columns =
        [
            ("key", setting => Code(setting.File == SettingFile.None ? null : setting.Key)),
            (
                "environment",
                setting => Code(setting.EnvironmentName)), ("option", Option), (
                    "HOCON", setting => Code(HoconSettingsFile.Paths.GetValueOrDefault(setting))),
            ("scenario file", setting => Code(setting.ScenarioKey)), ("what", What), ("default", Default),
        ];
        var rows = settings.ToArray();
        var shown = columns.Where(column => Array.Exists(rows, row => column.Cell(row).Length > 0)).ToArray();
        var text = new StringBuilder();
        text.Append("| ").AppendJoin(" | ", shown.Select(column => column.Title)).Append(" |\n");
        text.Append('|').AppendJoin('|', shown.Select(_ => "--")).Append("|\n");
        foreach (var row in rows)
        {
            text.Append('|').AppendJoin(
                '|',
                shown.Select(column => column.Cell(row) is { Length: > 0 } cell ? $" {cell} " : " ")).Append("|\n");
        }

        return text.ToString();
    }

    private static string Option(Setting setting)
    {
        if (setting.Syntax is null)
        {
            return "";
        }

        var programs = Each.Where(each => each.Takes(setting)).Select(each => each.Name);
        return $"{Code(setting.Syntax.Replace("|", "\\|", StringComparison.Ordinal))} ({string.Join(", ", programs)})";
    }

    private static Func<Setting, bool> TakenBy(ProgramDescription program) => setting =>
        program.Settings.Contains(setting);

    private static string What(Setting setting)
    {
        var expected = setting.Rule is ChoiceRule or PlainTextRule or FlagRule or HostRule
            || setting.Rule == SettingRules.Folder
            ? ""
            : $"; {setting.OptionExpects ?? setting.Rule.Expected}";
        var others = InPrograms(setting, program => OwnPurpose(setting, program)).Select(
            each => $"; {each.Name}: {WithoutDefault(each.Text)}");
        return $"{WithoutDefault(HelpText.Describe(setting, Programs.None))}{expected}{string.Concat(others)}";
    }

    private static string Default(Setting setting)
    {
        var others = InPrograms(
            setting,
            program => DefaultIn(OwnPurpose(setting, program) ?? "")
                ?? Code(Equals(setting.ValueFor(program), setting.Value)
                    ? null
                    : setting.Rule.Format(setting.ValueFor(program)!)))
            .Where(each => each.Text.Length > 0)
            .Select(each => $"; {each.Name} {each.Text}");
        var own = DefaultIn(setting.Purpose) ?? (setting.Default is null ? "none" : Code(Shown(setting)));
        return own + string.Concat(others);
    }

    // The values on and off of the command line are true and false in a file.
    private static string Shown(Setting setting) =>
        setting is { Rule: FlagRule, File: SettingFile.None, Default: "true" } ? "on" : setting.Default!;

    private static IEnumerable<(string Name, string Text)> InPrograms(Setting setting, Func<Programs, string?> text) =>
        from each in Each
        let own = text(each.Program)
        where own is not null
        select (each.Name, own);

    private static string? OwnPurpose(Setting setting, Programs program) =>
        setting.PurposeFor(program) is var own && ReferenceEquals(own, setting.Purpose) ? null : own;

    private static string? DefaultIn(string purpose) =>
        DefaultNote().Match(purpose) is not { Success: true } match ? null
        : match.Groups["no"].Success ? "none"
        : match.Groups["default"].Value;

    private static string WithoutDefault(string purpose) => DefaultNote().Replace(purpose, "");

    private static string Code(string? text) => text is null ? "" : $"`{text}`";

    [GeneratedRegex(@" \((?<no>no )?default:? (?<default>[^()]*(\([^()]*\))?[^()]*)\)", RegexOptions.ExplicitCapture)]
    private static partial Regex DefaultNote();
}

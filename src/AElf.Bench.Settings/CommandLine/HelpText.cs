using System.Text;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>
/// Writes <c>--help</c>, which fits on a screen, and <c>--help all</c>, both from the program's table of settings.
/// </summary>
public static class HelpText
{
    /// <summary>Lines of a terminal's screen, without the line of the next prompt.</summary>
    public const int ScreenLines = 23;

    private const int ScreenWidth = 79;
    private const int NameWidth = 34;
    private const int PurposeWidth = 64;
    private const int BriefNameWidth = 18;

    /// <summary>The whole text if it fits on a screen, else the everyday options only.</summary>
    public static string Write(ProgramDescription program)
    {
        var all = WriteAll(program);
        return all.Split('\n') is { Length: <= ScreenLines } ? all : WriteBrief(program);
    }

    /// <summary>The text of <c>--help all</c>.</summary>
    /// <param name="inScenario">The settings of the named scenario by name; null for none.</param>
    public static string WriteAll(
        ProgramDescription program, IReadOnlyDictionary<string, UsedSetting>? inScenario = null)
    {
        var text = new StringBuilder();
        text.AppendLine(program.Purpose);
        text.AppendLine().AppendLine($"Usage: {program.Call} {program.Usage}");
        foreach (var verb in program.Verbs)
        {
            text.AppendLine($"   or: {program.Call} {verb.Name} {verb.Arguments}   {verb.Purpose}: {verb.Name} --help");
        }

        foreach (var section in program.Sections)
        {
            text.AppendLine().AppendLine(section.Title);
            foreach (var setting in section.Topics.SelectMany(program.OptionsAbout))
            {
                WriteOption(text, setting, program, inScenario);
            }
        }

        WriteLine(text, "--help [all|WORD]", "common options, all, or the options whose lines contain a word");
        WriteLine(text, "--version", "name and version");
        WriteFields(text, program);
        if (program.Notes.Length > 0)
        {
            text.AppendLine();
            foreach (var line in program.Notes.Split('\n'))
            {
                text.AppendLine($"  {line}".TrimEnd());
            }
        }

        return Finish(text, program, program.Examples);
    }

    /// <summary>The text of <c>--help WORD</c>: options whose name or text contains the word.</summary>
    public static string WriteAbout(
        ProgramDescription program, string word, IReadOnlyDictionary<string, UsedSetting>? inScenario = null)
    {
        var found = new StringBuilder();
        foreach (var setting in program.Sections.SelectMany(each => each.Topics).SelectMany(program.OptionsAbout))
        {
            string[] texts = [setting.Syntax!, setting.PurposeFor(program.Program), .. setting.OtherNames];
            if (texts.Any(text => text.Contains(word, StringComparison.OrdinalIgnoreCase)))
            {
                WriteOption(found, setting, program, inScenario);
            }
        }

        return found.Length > 0 ? found.ToString().ReplaceLineEndings("\n").TrimEnd('\n')
            : $"No option of {program.Call} contains '{word}'. Try: {program.Call} --help all";
    }

    private static void WriteOption(
        StringBuilder text,
        Setting setting,
        ProgramDescription program,
        IReadOnlyDictionary<string, UsedSetting>? inScenario) => WriteLine(
        text,
        setting.Syntax!,
        Describe(setting, program.Program) + InScenario(setting, setting.ValueFor(program.Program), inScenario),
        setting.OtherNames);

    private static string? InScenario(
        Setting setting, object? value, IReadOnlyDictionary<string, UsedSetting>? inScenario) =>
        inScenario?.GetValueOrDefault(setting.Name) is { } used
        && !string.Equals(used.Text, value is null ? null : setting.Rule.Format(value), StringComparison.Ordinal)
            ? $"; in this scenario {used.Text}"
            : null;

    private static string WriteBrief(ProgramDescription program)
    {
        var text = new StringBuilder();
        Wrap(text, "", program.Purpose.Split(' '), "");
        text.AppendLine().AppendLine($"Usage: {program.Call} {program.Usage}");
        if (program.Verbs.Count > 0)
        {
            Wrap(
                text,
                $"   or: {program.Call} VERB --help, where VERB is ",
                [.. program.Verbs.Select(verb => verb.Name)],
                "       ");
        }

        text.AppendLine();
        if (program.Everyday.Count > 0)
        {
            foreach (var setting in program.Everyday)
            {
                text.AppendLine($"  {setting.Syntax!.PadRight(BriefNameWidth)} {BriefOf(setting, program.Program)}");
            }
        }
        else
        {
            foreach (var section in program.Sections)
            {
                var names = section.Topics.SelectMany(program.OptionsAbout).Select(setting => setting.Option!);
                Wrap(text, $"  {section.Title.Split([':', ','])[0]}: ", [.. names], "    ");
            }
        }

        text.AppendLine($"  {"--help all|WORD".PadRight(BriefNameWidth)} all options, or those that contain a word");
        var freeLines = ScreenLines - text.ToString().Count(letter => letter is '\n') - 2;
        return Finish(text, program, program.Examples.Take(Math.Clamp(freeLines / 2, 1, 2)));
    }

    /// <summary>The purpose of a setting, shortened to the rest of a line.</summary>
    private static string BriefOf(Setting setting, Programs program)
    {
        const int Room = ScreenWidth - BriefNameWidth - 3;
        var purpose = setting.PurposeFor(program).Split([";", ":", " (", ", in"], StringSplitOptions.None)[0];
        var value = setting.ValueFor(program) is { } given && setting.ValueCount > 0
            ? $" (default {setting.Rule.Describe(given)})"
            : "";
        purpose = purpose.Length <= Room ? purpose : purpose[..purpose.LastIndexOf(',', Room)];
        var named = setting.Rule is ChoiceRule { Words: var names } ? $"{purpose}: {string.Join(", ", names)}" : "";
        return new[] { named + value, purpose + value, purpose }.First(
            text => text.Length <= Room && text.StartsWith(purpose, StringComparison.Ordinal));
    }

    private static string Finish(StringBuilder text, ProgramDescription program, IEnumerable<HelpExample> examples)
    {
        text.AppendLine().AppendLine("Examples");
        foreach (var (purpose, arguments) in examples)
        {
            text.AppendLine($"  # {purpose}").AppendLine($"  {program.Call} {arguments}".TrimEnd());
        }

        return text.ToString().ReplaceLineEndings("\n").TrimEnd('\n');
    }

    private static void Wrap(
        StringBuilder text, string first, IEnumerable<string> words, string indent, int width = ScreenWidth)
    {
        var line = first;
        foreach (var word in words)
        {
            if (line.Length + word.Length > width)
            {
                text.AppendLine(line.TrimEnd());
                line = indent;
            }

            line += $"{word} ";
        }

        text.AppendLine(line.TrimEnd());
    }

    /// <summary>The purpose of a setting in a program, with its choices and its default.</summary>
    public static string Describe(Setting setting, Programs program)
    {
        var purpose = setting.PurposeFor(program);
        if (setting.Rule is ChoiceRule { Words: var names } && !purpose.Contains(names[0], StringComparison.Ordinal))
        {
            purpose = $"{purpose}: {string.Join(", ", names)}";
        }

        var value = setting.ValueFor(program);
        var isShown = value is not null && setting is not { Syntax: not null, ValueCount: 0 }
            && !purpose.Contains("default", StringComparison.Ordinal);
        return isShown ? $"{purpose} (default {setting.Rule.Describe(value!)})" : purpose;
    }

    private static void WriteFields(StringBuilder text, ProgramDescription program)
    {
        if (program.Program == Programs.Scenario)
        {
            text.AppendLine().AppendLine("Fields of a scenario file (JSON with comments; see config/scenarios)");
            foreach (var setting in program.Table.Where(setting => setting.ScenarioKey is not null))
            {
                WriteLine(text, setting.ScenarioKey!, Describe(setting, program.Program));
            }
        }
    }

    private static void WriteLine(
        StringBuilder text, string name, string purpose, IReadOnlyList<string>? otherNames = null)
    {
        purpose = otherNames is { Count: > 0 } ? $"{purpose}; also {string.Join(", ", otherNames)}" : purpose;
        var first = $"  {name.PadRight(NameWidth)}";
        Wrap(text, first, purpose.Split(' '), new(' ', first.Length), first.Length + PurposeWidth);
    }
}

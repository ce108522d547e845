using System.Text;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>
/// Writes <c>--help</c>, which fits on a screen, <c>--help all</c> and <c>--help WORD ...</c>, from the program's table
/// of settings.
/// </summary>
public sealed class HelpText
{
    /// <summary>Lines of a terminal's screen, without the line of the next prompt.</summary>
    public const int ScreenLines = 23;

    private const int ScreenWidth = 79;
    private const int NameWidth = 34;
    private const int PurposeWidth = 64;
    private const int BriefNameWidth = 18;

    private readonly StringBuilder text = new();
    private readonly ProgramDescription program;
    private readonly IReadOnlyDictionary<string, UsedSetting>? inScenario;

    private HelpText(ProgramDescription program, IReadOnlyDictionary<string, UsedSetting>? inScenario = null) =>
        (this.program, this.inScenario) = (program, inScenario);

    /// <summary>The whole text if it fits on a screen, else the everyday options only.</summary>
    public static string Write(ProgramDescription program)
    {
        var all = WriteAll(program);
        return all.Split('\n') is { Length: <= ScreenLines } ? all : new HelpText(program).Brief();
    }

    /// <summary>The text of <c>--help all</c>.</summary>
    /// <param name="inScenario">The settings of the named scenario by name; null for none.</param>
    public static string WriteAll(
        ProgramDescription program, IReadOnlyDictionary<string, UsedSetting>? inScenario = null) =>
        new HelpText(program, inScenario).All();

    /// <summary>
    /// The text of <c>--help WORD ...</c>: the options of the program and of its runs whose names and text contain
    /// every word; null without such an option.
    /// </summary>
    public static string? WriteAbout(
        ProgramDescription program, string[] words, IReadOnlyDictionary<string, UsedSetting>? inScenario = null)
    {
        var found = new HelpText(program, inScenario);
        foreach (var (setting, of) in program.AllSettings)
        {
            if (IsIn([setting.Syntax!, setting.PurposeFor(of), .. setting.OtherNames]))
            {
                found.WriteOption(setting, of);
            }
        }

        foreach (var (_, syntax, purpose) in ProgramDescription.OptionsOfAll
            .Where(each => IsIn(each.Syntax, each.Purpose)))
        {
            found.WriteLine(syntax, purpose);
        }

        return found.text.Length > 0 ? found.Finished() : null;

        bool IsIn(params string[] texts) => Array.TrueForAll(
            words, word => Array.Exists(texts, each => each.Contains(word, StringComparison.OrdinalIgnoreCase)));
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

    private string All()
    {
        text.AppendLine(program.Purpose);
        text.AppendLine().AppendLine($"Usage: {program.Call} {program.Usage}");
        foreach (var verb in program.Verbs)
        {
            text.AppendLine($"   or: {program.Call} {verb.Name} {verb.Arguments}   {verb.Purpose}");
        }

        text.Append(program.Verbs is [] ? "" : $"   or: {program.Call} VERB --help{Environment.NewLine}");

        foreach (var section in program.Sections)
        {
            text.AppendLine().AppendLine(section.Title);
            foreach (var setting in section.Topics.SelectMany(program.OptionsAbout))
            {
                WriteOption(setting, program.Program);
            }
        }

        text.Append(program.Sections is [] ? Environment.NewLine : "");
        foreach (var (_, syntax, purpose) in ProgramDescription.OptionsOfAll)
        {
            WriteLine(syntax, purpose);
        }

        WriteFields();
        if (program.Notes.Length > 0)
        {
            text.AppendLine();
            foreach (var line in program.Notes.Split('\n'))
            {
                text.AppendLine($"  {line}".TrimEnd());
            }
        }

        WriteExamples(program.Examples);
        return Finished();
    }

    private string Brief()
    {
        Wrap("", program.Purpose.Split(' '), "");
        text.AppendLine().AppendLine($"Usage: {program.Call} {program.Usage}");
        if (program.Verbs.Count > 0)
        {
            Wrap(
                $"   or: {program.Call} VERB --help, where VERB is ",
                program.Verbs.Select(verb => verb.Name),
                "       ");
        }

        text.AppendLine();
        foreach (var setting in program.Everyday)
        {
            text.AppendLine($"  {setting.Syntax!.PadRight(BriefNameWidth)} {BriefOf(setting)}");
        }

        foreach (var section in program.Everyday.Count > 0 ? [] : program.Sections)
        {
            var names = section.Topics.SelectMany(program.OptionsAbout).Select(setting => setting.Option!);
            Wrap($"  {section.Title.Split([':', ','])[0]}: ", names, "    ");
        }

        text.AppendLine(
            $"  {"--help all|WORD ...".PadRight(BriefNameWidth)} all options, or those that contain every word");
        var freeLines = ScreenLines - text.ToString().Count(letter => letter is '\n') - 2;
        WriteExamples(program.Examples.Take(Math.Clamp(freeLines / 2, 1, 2)));
        return Finished();
    }

    /// <summary>The purpose of a setting, shortened to the rest of a line.</summary>
    private string BriefOf(Setting setting)
    {
        const int Room = ScreenWidth - BriefNameWidth - 3;
        var purpose = setting.PurposeFor(program.Program)
            .Split([";", ":", " (", ", in"], StringSplitOptions.None)[0];
        var value = setting.ValueFor(program.Program) is { } given && setting.ValueCount > 0
            ? $" (default {setting.Rule.Describe(given)})"
            : "";
        purpose = purpose.Length <= Room ? purpose : purpose[..purpose.LastIndexOf(',', Room)];
        var named = setting.Rule is ChoiceRule { Words: var names } ? $"{purpose}: {string.Join(", ", names)}" : "";
        return new[] { named + value, purpose + value, purpose }.First(
            brief => brief.Length <= Room && brief.StartsWith(purpose, StringComparison.Ordinal));
    }

    private void WriteOption(Setting setting, Programs of)
    {
        var value = setting.ValueFor(of);
        var used = inScenario?.GetValueOrDefault(setting.Name)?.Text;
        var isOther = used is not null
            && !string.Equals(used, value is null ? null : setting.Rule.Format(value), StringComparison.Ordinal);
        WriteLine(
            setting.Syntax!,
            Describe(setting, of) + (isOther ? $"; in this scenario {used}" : "")
                + (setting.OtherNames is [] ? "" : $"; also {string.Join(", ", setting.OtherNames)}"));
    }

    private void WriteFields()
    {
        if (program.Program == Programs.Scenario)
        {
            text.AppendLine().AppendLine("Fields of a scenario file (JSON with comments; see config/scenarios)");
            foreach (var setting in program.Table.Where(setting => setting.ScenarioKey is not null))
            {
                WriteLine(setting.ScenarioKey!, Describe(setting, program.Program));
            }
        }
    }

    private void WriteExamples(IEnumerable<HelpExample> examples)
    {
        text.AppendLine().AppendLine("Examples");
        foreach (var (purpose, arguments) in examples)
        {
            text.AppendLine($"  # {purpose}").AppendLine($"  {program.Call} {arguments}".TrimEnd());
        }
    }

    private void WriteLine(string name, string purpose)
    {
        var first = $"  {name.PadRight(NameWidth)}";
        Wrap(first, purpose.Split(' '), new(' ', first.Length), first.Length + PurposeWidth);
    }

    private void Wrap(string first, IEnumerable<string> words, string indent, int width = ScreenWidth)
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

    private string Finished() => text.ToString().ReplaceLineEndings("\n").TrimEnd('\n');
}

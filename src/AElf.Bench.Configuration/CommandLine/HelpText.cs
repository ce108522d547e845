using System.Text;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Configuration.CommandLine;

/// <summary>The text of <c>--help</c>, written from the program's table of settings.</summary>
public static class HelpText
{
    private const int NameWidth = 34;
    private const int PurposeWidth = 64;

    /// <summary>The whole text.</summary>
    public static string Write(ProgramDescription program)
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
                WriteLine(text, setting.Syntax!, Describe(setting, program.Program));
            }
        }

        WriteLine(text, "--help", "this text");
        WriteLine(text, "--version", "name and version");
        WriteFields(text, program);
        WriteNotes(text, program.Notes);
        WriteExamples(text, program);
        return text.ToString().ReplaceLineEndings("\n").TrimEnd('\n');
    }

    /// <summary>What a setting is for in a program, with the names to choose from and the default.</summary>
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
            text.AppendLine().AppendLine("Fields of a scenario file (JSON with comments; config/scenarios has three)");
            foreach (var setting in program.Table.Where(setting => setting.ScenarioKey is not null))
            {
                WriteLine(text, setting.ScenarioKey!, Describe(setting, program.Program));
            }
        }
    }

    private static void WriteNotes(StringBuilder text, string notes)
    {
        if (notes.Length > 0)
        {
            text.AppendLine();
            foreach (var line in notes.Split('\n'))
            {
                text.AppendLine($"  {line}".TrimEnd());
            }
        }
    }

    private static void WriteLine(StringBuilder text, string name, string purpose)
    {
        text.Append("  ").Append(name.PadRight(NameWidth));
        var column = 0;
        foreach (var word in purpose.Split(' '))
        {
            if (column + word.Length > PurposeWidth)
            {
                text.AppendLine().Append(' ', NameWidth + 2);
                column = 0;
            }

            text.Append(column > 0 ? " " : "").Append(word);
            column += word.Length + 1;
        }

        text.AppendLine();
    }

    private static void WriteExamples(StringBuilder text, ProgramDescription program)
    {
        text.AppendLine().AppendLine("Examples");
        foreach (var (purpose, arguments) in program.Examples)
        {
            text.Append("  # ").AppendLine(purpose).AppendLine($"  {program.Call} {arguments}".TrimEnd());
        }
    }
}

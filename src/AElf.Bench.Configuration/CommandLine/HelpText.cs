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
        text.AppendLine().AppendLine($"Usage: dotnet {program.Name}.dll [options]");
        foreach (var verb in program.Verbs)
        {
            text.AppendLine($"   or: dotnet {program.Name}.dll {verb.Name} {verb.Arguments}   {verb.Purpose}: {verb.Name} --help");
        }

        foreach (var section in program.Sections)
        {
            WriteSection(text, section, program.Role);
        }

        text.AppendLine().AppendLine("Configuration");
        WriteLine(text, "--config DIR", "the folder of database.json, actor.json and the .hocon files");
        WriteLine(text, "--help", "this text");
        WriteLine(text, "--version", "name and version");
        text.AppendLine().AppendLine("  Defaults < files < environment (AELF_DATABASE_..., AELF_ACTOR_..., AELF_CLUSTER_...) < options.");
        text.AppendLine("  config/README.md has the table.");
        text.AppendLine($"  A password comes from --password-file or {Settings.PasswordVariable}, a cluster's secret from --secret-file or");
        text.AppendLine($"  {Settings.SecretVariable}, never from an option.");
        WriteExamples(text, program);
        return text.ToString().ReplaceLineEndings("\n").TrimEnd('\n');
    }

    private static void WriteSection(StringBuilder text, HelpSection section, ProcessRole role)
    {
        text.AppendLine().AppendLine(section.Title);
        foreach (var setting in section.Settings.Where(setting => setting.Purpose.Length > 0))
        {
            var purpose = setting.PurposeFor(role);
            var value = setting.DefaultFor(role) is "true" ? "on" : setting.DefaultFor(role);
            var hasDefault = value is not null && setting.Placeholder.Length > 0 && !purpose.Contains("default", StringComparison.Ordinal);
            WriteLine(text, $"{setting.Option} {setting.Placeholder}".TrimEnd(), hasDefault ? $"{purpose} (default {value})" : purpose);
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
            text.Append("  # ").AppendLine(purpose).AppendLine($"  dotnet {program.Name}.dll {arguments}".TrimEnd());
        }
    }
}

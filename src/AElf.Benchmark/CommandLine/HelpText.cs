using System.Reflection;
using System.Text;
using AElf.Bench.Harness.Configuration;

namespace AElf.Benchmark.CommandLine;

/// <summary>The text of <c>--help</c>, written from the table of settings.</summary>
internal static class HelpText
{
    private const int NameWidth = 34;
    private const int PurposeWidth = 64;

    private static readonly (string Section, string Title)[] Sections =
        [("Workload", "What is offered"), ("Measure", "How it is measured"), ("Actor", "Actors"), ("Database", "The store"), ("Output", "Results")];

    private static readonly (string Purpose, string Arguments)[] Examples =
    [
        ("the defaults: 2400 transfers in 1 to 8 groups, in memory", ""),
        ("8000 transfers in 80 groups, five rounds, on a Redis", "-n 8000 --grouprange 80 80 --repeattime 5 --database redis"),
        ("eight actors, each waiting for every answer, as in the published tables",
            "-n 240000 --grouprange 1000 1000 --repeattime 5 --actors 8 --lanes 1 --database redis"),
        ("through Twemproxy, counters of both shards reconciled", "--database twemproxy --dbport 22121 --shards 127.0.0.1:6380,127.0.0.1:6381"),
        ("a Redis with user, password and TLS", "--database redis --dbhost redis.example --user bench --password-file redis.pw --tls"),
        ("prepare accounts once, use them later, keep the report",
            "-f genAccount --grouprange 8 8 --database redis --run-id 0a1b2c3d\n"
            + "  dotnet AElf.Benchmark.dll --grouprange 8 8 --database redis --prepared 0a1b2c3d --json report.json"),
    ];

    /// <summary>Name and version, one line.</summary>
    public static string Version =>
        "AElf.Benchmark "
        + (Assembly.GetExecutingAssembly().GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0] ?? "0");

    /// <summary>The whole text.</summary>
    public static string Write()
    {
        var text = new StringBuilder();
        text.AppendLine("Measures contract transfers per second over a store, and proves each was applied once.");
        text.AppendLine().AppendLine("Usage: dotnet AElf.Benchmark.dll [options]");
        text.AppendLine("   or: dotnet AElf.Benchmark.dll scenario NAME [options]   starts stores and processes too: scenario --help");
        foreach (var (section, title) in Sections)
        {
            WriteSection(text, section, title);
        }

        text.AppendLine().AppendLine("Configuration");
        WriteLine(text, "--config DIR", "the folder of database.json, actor.json and the .hocon files");
        WriteLine(text, "--help", "this text");
        WriteLine(text, "--version", "name and version");
        text.AppendLine().Append("  Defaults < files < environment (AELF_DATABASE_..., AELF_ACTOR_...) < options; ");
        text.AppendLine("config/README.md has the table.").Append("  The password comes from --password-file or ");
        text.Append(Settings.PasswordVariable).AppendLine(", never from an option.");
        WriteExamples(text);
        return text.ToString().ReplaceLineEndings("\n").TrimEnd('\n');
    }

    private static void WriteSection(StringBuilder text, string section, string title)
    {
        text.AppendLine().AppendLine(title);
        foreach (var setting in Settings.All.Where(setting =>
            setting.Option is not null && setting.Section.Equals(section, StringComparison.Ordinal) && setting.Purpose.Length > 0))
        {
            var hasDefault = setting.Default is not null && setting.Placeholder.Length > 0 && !setting.Purpose.Contains("default", StringComparison.Ordinal);
            var value = setting.Default is "true" ? "on" : setting.Default;
            WriteLine(text, $"{setting.Option} {setting.Placeholder}".TrimEnd(), hasDefault ? $"{setting.Purpose} (default {value})" : setting.Purpose);
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

    private static void WriteExamples(StringBuilder text)
    {
        text.AppendLine().AppendLine("Examples");
        foreach (var (purpose, arguments) in Examples)
        {
            text.Append("  # ").AppendLine(purpose).AppendLine($"  dotnet AElf.Benchmark.dll {arguments}".TrimEnd());
        }
    }
}

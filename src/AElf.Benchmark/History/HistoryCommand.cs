using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.History;
using AElf.Bench.Harness.Reports.Exporters;

namespace AElf.Benchmark.History;

/// <summary>The verb <c>history</c>.</summary>
internal static class HistoryCommand
{
    /// <summary>Runs it; <paramref name="words"/> is what followed the verb. Returns the exit code.</summary>
    public static int Run(string[] words)
    {
        if (ProgramCommandLine.Text(HistoryOptions.Program, words)?.Print(Console.Out, Console.Error) is { } code)
        {
            return (int)code;
        }

        var problems = new List<ValidationError>();
        return (int)(HistoryOptions.Read(words, problems) is { } options
            ? Show(options)
            : new ParseOutcome.Rejected(problems).Print(Console.Out, Console.Error) ?? ExitCode.Usage);
    }

    private static ExitCode Show(HistoryOptions options)
    {
        var sections = HistorySections.From(HistoryFile.Read(options.Path));
        new ConsoleExporter(ConsoleExporter.Open(Console.Out, Console.IsOutputRedirected)).Write(sections);
        if (options.MarkdownOutput is { } markdown)
        {
            MarkdownExporter.Write(markdown, sections);
        }

        return ExitCode.Ok;
    }
}

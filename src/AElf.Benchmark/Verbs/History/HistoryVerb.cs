using System.Reflection;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.History;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Benchmark.Verbs.History;

/// <summary>The verb <c>history</c>: shows stored runs over time.</summary>
internal sealed class HistoryVerb : Verb<HistoryOptions>
{
    public const string Word = "history";

    public override ProgramDescription Program { get; } = new()
    {
        Assembly = Assembly.GetExecutingAssembly(),
        Verb = Word,
        Table = HistoryVerbSettings.All,
        Purpose = "Shows the runs in a --history file, and where their level changed.",
        Usage = "FILE [options]",
        TakesName = true,
        Sections = [new("Output", Topic.Output)],
        Notes = """
            FILE has a line for each run. A series consists of runs of the same setup, load and machine. ED-PELT
            finds the changes of its level. A change is shown if the Mann-Whitney test separates both levels
            (p <= 0.001) and they differ by at least 2 %; a level has at least five runs.

            Exit codes: 0 shown, 1 usage or not a history, 2 the file cannot be read or written
            """.ReplaceLineEndings("\n"),
        ExampleOption = "--markdown history.md",
        Examples =
        [
            new("show the series", "history.jsonl"),
            new("write them as Markdown", "history.jsonl --markdown history.md"),
        ],
    };

    public override HistoryOptions? Read(IReadOnlyList<string> words)
    {
        var (given, path) = CommandLineReader.Read(Program, words);
        var settings = Resolve(given, path);
        Problems.AddRange(CheckPath(path));
        return Problems.Count > 0
            ? null
            : new HistoryOptions(path!, settings.Get(HistoryVerbSettings.MarkdownOutput));
    }

    protected override Task<ExitCode> RunAsync(HistoryOptions request)
    {
        var sections = HistorySections.From(HistoryFile.Read(request.Path));
        new ConsoleExporter(ConsoleExporter.Open(Console.Out, Console.IsOutputRedirected)).Write(sections);
        if (request.MarkdownOutput is { } markdown)
        {
            MarkdownExporter.Write(markdown, sections);
        }

        return Task.FromResult(ExitCode.Ok);
    }

    private static IEnumerable<ValidationError> CheckPath(string? path) => File.Exists(path)
        ? []
        :
        [
            ValidationError.Error(
                Word,
                path is null ? "file missing" : $"{Quoted.Text(path)} does not exist",
                "expected the file of --history, such as history.jsonl"),
        ];
}

/// <summary>The checked words of <c>history</c>.</summary>
/// <param name="Path">The file of <c>--history</c>.</param>
/// <param name="MarkdownOutput">File for the page; null writes none.</param>
internal sealed record HistoryOptions(string Path, string? MarkdownOutput);

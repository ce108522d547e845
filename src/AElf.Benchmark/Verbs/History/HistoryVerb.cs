using AElf.Bench.Core.Options;
using AElf.Bench.Harness.History;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Benchmark.Verbs.History;

/// <summary>The verb <c>history</c>: shows stored runs over time.</summary>
internal sealed class HistoryVerb : Verb<string>
{
    public const string Word = "history";

    private const string Expected = "expected the file of --history, such as history.jsonl";

    private static readonly SettingGroup Rows = new("History", Topic.Output, Programs.Verb);

    private static readonly Setting<string?> MarkdownOutput = new(
        Rows, "markdown", SettingRules.OutputFile, null, "write the history as Markdown",
        CommonSettings.MarkdownOutput.Syntax);

    public override ProgramDescription Program { get; } = new()
    {
        Verb = Word,
        Table = Rows.All,
        Purpose = "Shows the runs in a --history file, and where their level changed.",
        Usage = "FILE [options]",
        TakesName = true,
        Sections = [new("Output", Topic.Output)],
        Notes = """
            FILE has a line for each run. A series has the runs with the same setup, load and machine. ED-PELT
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

    /// <returns>The path of the file; null after an error.</returns>
    public override string? Read(IReadOnlyList<string> words)
    {
        var (given, path) = CommandLineReader.Read(Program, words);
        Resolve(given, path);
        if (ValidationError.NoFile(path) is { } problem)
        {
            Problems.Add(ValidationError.Error(Word, problem, Expected));
        }

        return Problems.Count > 0 ? null : path;
    }

    protected override Task<ExitCode> RunAsync(string request)
    {
        var entries = HistoryFile.Read(request);
        if (entries.Count == 0)
        {
            return Task.FromResult(Fail(ExitCode.Usage, $"{Quoted.Text(request)} has no runs; {Expected}"));
        }

        var sections = HistorySections.From(entries);
        ConsoleExporter.OfProcess().Write(sections);
        if (Settings.Get(MarkdownOutput) is { } markdown)
        {
            MarkdownExporter.Write(markdown, sections);
        }

        return Task.FromResult(ExitCode.Ok);
    }
}

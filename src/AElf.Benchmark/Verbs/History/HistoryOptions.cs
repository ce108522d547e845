using System.Reflection;
using AElf.Bench.Configuration;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;

namespace AElf.Benchmark.Verbs.History;

/// <summary>What <c>history</c> was asked for.</summary>
/// <param name="Path">The file of <c>--history</c>.</param>
/// <param name="MarkdownOutput">Where the page goes; null writes none.</param>
internal sealed record HistoryOptions(string Path, string? MarkdownOutput)
{
    /// <summary>The word the command line begins with.</summary>
    public const string Verb = "history";

    /// <summary>What the verb takes and says of itself.</summary>
    public static ProgramDescription Program { get; } = new()
    {
        Assembly = Assembly.GetExecutingAssembly(),
        Verb = Verb,
        Program = Programs.History,
        Table = HistoryVerbSettings.All,
        Purpose = "Shows the runs that --history kept, and where their level changed.",
        Usage = "FILE [options]",
        TakesName = true,
        Sections = [new("Output", Topic.Output)],
        Notes = """
            FILE has a line for each run. Only runs of the same setup, load and machine are one series. Where
            its level changed is found by ED-PELT, and shown when the Mann-Whitney test tells both levels apart
            (p <= 0.001) and they differ by 2 % at least; a level has five runs or more.

            Exit codes: 0 shown, 1 usage or a file that is none, 2 it cannot be read or written
            """.ReplaceLineEndings("\n"),
        ExampleOption = "--markdown history.md",
        Examples =
        [
            new("what was kept", "history.jsonl"),
            new("as a page", "history.jsonl --markdown history.md"),
        ],
    };

    /// <summary>
    /// Reads the words after <c>history</c>; null when something is wrong with them, which is then in
    /// <paramref name="problems"/>.
    /// </summary>
    public static HistoryOptions? Read(IReadOnlyList<string> words, List<ValidationError> problems)
    {
        var (given, path) = CommandLineReader.Read(Program, words);
        var settings = new MergedSettings(Programs.History, given);
        problems.AddRange(
        [
            .. given.Problems, .. CheckPath(path), .. OutputPaths.Check(HistoryVerbSettings.All, settings),
        ]);
        return problems.Count > 0
            ? null
            : new HistoryOptions(path!, settings[HistoryVerbSettings.MarkdownOutput]);
    }

    private static IEnumerable<ValidationError> CheckPath(string? path) => File.Exists(path)
        ? []
        :
        [
            ValidationError.Error(
                Verb,
                path is null ? "file missing" : $"{Quoted.Text(path)} does not exist",
                "expected the file of --history, such as history.jsonl"),
        ];
}

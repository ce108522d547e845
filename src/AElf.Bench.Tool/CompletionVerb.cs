using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Settings.Completion;
using AElf.Benchmark;
using AElf.Benchmark.Verbs;

namespace AElf.Bench.Tool;

/// <summary>The verb <c>completion</c>: prints a completion script for a shell.</summary>
internal sealed class CompletionVerb(IWorkloadType workload) : Verb
{
    /// <summary>The first word of the command line.</summary>
    public const string Word = "completion";

    private static readonly ProgramDescription Program = new()
    {
        Verb = Word,
        Purpose = "Prints a script for a shell that completes the command, its options and their values.",
        Usage = string.Join('|', CompletionScript.Shells),
        Refusal = "Nothing was printed.",
        Examples =
        [
            new($"bash; in ~/.bashrc: source <({OwnProgram.Tool} {Word} bash)", "bash"),
            new("zsh, in a folder of $fpath", $"zsh > ~/.zfunc/_{OwnProgram.Tool}"),
            new("fish", $"fish > ~/.config/fish/completions/{OwnProgram.Tool}.fish"),
        ],
    };

    public override Task<int> RunAsync(string[] words)
    {
        // The words to complete may contain --help.
        var outcome = words is ["words", .. var typed]
            ? Offer(typed)
            : ProgramCommandLine.Text(Program, words) ?? Script(words);
        return Task.FromResult((int)outcome.Print(Console.Out, Console.Error)!);
    }

    public override IEnumerable<CompletedCommand> Complete(string path) => [new(path, Program)];

    private ParseOutcome.Printed Offer(string[] typed)
    {
        var (paths, found) = CompletedCommand.After(new BenchmarkProgram(workload, ToolVerbs.All).Complete(""), typed);
        return new(string.Join('\n', found.Select(each => $"{each.Word}\t{each.Purpose}".TrimEnd()).Prepend(paths)));
    }

    private static ParseOutcome Script(string[] words) =>
        words is [var shell] && CompletionScript.Write(shell, OwnProgram.Tool) is { } script
            ? new ParseOutcome.Printed(script)
            : new ParseOutcome.Rejected(
                Program,
                [
                    ValidationError.Error(
                        Word,
                        words is [] ? "shell missing" : $"{Quoted.Text(string.Join(' ', words))} has no script",
                        $"expected one of {string.Join(", ", CompletionScript.Shells)}"),
                ]);
}

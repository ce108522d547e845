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

    private const string Help = """
        Prints a script for a shell that completes the command, its options and their values.

        Usage: aelf-bench completion bash|zsh|fish

        Examples
          # bash, in ~/.bashrc
          source <(aelf-bench completion bash)
          # zsh, in a folder of $fpath
          aelf-bench completion zsh > ~/.zfunc/_aelf-bench
          # fish
          aelf-bench completion fish > ~/.config/fish/completions/aelf-bench.fish
        """;

    public override Task<int> RunAsync(string[] words) => Task.FromResult((int)Print(words));

    public override IEnumerable<CompletedCommand> Complete(string path) =>
        [new(path, null) { Names = CompletionScript.Shells }];

    private ExitCode Print(string[] words)
    {
        if (words is ["--help" or "-h"])
        {
            return ConsoleText.Print(Console.Out, Console.Error, Help.ReplaceLineEndings("\n"));
        }

        if (words is ["words", .. var typed])
        {
            var (paths, found) = CompletedCommand.After(
                new BenchmarkProgram(workload, ToolVerbs.All).Complete(""), typed);
            return ConsoleText.Print(
                Console.Out,
                Console.Error,
                string.Join('\n', found.Select(each => $"{each.Word}\t{each.Purpose}".TrimEnd()).Prepend(paths)));
        }

        if (words is not [var shell] || CompletionScript.Write(shell, OwnProgram.Tool) is not { } script)
        {
            var given = words is [] ? "no shell" : Quoted.Text(string.Join(' ', words));
            Console.Error.WriteLine(
                $"error: {Word}: {given}; expected one of {string.Join(", ", CompletionScript.Shells)}");
            return ExitCode.Usage;
        }

        return ConsoleText.Print(Console.Out, Console.Error, script);
    }
}

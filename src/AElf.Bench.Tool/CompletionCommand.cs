using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Configuration.Completion;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum;
using AElf.Bench.Transfers;
using AElf.Benchmark;
using AElf.Concurrency.Manager;
using AElf.Concurrency.Worker;

namespace AElf.Bench.Tool;

/// <summary>The verb <c>completion</c>: prints what a shell needs to complete the command.</summary>
internal static class CompletionCommand
{
    /// <summary>The word the command line begins with.</summary>
    public const string Word = "completion";

    /// <summary>The first words that the program that measures does not know.</summary>
    public static readonly HelpVerb[] FurtherVerbs =
    [
        ElectrumCommand.Help,
        new(OwnProgram.Manager, "[options]", "the manager of a cluster"),
        new(OwnProgram.Worker, "[options]", "a worker of a cluster"),
        new(Word, "bash|zsh|fish", "prints a script that completes all this"),
    ];

    private const string Help = """
        Prints a script by which a shell completes the command, its options and their values.

        Usage: aelf-bench completion bash|zsh|fish

        Examples
          # bash, in ~/.bashrc
          source <(aelf-bench completion bash)
          # zsh, in a folder of $fpath
          aelf-bench completion zsh > ~/.zfunc/_aelf-bench
          # fish
          aelf-bench completion fish > ~/.config/fish/completions/aelf-bench.fish
        """;

    /// <summary>Runs it; <paramref name="words"/> are what followed the word. Returns the exit code.</summary>
    public static int Run(string[] words)
    {
        if (words is ["--help" or "-h"])
        {
            Console.Out.WriteLine(Help.ReplaceLineEndings("\n"));
            return (int)ExitCode.Ok;
        }

        if (words is not [var shell] || CompletionScript.Write(shell, OwnProgram.Tool, Commands()) is not { } script)
        {
            var given = words is [] ? "no shell" : Quoted.Text(string.Join(' ', words));
            Console.Error.WriteLine(
                $"error: {Word}: {given}; expected one of {string.Join(", ", CompletionScript.Shells)}");
            return (int)ExitCode.Usage;
        }

        Console.Out.Write(script);
        return (int)ExitCode.Ok;
    }

    private static CompletedCommand[] Commands()
    {
        var (transfers, wallets) = (new TransferWorkloadType(), new ElectrumWorkloadType());
        return
        [
            .. BenchmarkProgram.Commands("", transfers, FurtherVerbs),
            .. BenchmarkProgram.Commands(" run", transfers, []),
            .. ElectrumCommand.Commands(""),
            new($" {OwnProgram.Manager}", ManagerProgram.Describe(transfers)),
            new($" {OwnProgram.Manager} {ElectrumCommand.Word}", ManagerProgram.Describe(wallets)),
            new($" {OwnProgram.Worker}", WorkerProgram.Describe(transfers)),
            new($" {OwnProgram.Worker} {ElectrumCommand.Word}", WorkerProgram.Describe(wallets)),
            new($" {Word}", null) { Names = CompletionScript.Shells },
        ];
    }
}

using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Configuration.Completion;
using AElf.Bench.Electrum;
using AElf.Benchmark.Electrum;

namespace AElf.Benchmark;

/// <summary>What follows the word <c>electrum</c>: a verb of its own, or what runs its workload.</summary>
internal static class ElectrumCommand
{
    /// <summary>The word the command line begins with.</summary>
    public const string Word = ElectrumWorkloadType.WorkloadName;

    /// <summary>What the help of the program says of it.</summary>
    public static readonly HelpVerb Help = new(Word, "[options]", "measures and serves Electrum indexes");

    private static readonly Dictionary<string, Func<string[], Task<int>>> Verbs = new(StringComparer.Ordinal)
    {
        [ServeOptions.Verb] = ServeCommand.RunAsync,
        [NodeOptions.Verb] = NodeCommand.RunAsync,
        [ClientRequest.Verb] = words => Task.FromResult(ClientCommand.Run(words)),
    };

    private static readonly HelpVerb[] VerbHelp =
    [
        new(ServeOptions.Verb, "[options]", "answers wallets over the Electrum protocol"),
        new(NodeOptions.Verb, "[options]", "stands in for the node of a real server"),
        new(ClientRequest.Verb, "HOST:PORT [options]", "measures any server with a wallet"),
    ];

    /// <summary>Its verbs, and what runs its workload, below the words that come before.</summary>
    public static IEnumerable<CompletedCommand> Commands(string path) =>
    [
        .. BenchmarkProgram.Commands($"{path} {Word}", new ElectrumWorkloadType(), VerbHelp),
        new($"{path} {Word} {ServeOptions.Verb}", ServeOptions.Program),
        new($"{path} {Word} {NodeOptions.Verb}", NodeOptions.Program),
        new($"{path} {Word} {ClientRequest.Verb}", ClientRequest.Program),
    ];

    /// <summary>Runs it; <paramref name="words"/> is what followed the word. Returns the exit code.</summary>
    public static Task<int> RunAsync(string[] words) =>
        words.Length > 0 && Verbs.TryGetValue(words[0], out var command)
            ? VerbErrors.ReportAsync(() => command(words[1..]))
            : BenchmarkProgram.RunAsync(words, new ElectrumWorkloadType(), VerbHelp);
}

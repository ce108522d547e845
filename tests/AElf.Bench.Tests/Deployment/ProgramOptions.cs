using AElf.Benchmark.CommandLine;

namespace AElf.Bench.Tests.Deployment;

/// <summary>The options each program knows, by the name of its image: the one place to connect another program's option table.</summary>
internal static class ProgramOptions
{
    // TO CONNECT: the benchmark's options of a cluster, until its own table carries them.
    private static readonly string[] AwaitedOfBenchmark = ["--manager", "--workers", "--secret-file", "--ca"];

    // TO CONNECT: what the files rely on, until the manager and the worker have tables of their own.
    private static readonly string[] AwaitedOfManager = ["--actor.host", "--actor.port", "--proxies", "--state", "--secret-file"];
    private static readonly string[] AwaitedOfWorker = ["--actor.host", "--actor.port", "--actors", "--manager", "--name", "--server", "--secret-file"];

    public static IReadOnlyDictionary<string, IReadOnlyList<string>> Known { get; } = new Dictionary<string, IReadOnlyList<string>>(StringComparer.Ordinal)
    {
        ["benchmark"] = [.. CommandLineReader.Known, .. AwaitedOfBenchmark],
        ["manager"] = AwaitedOfManager,
        ["worker"] = AwaitedOfWorker,
    };

    /// <summary>The benchmark's arguments that its own reader can judge today.</summary>
    public static string[] WithoutAwaited(IReadOnlyList<string> arguments) =>
        [.. arguments.Where((word, at) => !IsAwaited(word) && !(at > 0 && IsAwaited(arguments[at - 1])))];

    private static bool IsAwaited(string word) =>
        AwaitedOfBenchmark.Except(CommandLineReader.Known, StringComparer.Ordinal).Contains(word, StringComparer.Ordinal);
}

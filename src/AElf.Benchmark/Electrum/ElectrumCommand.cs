using AElf.Bench.Core.Options;

namespace AElf.Benchmark.Electrum;

/// <summary>The verb <c>electrum</c>, which has verbs of its own.</summary>
internal static class ElectrumCommand
{
    /// <summary>The word the command line begins with.</summary>
    public const string Verb = "electrum";

    private static readonly Dictionary<string, Func<string[], Task<int>>> Verbs = new(StringComparer.Ordinal)
    {
        [ServeOptions.Verb] = ServeCommand.RunAsync,
        [NodeOptions.Verb] = NodeCommand.RunAsync,
    };

    /// <summary>Runs it; <paramref name="words"/> is what followed the verb. Returns the exit code.</summary>
    public static Task<int> RunAsync(string[] words)
    {
        if (words.Length > 0 && Verbs.TryGetValue(words[0], out var command))
        {
            return command(words[1..]);
        }

        var names = string.Join(", ", Verbs.Keys);
        Console.Error.WriteLine(
            words is [var word, ..]
                ? $"error: electrum {Quoted.Text(word)}: no such verb; expected one of {names}"
                : $"error: electrum: verb missing; expected one of {names}");
        return Task.FromResult((int)ExitCode.Usage);
    }
}

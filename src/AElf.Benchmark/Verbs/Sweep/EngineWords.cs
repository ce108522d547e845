using AElf.Bench.Core.Options;
using AElf.Benchmark.Verbs.Scenarios;

namespace AElf.Benchmark.Verbs.Sweep;

/// <summary>Compares engines: <c>--engine all</c> is a sweep over them, in turns, of one scenario.</summary>
internal static class EngineWords
{
    private const string All = "all";
    private const string DefaultScenario = "cluster";

    /// <summary>The words of that sweep; null for a call with one engine.</summary>
    public static string[]? InTurns(string[] args)
    {
        var option = CommonSettings.Engine.Option!;
        var at = Array.FindIndex(args, word => word.Equals(option, StringComparison.Ordinal)
            || word.Equals($"{option}={All}", StringComparison.Ordinal));
        if (at < 0 || args[0] is not ScenarioCommandLine.Verb and not ['-', ..])
        {
            return null;
        }

        var isOneWord = args[at].Contains('=', StringComparison.Ordinal);
        if (!isOneWord && args.ElementAtOrDefault(at + 1) is not All)
        {
            return null;
        }

        string[] rest = [.. args[..at], .. args[(at + (isOneWord ? 1 : 2))..]];
        var (scenario, options) = rest is [ScenarioCommandLine.Verb, var name, .. var more]
            ? (name, more)
            : (DefaultScenario, rest);
        return [scenario, $"engine={string.Join(',', CommonSettings.Engine.Rule.Words)}", .. options];
    }
}

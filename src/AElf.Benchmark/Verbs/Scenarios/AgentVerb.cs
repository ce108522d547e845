using System.Globalization;
using System.Reflection;
using AElf.Bench.Core.Options;
using AElf.Bench.Operations.Scenarios;
using AElf.Bench.Settings.Completion;

namespace AElf.Benchmark.Verbs.Scenarios;

/// <summary>The internal verb <c>agent</c>: a scenario calls it on a host, over ssh.</summary>
internal sealed class AgentVerb : Verb
{
    public const string Word = "agent";

    public override IEnumerable<CompletedCommand> Complete(string path) => [];

    public override async Task<int> RunAsync(string[] words)
    {
        if (words is not [var lease] || !double.TryParse(lease, CultureInfo.InvariantCulture, out var seconds)
            || !Console.IsInputRedirected)
        {
            Console.Error.WriteLine("error: agent: internal verb, called on hosts by 'scenario --hosts'");
            return (int)ExitCode.Usage;
        }

        await HostAgent.RunAsync(
            Assembly.GetExecutingAssembly(),
            TimeSpan.FromSeconds(seconds),
            Console.OpenStandardInput(),
            Console.OpenStandardOutput());
        return (int)ExitCode.Ok;
    }
}

using System.Reflection;
using AElf.Bench.Core.Options;
using AElf.Bench.Operations.Scenarios;
using AElf.Bench.Settings.Completion;

namespace AElf.Benchmark.Verbs.Scenarios;

/// <summary>
/// The verb <c>agent</c>, which nobody types: a scenario calls it on a host, at the end of an ssh connection.
/// </summary>
internal sealed class AgentVerb : Verb
{
    public const string Word = "agent";

    public override IEnumerable<CompletedCommand> Complete(string path) => [];

    public override async Task<int> RunAsync(string[] words)
    {
        if (words.Length > 0 || !Console.IsInputRedirected)
        {
            Console.Error.WriteLine("error: agent: a scenario with --hosts calls this on a host, and nobody else");
            return (int)ExitCode.Usage;
        }

        await HostAgent.RunAsync(
            Assembly.GetExecutingAssembly(), Console.OpenStandardInput(), Console.OpenStandardOutput());
        return (int)ExitCode.Ok;
    }
}

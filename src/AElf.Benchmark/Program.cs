using System.Collections;
using AElf.Benchmark;
using AElf.Benchmark.CommandLine;

var started = TimeProvider.System.GetTimestamp();
var environment = Environment.GetEnvironmentVariables()
    .Cast<DictionaryEntry>()
    .ToDictionary(variable => (string)variable.Key, variable => (string?)variable.Value ?? "", StringComparer.Ordinal);
var outcome = args is [ScenarioCommandLine.Verb, ..]
    ? ScenarioCommandLine.Parse(args, environment, AppContext.BaseDirectory)
    : BenchmarkCommandLine.Parse(args, environment, AppContext.BaseDirectory);
if (outcome.Print(Console.Out, Console.Error) is { } ended)
{
    return ended;
}

if (outcome is ParseOutcome.Scenario scenario)
{
    return (int)await ScenarioSession.RunAsync(scenario.Request);
}

using var interruption = new Interruption();
return (int)new BenchmarkSession(((ParseOutcome.Run)outcome).Options, started, interruption).Run();

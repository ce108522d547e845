using AElf.Bench.Harness.CommandLine;
using AElf.Bench.Harness.Configuration;
using AElf.Benchmark;
using AElf.Benchmark.CommandLine;

var started = TimeProvider.System.GetTimestamp();
var outcome = args is [ScenarioCommandLine.Verb, ..]
    ? ScenarioCommandLine.Parse(args, EnvironmentSettings.OfProcess(), AppContext.BaseDirectory)
    : BenchmarkCommandLine.Parse(args, EnvironmentSettings.OfProcess(), AppContext.BaseDirectory);
if (outcome.Start<ProgramOptions>(out var ended) is not { } options)
{
    return (int)ended;
}

if (options is ScenarioRequest scenario)
{
    return (int)await ScenarioSession.RunAsync(scenario);
}

using var interruption = new Interruption();
return (int)new BenchmarkSession((BenchmarkOptions)options, started, interruption).Run();

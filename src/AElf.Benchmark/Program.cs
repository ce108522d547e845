using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Configuration;
using AElf.Benchmark;
using AElf.Benchmark.CommandLine;
using AElf.Benchmark.Top;

if (args is [TopOptions.Verb, .. var top])
{
    return TopCommand.Run(top);
}

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

using var interruption = new Termination(BenchmarkSession.InterruptionNotice);
using var session = new BenchmarkSession((BenchmarkOptions)options, started, interruption);
return (int)session.Run();

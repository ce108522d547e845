using AElf.Bench.Harness.Configuration;
using AElf.Benchmark;
using AElf.Benchmark.CommandLine;

var started = TimeProvider.System.GetTimestamp();
var outcome = BenchmarkCommandLine.Parse(args, EnvironmentSettings.OfProcess(), AppContext.BaseDirectory);
if (outcome.Start<BenchmarkOptions>(out var ended) is not { } options)
{
    return (int)ended;
}

using var session = new BenchmarkSession(options, started);
return (int)session.Run();

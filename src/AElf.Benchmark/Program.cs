using AElf.Bench.Harness.Configuration;
using AElf.Benchmark;
using AElf.Benchmark.CommandLine;
using AElf.Benchmark.Top;

if (args is ["top", .. var top]) { return TopCommand.Run(top); }

var started = TimeProvider.System.GetTimestamp();
var outcome = BenchmarkCommandLine.Parse(args, EnvironmentSettings.OfProcess(), AppContext.BaseDirectory);
if (outcome.Start<BenchmarkOptions>(out var ended) is not { } options)
{
    return (int)ended;
}

using var session = new BenchmarkSession(options, started);
return (int)session.Run();

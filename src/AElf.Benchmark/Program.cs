using System.Collections;
using AElf.Benchmark;
using AElf.Benchmark.CommandLine;
using AElf.Benchmark.Top;

if (args is ["top", .. var top]) { return TopCommand.Run(top); }

var started = TimeProvider.System.GetTimestamp();
var environment = Environment.GetEnvironmentVariables()
    .Cast<DictionaryEntry>()
    .ToDictionary(variable => (string)variable.Key, variable => (string?)variable.Value ?? "", StringComparer.Ordinal);
var outcome = BenchmarkCommandLine.Parse(args, environment, AppContext.BaseDirectory);
if (outcome.Print(Console.Out, Console.Error) is { } ended)
{
    return ended;
}

using var session = new BenchmarkSession(((ParseOutcome.Run)outcome).Options, started);
return (int)session.Run();

using System.Collections;
using AElf.Benchmark.CommandLine;

var environment = Environment.GetEnvironmentVariables()
    .Cast<DictionaryEntry>()
    .ToDictionary(variable => (string)variable.Key, variable => (string?)variable.Value ?? "", StringComparer.Ordinal);
return BenchmarkCommandLine.Parse(args, environment, AppContext.BaseDirectory).Print(Console.Out, Console.Error) ?? 0;

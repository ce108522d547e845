// Written by the test ArgumentsTests with AELF_WRITE_TABLES=1, from the tables of settings,
// which say what each option is for.
using CommandLine;

namespace AElf.Bench.TestKit.Counters;

/// <summary>What CommandLineParser fills, one option a property.</summary>
public sealed class CounterArguments
{
    [Option("counters")] public string? WorkloadCounters { get; set; }
    [Option("increments")] public string? WorkloadIncrements { get; set; }
}

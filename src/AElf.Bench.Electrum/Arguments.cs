// Written by the test ArgumentsTests with AELF_WRITE_TABLES=1, from the tables of settings,
// which say what each option is for.
using CommandLine;

namespace AElf.Bench.Electrum;

/// <summary>What CommandLineParser fills, one option a property.</summary>
public sealed class ElectrumArguments : Sources.ChainArguments
{
    [Option("engines")] public string? WorkloadEngines { get; set; }
    [Option("test")] public string? WorkloadTest { get; set; }
    [Option("batch")] public string? WorkloadBatch { get; set; }
    [Option("store")] public string? WorkloadStore { get; set; }
    [Option("index-memory")] public string? WorkloadIndexMemory { get; set; }
}

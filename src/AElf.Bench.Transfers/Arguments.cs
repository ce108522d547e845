// Written by the test ArgumentsTests with AELF_WRITE_TABLES=1, from the tables of settings,
// which say what each option is for.
using CommandLine;

namespace AElf.Bench.Transfers;

/// <summary>What CommandLineParser fills, one option a property.</summary>
public class TransferArguments
{
    [Option('n')] public string? WorkloadTransfers { get; set; }
    [Option("groups")] public IEnumerable<string>? WorkloadGroups { get; set; }
    [Option("skew")] public string? WorkloadSkew { get; set; }
    [Option("mix")] public string? WorkloadMix { get; set; }
    [Option("load")] public string? WorkloadLoad { get; set; }
    [Option("block-in")] public string? WorkloadBlockFile { get; set; }
    [Option("block-out")] public string? WorkloadBlockOutput { get; set; }
    [Option("mode")] public string? ActorMode { get; set; }
}

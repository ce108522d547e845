using AElf.Bench.Transfers;
using CommandLine;

namespace AElf.Bench.TestKit.Slowed;

/// <summary>The options of slowed transfers.</summary>
internal sealed class SlowedArguments : TransferArguments
{
    [Option("slow-down")] public string? WorkloadSlowDown { get; set; }
    [Option("allocate")] public string? WorkloadAllocate { get; set; }
}

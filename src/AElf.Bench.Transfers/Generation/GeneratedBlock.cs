using AElf.Bench.Core.Options;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Generation;

/// <summary>The block that options ask for when no file gives it: the same in whatever program it is generated.</summary>
public static class GeneratedBlock
{
    /// <summary>Generates the block of the first group count of <paramref name="workload"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">More groups than transfers, or a skew out of range.</exception>
    public static Block Create(WorkloadOptions workload)
    {
        ArgumentNullException.ThrowIfNull(workload);
        return workload.Skew > 0
            ? SkewedGroups.Generate(workload.Transfers, workload.GroupsFrom, workload.Skew, workload.Seed)
            : EvenGroups.Generate(workload.Transfers, workload.GroupsFrom, workload.Seed);
    }
}

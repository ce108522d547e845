using System.Runtime.CompilerServices;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Cluster.Faults;

/// <summary>
/// A slow test on a file system that gets full. It is skipped, with the reason, if none can be mounted, and without
/// <c>--all</c>.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class SmallDiskFactAttribute : FactAttribute
{
    /// <summary>Sets the reason to skip the test, if there is one.</summary>
    public SmallDiskFactAttribute(
        [CallerFilePath] string? sourceFilePath = null, [CallerLineNumber] int sourceLineNumber = -1)
        : base(sourceFilePath, sourceLineNumber)
    {
        Skip = new SlowFactAttribute().Skip ?? SmallDisk.Unavailable;
    }
}

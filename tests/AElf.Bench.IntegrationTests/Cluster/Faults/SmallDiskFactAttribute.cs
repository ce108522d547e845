using System.Runtime.CompilerServices;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Cluster.Faults;

/// <summary>
/// A test on a file system that gets full: skipped, with the reason, where none can be mounted, and when not all tests
/// are asked for.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class SmallDiskFactAttribute : FactAttribute
{
    /// <summary>Skips the test when the machine does not let us, or it takes too long.</summary>
    public SmallDiskFactAttribute(
        [CallerFilePath] string? sourceFilePath = null, [CallerLineNumber] int sourceLineNumber = -1)
        : base(sourceFilePath, sourceLineNumber)
    {
        Skip = new SlowFactAttribute().Skip ?? SmallDisk.Unavailable;
    }
}

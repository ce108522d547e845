using System.Runtime.CompilerServices;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Cluster.Faults;

/// <summary>
/// A theory that ends a process at a system call: skipped, with the reason, where that cannot be done.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class SystemCallTheoryAttribute : TheoryAttribute
{
    /// <summary>
    /// Skips the theory when the machine lacks something, or when it takes long and not all tests are asked for.
    /// </summary>
    public SystemCallTheoryAttribute(
        bool isSlow = false,
        [CallerFilePath] string? sourceFilePath = null,
        [CallerLineNumber] int sourceLineNumber = -1)
        : base(sourceFilePath, sourceLineNumber)
    {
        IsSlow = isSlow;
        Skip = SystemCallTrap.Unavailable ?? (isSlow ? new SlowFactAttribute().Skip : null);
    }

    /// <summary>Whether it takes long.</summary>
    public bool IsSlow { get; }
}

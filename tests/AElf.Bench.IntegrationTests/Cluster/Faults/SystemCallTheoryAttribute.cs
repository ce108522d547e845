using System.Runtime.CompilerServices;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Cluster.Faults;

/// <summary>
/// A theory that needs strace. It is skipped, with the reason, if strace does not work.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class SystemCallTheoryAttribute : TheoryAttribute
{
    /// <summary>Sets the reason to skip the theory, if there is one.</summary>
    public SystemCallTheoryAttribute(
        bool isSlow = false,
        [CallerFilePath] string? sourceFilePath = null,
        [CallerLineNumber] int sourceLineNumber = -1)
        : base(sourceFilePath, sourceLineNumber)
    {
        IsSlow = isSlow;
        Skip = SystemCallTrap.Unavailable ?? (isSlow ? new SlowFactAttribute().Skip : null);
    }

    /// <summary>Whether the theory runs only with <c>--all</c>.</summary>
    public bool IsSlow { get; }
}

using System.Runtime.CompilerServices;
using AElf.Bench.TestKit.Network;

namespace AElf.Bench.IntegrationTests.Network;

/// <summary>A test in network namespaces of its own: skipped, with the reason, where none can be made.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class NamespaceFactAttribute : FactAttribute
{
    /// <summary>
    /// Skips the test when the machine lacks something, or when it takes long and not all tests are asked for.
    /// </summary>
    public NamespaceFactAttribute(
        bool isSlow = false,
        [CallerFilePath] string? sourceFilePath = null,
        [CallerLineNumber] int sourceLineNumber = -1)
        : base(sourceFilePath, sourceLineNumber)
    {
        IsSlow = isSlow;
        Skip = TunRelay.Unavailable ?? (isSlow ? new SlowFactAttribute().Skip : null);
    }

    /// <summary>Whether it takes long.</summary>
    public bool IsSlow { get; }
}

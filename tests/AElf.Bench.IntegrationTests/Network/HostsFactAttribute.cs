using System.Runtime.CompilerServices;
using AElf.Bench.TestKit.Network;

namespace AElf.Bench.IntegrationTests.Network;

/// <summary>A test with OpenSSH servers in network namespaces: skipped, with the reason, where none can be.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class HostsFactAttribute : FactAttribute
{
    /// <summary>
    /// Skips the test when the machine lacks something, or when it takes long and not all tests are asked for.
    /// </summary>
    public HostsFactAttribute(
        bool isSlow = false,
        [CallerFilePath] string? sourceFilePath = null,
        [CallerLineNumber] int sourceLineNumber = -1)
        : base(sourceFilePath, sourceLineNumber)
    {
        IsSlow = isSlow;
        Skip = SshHosts.Unavailable ?? (isSlow ? new SlowFactAttribute().Skip : null);
    }

    /// <summary>Whether it takes long.</summary>
    public bool IsSlow { get; }
}

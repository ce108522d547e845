using System.Runtime.CompilerServices;
using AElf.Bench.TestKit.Network;

namespace AElf.Bench.IntegrationTests.Network;

/// <summary>A test with OpenSSH servers in network namespaces. It is skipped, with the reason, without them.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class HostsFactAttribute : FactAttribute
{
    /// <summary>Sets the reason to skip the test, if there is one.</summary>
    public HostsFactAttribute(
        bool isSlow = false,
        [CallerFilePath] string? sourceFilePath = null,
        [CallerLineNumber] int sourceLineNumber = -1)
        : base(sourceFilePath, sourceLineNumber)
    {
        IsSlow = isSlow;
        Skip = SshHosts.Unavailable ?? (isSlow ? new SlowFactAttribute().Skip : null);
    }

    /// <summary>Whether the test runs only with <c>--all</c>.</summary>
    public bool IsSlow { get; }
}

using AElf.Bench.TestKit.Network;

namespace AElf.Bench.IntegrationTests.Network;

/// <summary>A test in network namespaces of its own: skipped, with the reason, where none can be made.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class NamespaceFactAttribute : FactAttribute
{
    /// <summary>Skips the test when the machine lacks something.</summary>
    public NamespaceFactAttribute()
    {
        if (TunRelay.Unavailable is { } why)
        {
            Skip = why;
        }
    }
}

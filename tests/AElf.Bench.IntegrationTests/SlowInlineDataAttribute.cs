using System.Reflection;
using Xunit.Sdk;
using Xunit.v3;

namespace AElf.Bench.IntegrationTests;

/// <summary>
/// A case of a theory that is run only when all tests are asked for: others of its kind are run each time.
/// </summary>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
public sealed class SlowInlineDataAttribute(params object?[] data) : DataAttribute
{
    public override ValueTask<IReadOnlyCollection<ITheoryDataRow>> GetData(
        MethodInfo testMethod, DisposalTracker disposalTracker) =>
        new([new TheoryDataRow(data) { Skip = new SlowFactAttribute().Skip }]);

    public override bool SupportsDiscoveryEnumeration() => true;
}

using System.Reflection;
using Xunit.Sdk;
using Xunit.v3;

namespace AElf.Bench.IntegrationTests;

/// <summary>
/// A case of a theory that runs only with <c>scripts/test.sh --all</c>. Similar cases run each time.
/// </summary>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
public sealed class SlowInlineDataAttribute(params object?[] data) : DataAttribute
{
    public override ValueTask<IReadOnlyCollection<ITheoryDataRow>> GetData(
        MethodInfo testMethod, DisposalTracker disposalTracker) =>
        new([new TheoryDataRow(data) { Skip = new SlowFactAttribute().Skip }]);

    public override bool SupportsDiscoveryEnumeration() => true;
}

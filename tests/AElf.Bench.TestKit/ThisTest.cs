using Xunit;

namespace AElf.Bench.TestKit;

/// <summary>The current test.</summary>
public static class ThisTest
{
    /// <summary>Cancelled with the run of tests, so that no wait continues.</summary>
    public static CancellationToken Cancelled => TestContext.Current.CancellationToken;
}

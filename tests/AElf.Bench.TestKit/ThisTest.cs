using Xunit;

namespace AElf.Bench.TestKit;

/// <summary>The test that runs.</summary>
public static class ThisTest
{
    /// <summary>Cancelled when the run of tests is, so that none of its waits goes on.</summary>
    public static CancellationToken Cancelled => TestContext.Current.CancellationToken;
}

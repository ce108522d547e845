using AElf.Bench.Electrum.Server.Following;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.Tests.Health;

namespace AElf.Bench.Tests.Following;

/// <summary>A node's fees as clients receive them.</summary>
public sealed class NodeFeesTests : IDisposable
{
    private const string NoEstimate = "\"errors\":[\"Insufficient data or no feerate found\"]";

    private readonly ManualClock clock = new();
    private readonly NodeInProcess node = new(seed: 1);
    private readonly NodeRelay relay;

    public NodeFeesTests()
    {
        node.Chain.Generate(1);
        relay = new NodeRelay(node.Open, clock);
    }

    public void Dispose() => relay.Dispose();

    [Fact]
    public void Estimate_NodeHasOne_IsTheNodes()
    {
        Assert.Null(relay.Estimate(2, null));

        node.Damage = (NoEstimate, "\"feerate\":0.00012345");
        Assert.Equal(0.00012345m, relay.Estimate(3, "ECONOMICAL"));
    }

    [Fact]
    public void Rates_NodeIsAway_AreItsLastOnes()
    {
        node.IsAway = true;
        Assert.Throws<IOException>(() => relay.Rates());

        node.IsAway = false;
        var before = relay.Rates();
        Assert.Equal(new FeeRates(0.00001m, 0.00001m, 0.00001m), before);

        node.IsAway = true;
        clock.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal(before, relay.Rates());
    }

    [Fact]
    public void Rates_Repeated_AskTheNodeOnceInTenSeconds()
    {
        relay.Rates();
        var opened = node.Opened;

        relay.Rates();
        Assert.Equal(opened, node.Opened);
        clock.Advance(TimeSpan.FromSeconds(11));
        relay.Rates();
        Assert.Equal(opened + 1, node.Opened);
    }

    [Fact]
    public void Rates_NodeHasNone_IsRefused()
    {
        node.Damage = ("mempoolminfee", "fee");

        Assert.Contains(
            "invalid fee", Assert.Throws<IOException>(() => relay.Rates()).Message, StringComparison.Ordinal);
    }
}

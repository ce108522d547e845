using System.Diagnostics;
using AElf.Bench.Core.Generation;
using AElf.Bench.Harness.Network;

namespace AElf.Bench.Tests.Network;

public sealed class LinkTimingTests
{
    private static readonly long Second = Stopwatch.Frequency;

    private static LinkTiming Link(RelayOptions options) => new(options, new SeededRandom(options.Seed));

    [Fact]
    public void Without_jitter_or_limit_everything_takes_the_delay() =>
        Assert.Equal(7 + Second, Link(new RelayOptions(TimeSpan.FromSeconds(1))).LeavesAt(7, 1 << 20));

    [Fact]
    public void Jitter_lies_between_nothing_and_its_bound_and_follows_the_seed()
    {
        var options = new RelayOptions(TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(2), Seed: 42);
        var link = Link(options);
        var again = Link(options);
        var other = Link(options with { Seed = 43 });

        var drawn = Enumerable.Range(0, 1000).Select(_ => link.LeavesAt(0, 1)).ToArray();

        Assert.All(drawn, leaves => Assert.InRange(leaves, Second, 3 * Second));
        Assert.True(drawn.Max() - drawn.Min() > Second, "the draws spread over the bound");
        Assert.Equal(drawn, Enumerable.Range(0, 1000).Select(_ => again.LeavesAt(0, 1)));
        Assert.NotEqual(drawn[0], other.LeavesAt(0, 1));
    }

    [Fact]
    public void A_limited_link_sends_one_after_the_other()
    {
        var link = Link(new RelayOptions(TimeSpan.FromSeconds(1)) { BytesPerSecond = 1000 });

        Assert.Equal(2 * Second, link.LeavesAt(0, 1000));
        Assert.Equal(3 * Second, link.LeavesAt(0, 1000));
        Assert.Equal(12 * Second, link.LeavesAt(10 * Second, 1000));
    }
}

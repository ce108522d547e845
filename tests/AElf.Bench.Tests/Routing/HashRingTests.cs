using AElf.Bench.Core.Routing;

namespace AElf.Bench.Tests.Routing;

public sealed class HashRingTests
{
    private const int Anchors = 20_000;

    [Fact]
    public void HashRing_ActorAdded_OnlyTakesAnchorsAndAboutItsShare()
    {
        var before = new HashRing(actors: 8, virtualNodes: 64);
        var after = new HashRing(actors: 9, virtualNodes: 64);
        var moved = 0;
        for (var anchor = 0; anchor < Anchors; anchor++)
        {
            // In reverse: when the ninth actor leaves, only its own anchors move.
            if (before.Find(anchor) != after.Find(anchor))
            {
                Assert.Equal(8, after.Find(anchor));
                moved++;
            }
        }

        Assert.InRange(moved, Anchors / 9 / 2, Anchors / 9 * 2);
    }

    [Theory]
    [InlineData(2, 64)]
    [InlineData(8, 64)]
    [InlineData(16, 128)]
    public void HashRing_AnyActor_HasAtMostAboutHalfMoreThanItsShare(int actors, int virtualNodes)
    {
        var ring = new HashRing(actors, virtualNodes);
        var shares = Enumerable.Range(0, Anchors).CountBy(ring.Find).Select(
            share => share.Value * (double)actors / Anchors).ToList();

        Assert.Equal(actors, shares.Count);
        Assert.All(shares, share => Assert.InRange(share, 0.5, 1.5));
    }

    [Fact]
    public void HashRing_SingleActor_OwnsEverything()
    {
        var ring = new HashRing(actors: 1, virtualNodes: 1);

        Assert.All(Enumerable.Range(0, 1000), anchor => Assert.Equal(0, ring.Find(anchor)));
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(1, 0)]
    public void HashRing_WithoutPoints_IsRefused(int actors, int virtualNodes) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new HashRing(actors, virtualNodes));
}

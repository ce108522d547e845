using AElf.Bench.Core.Generation;

namespace AElf.Bench.Tests.Generation;

public sealed class SeededRandomTests
{
    // The first three numbers of the reference implementation (Vigna, splitmix64.c) with seed 1234567.
    [Fact]
    public void SeededRandom_EqualsTheReferenceImplementation()
    {
        var random = new SeededRandom(1234567);

        Assert.Equal(
            [6457827717110365317UL, 3203168211198807973UL, 9817491932198370423UL],
            [random.NextBits(), random.NextBits(), random.NextBits()]);
    }

    [Fact]
    public void Next_Bound_ReachesEveryValueBelowIt()
    {
        var random = new SeededRandom(7);
        var counts = new int[10];
        for (var i = 0; i < 10_000; i++)
        {
            counts[random.Next(10)]++;
        }

        Assert.All(counts, count => Assert.InRange(count, 850, 1150));
        Assert.Equal(0, random.Next(1));
        Assert.Throws<ArgumentOutOfRangeException>(() => random.Next(0));
    }

    [Fact]
    public void Shuffle_Items_AreAllKept()
    {
        var items = Enumerable.Range(0, 1000).ToArray();

        new SeededRandom(3).Shuffle(items);

        Assert.NotEqual(Enumerable.Range(0, 1000), items);
        Assert.Equal(Enumerable.Range(0, 1000), items.Order());
    }

    [Fact]
    public void Part_WithTheSameSeed_DiffersFromTheWhole()
    {
        var whole = new SeededRandom(3);
        var part = whole.Split();

        Assert.NotEqual(whole.NextBits(), part.NextBits());
    }
}

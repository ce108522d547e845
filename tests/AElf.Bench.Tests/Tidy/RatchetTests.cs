namespace AElf.Bench.Tests.Tidy;

public sealed class RatchetTests
{
    private static readonly Ratchet Five = new(new Dictionary<string, int>(StringComparer.Ordinal) { ["smells"] = 5 });

    [Fact]
    public void Check_AtTheLimit_Passes() => Assert.Empty(Five.Check([Smells(5)]));

    [Fact]
    public void Check_AboveTheLimit_NamesThePlaces() =>
        Prose.AssertNames(Assert.Single(Five.Check([Smells(6)])), "smells: 6", "5", "a.cs:1", "b.cs:2");

    [Fact]
    public void Check_BelowTheLimit_NamesTheNewLimit() =>
        Prose.AssertNames(Assert.Single(Five.Check([Smells(4)])), "smells: ", "from 5 to 4");

    [Fact]
    public void Check_WithoutALimit_HasToBeZero()
    {
        Assert.Empty(Five.Check([Smells(5), new Measure("leaks", 0, [])]));
        Prose.AssertNames(
            Assert.Single(Five.Check([Smells(5), new Measure("leaks", 1, ["c.cs:3"])])), "leaks: 1", "0", "c.cs:3");
    }

    [Fact]
    public void Check_LimitWithoutAMeasure_Fails() =>
        Assert.StartsWith("smells: ", Assert.Single(Five.Check([])), StringComparison.Ordinal);

    [Fact]
    public void Lowered_NeverRaises()
    {
        Assert.Empty(Five.Lowered([Smells(4)]).Check([Smells(4)]));
        Assert.Single(Five.Lowered([Smells(6)]).Check([Smells(6)]));
    }

    [Fact]
    public void Lowered_Zero_IsRemoved() => Assert.Empty(Five.Lowered([Smells(0)]).Check([]));

    private static Measure Smells(int value) => new("smells", value, ["a.cs:1", "b.cs:2"]);
}

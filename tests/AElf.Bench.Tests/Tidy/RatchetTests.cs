namespace AElf.Bench.Tests.Tidy;

public sealed class RatchetTests
{
    private static readonly Ratchet Five = new(new Dictionary<string, int>(StringComparer.Ordinal) { ["smells"] = 5 });

    [Fact]
    public void What_is_at_its_limit_passes() => Assert.Empty(Five.Check([Smells(5)]));

    [Fact]
    public void More_fails_and_names_the_places() =>
        Prose.AssertNames(Assert.Single(Five.Check([Smells(6)])), "smells: 6", "5", "a.cs:1", "b.cs:2");

    [Fact]
    public void Fewer_fails_and_says_what_to_lower_it_to() =>
        Prose.AssertNames(Assert.Single(Five.Check([Smells(4)])), "smells: ", "from 5 to 4");

    [Fact]
    public void A_measure_without_a_limit_has_to_be_0()
    {
        Assert.Empty(Five.Check([Smells(5), new Measure("leaks", 0, [])]));
        Prose.AssertNames(
            Assert.Single(Five.Check([Smells(5), new Measure("leaks", 1, ["c.cs:3"])])), "leaks: 1", "0", "c.cs:3");
    }

    [Fact]
    public void A_limit_that_nothing_measures_fails() =>
        Assert.StartsWith("smells: ", Assert.Single(Five.Check([])), StringComparison.Ordinal);

    [Fact]
    public void Lowering_never_raises()
    {
        Assert.Empty(Five.Lowered([Smells(4)]).Check([Smells(4)]));
        Assert.Single(Five.Lowered([Smells(6)]).Check([Smells(6)]));
    }

    [Fact]
    public void A_limit_that_reached_0_is_no_longer_named() => Assert.Empty(Five.Lowered([Smells(0)]).Check([]));

    private static Measure Smells(int value) => new("smells", value, ["a.cs:1", "b.cs:2"]);
}

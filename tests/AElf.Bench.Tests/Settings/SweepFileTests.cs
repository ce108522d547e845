using AElf.Bench.Core.Options;
using AElf.Bench.Settings;

namespace AElf.Bench.Tests.Settings;

public sealed class SweepFileTests
{
    [Fact]
    public void Axes_TextsArraysOrOneValue_AreRead()
    {
        var sweep = SweepFile.Read("s.json", """
            {
              "title": "lanes", // what it is about
              "options": { "transfers": 100, "mode": "multi" },
              "over": { "actors": "1..2", "lanes": [1, 128], "skew": 0.5 }
            }
            """);

        Assert.Equal(("lanes", null, null), (sweep.Title, sweep.Scenario, sweep.Source));
        Assert.Equal("transfers 100, mode multi", new SweepPoint(sweep.Options).Label);
        Assert.Equal(4, sweep.Points.Count);
        Assert.Equal("actors 2, lanes 128, skew 0.5", sweep.Points[3].Label);
    }

    [Fact]
    public void SweepFile_Points_HaveThePublishedFigures()
    {
        var sweep = SweepFile.Read(
            "folder/mine.json",
            """{ "scenario": "cluster", "points": [ { "servers": 4, "published": 11263 }, { "servers": 5 } ] }""");

        Assert.Equal(("mine", "cluster"), (sweep.Title, sweep.Scenario));
        Assert.Equal([11263, null], sweep.Points.Select(point => point.Published));
    }

    [Theory]
    [InlineData("{}", "s.json: no points")]
    [InlineData("[]", "s.json:1: an array is not valid; expected an object in braces")]
    [InlineData("""{ "over": { "actors": "1..2" }, "points": [] }""", "points: the points are set twice")]
    [InlineData("""{ "ovr": {} }""", "s.json:1: ovr: unknown key; did you mean over?")]
    [InlineData("""{ "title": 7 }""", "title: the number 7 is not valid; expected a text in double quotes")]
    [InlineData("""{ "over": { "actors": "4..1" } }""", "over.actors: the text \"4..1\" is not valid")]
    [InlineData("""{ "over": { "actors": 1, "actors": 2 } }""", "over.actors: duplicate key")]
    [InlineData("""{ "points": { "actors": 1 } }""", "points: an object is not valid; expected an array")]
    [InlineData("""{ "points": [ { "published": "1" } ] }""", "points[0].published: the text \"1\" is not valid")]
    [InlineData("""{ "points": [ { "published": -1 } ] }""", "points[0].published: the number -1 is not valid")]
    [InlineData("""{ "points": [ { "actors": null } ] }""", "points[0].actors: null is not valid")]
    public void SweepFile_Invalid_NamesThePlace(string text, string expected)
    {
        var refused = Assert.Throws<ConfigurationFormatException>(() => SweepFile.Read("s.json", text));

        Assert.Contains(expected, refused.Message, StringComparison.Ordinal);
    }
}

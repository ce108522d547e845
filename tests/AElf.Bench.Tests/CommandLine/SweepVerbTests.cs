using AElf.Bench.Core.Options;
using AElf.Benchmark.Verbs.Sweep;

namespace AElf.Bench.Tests.CommandLine;

public sealed class SweepVerbTests
{
    private static readonly string Shipped = Path.Combine(AppContext.BaseDirectory, "config", "sweeps");

    private static IEnumerable<string> Names => Directory.GetFiles(Shipped, "*.json")
        .Select(file => Path.GetFileNameWithoutExtension(file))
        .Order(StringComparer.Ordinal);

    public static TheoryData<string> PublishedTables =>
        [.. Names.Where(name => name.StartsWith("2018", StringComparison.Ordinal))];

    [Fact]
    public void Sweep_Point_IsACommandLine()
    {
        var sweep = Read("actors=1,2 groups=80 --lanes 1 -n 8000 --max-runs 7 --budget 1.5");

        Assert.Equal(
            [
                "--lanes 1 -n 8000 --actors 1 --groups 80 80", "--lanes 1 -n 8000 --actors 2 --groups 80 80",
            ],
            sweep.Commands.Select(command => string.Join(' ', command)),
            StringComparer.Ordinal);
        Assert.Equal("--lanes 1 -n 8000", string.Join(' ', sweep.Shared));
        Assert.Equal("2 points × 5 to 7 runs", sweep.Schedule.Extent);
        Assert.Equal(TimeSpan.FromSeconds(90), sweep.Budget);
    }

    [Fact]
    public void Identity_SameOptionsInAnotherOrder_IsTheSame()
    {
        var sweep = Read("actors=1,2 --lanes 1 -n 8000 --quiet --groups 80");
        var again = Read("actors=1,2 --quiet --groups 80 -n 8000 --lanes 1");

        Assert.Equal(sweep.Identity["command"], again.Identity["command"]);
    }

    [Fact]
    public void Parse_AxisAtAnyPlace_IsAccepted() => Assert.Equal(
        Read("cluster servers=1,2 actors=2,4 --lanes 1").Commands,
        Read("cluster --lanes 1 servers=1,2 actors=2,4").Commands);

    [Fact]
    public void Sweep_Scenario_HasAxes()
    {
        var sweep = Read("cluster servers=1..2 processes=2 --lanes=1");

        Assert.Equal(
            [
                "scenario cluster --lanes=1 --servers 1 --processes 2",
                "scenario cluster --lanes=1 --servers 2 --processes 2",
            ],
            sweep.Commands.Select(command => string.Join(' ', command)),
            StringComparer.Ordinal);
    }

    [Theory]
    [MemberData(nameof(PublishedTables))]
    public void PublishedTable_Every_IsASweepOfAScenario(string name)
    {
        var sweep = Read(name);

        Assert.NotNull(sweep.Definition.Source);
        Assert.All(sweep.Definition.Points, point => Assert.True(point.Published > 0));
        Assert.All(sweep.Commands, command => Assert.Equal("scenario", command[0]));
    }

    [Theory]
    [InlineData("conflicts", 15)]
    [InlineData("growth-block", 5)]
    [InlineData("growth-processes", 4)]
    [InlineData("sharding", 3)]
    public void SweepFile_WithoutPublishedFigures_IsASweep(string name, int points) =>
        Assert.Equal(points, Read(name).Commands.Count);

    [Fact]
    public void SweepFiles_Shipped_ArePublishedTablesAndCostsOfGrowth() => Assert.Equal(
        [
            "2018-scenario-1", "2018-scenario-1-latency", "2018-scenario-2-actors", "2018-scenario-2-servers",
            "2018-scenario-3", "conflicts", "growth-block", "growth-processes", "sharding",
        ],
        Names,
        StringComparer.Ordinal);

    [Fact]
    public void SweepFile_TypedOptions_Win()
    {
        var command = string.Join(' ', Read("2018-scenario-1 -n 240000 --groups 1200 1200").Commands[0]);

        Assert.Equal(
            "scenario single --rounds 5 --lanes 1 --dispatchers per-actor -n 240000 --groups 1200 1200 "
                + "--actors 1",
            command);
    }

    [Fact]
    public void Limit_Rates_AreSearched()
    {
        var line = TransferPrograms.Search;
        var search = line.Read(
            ["single", "rate=poisson:1000..2000", "--limit", "p99 < 5ms", "-n", "8000", "--min-runs=3"]);

        Assert.Empty(line.Problems);
        Assert.Equal("p99 < 5ms", search!.Schedule.Limit?.ToString());
        Prose.AssertNames(search.Definition.Title, "p99 < 5ms", "scenario single");
        Assert.Equal(
            ["scenario single -n 8000 --rate poisson:1000", "scenario single -n 8000 --rate poisson:2000"],
            new[] { search.Commands[0], search.Commands[^1] }.Select(command => string.Join(' ', command)),
            StringComparer.Ordinal);
        Assert.Equal(16, search.Definition.Points.Count);
    }

    [Theory]
    [InlineData("p99 > 5ms", "rate=1..9", "--limit: 'p99 > 5ms' is not valid; expected one of p50, p90, p99, p99.9,")]
    [InlineData("p99 < 5ms", "actors=1..9", "--limit: 'actors=1..9' is not a range of rates; expected rate=LOW..HIGH")]
    [InlineData("p99 < 5ms", "single", "--limit: no rates to search; expected rate=LOW..HIGH")]
    public void Limit_WithoutRates_IsRefused(string limit, string head, string expected)
    {
        var line = TransferPrograms.Search;

        Assert.Null(line.Read([head, "--limit", limit]));
        Assert.Contains(line.Problems, problem => problem.ToString().Contains(expected, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("", "nothing to vary")]
    [InlineData("actors", "nothing to vary; name an axis, such as actors=1,2,4,8")]
    [InlineData("actors=1 actors=2", "actors is given twice")]
    [InlineData("actors=4..1", "'actors=4..1' is not valid; expected NAME=VALUES")]
    [InlineData("actor=1,2", "'actor' is not an option of a run; did you mean actors?")]
    [InlineData("places=1,2", "'places' is not an option of a run")]
    [InlineData("quiet=true", "'quiet' is not an option of a run")]
    [InlineData("actors=1,0 -n 100", "actors 0: --actors: '0' is not valid")]
    [InlineData("actors=1,2 --groups 1 8", "actors 1: sweep: a point makes 8 runs; let it make one")]
    [InlineData("actors=1 -n 10 --groupss 1 1", "--groupss: unknown option; did you mean --groups?")]
    [InlineData("single cluster actors=1", "'single' and 'cluster' are 2 names")]
    [InlineData("actors=1 groups=1 --json a.json", "--json: applies to one run, but a sweep makes many")]
    [InlineData("actors=1 groups=1 --run-id=00000001", "--run-id: applies to one run")]
    [InlineData("actors=1 groups=1 --min-runs 0", "--min-runs: '0' is not valid")]
    [InlineData("actors=1 groups=1 --min-runs 5 --max-runs 4", "4 is not valid; expected at least --min-runs, 5")]
    [InlineData("actors=1 groups=1 --precision", "--precision: value missing")]
    [InlineData(
        "actors=1 groups=1 --benchmark genAccount --database redis", "--benchmark: genAccount measures nothing")]
    [InlineData("2018-scenario-1 actors=1", "'actors=1' cannot be combined with a file of points")]
    [InlineData("no/such.json", "no/such.json: file does not exist")]
    public void Sweep_InvalidValue_IsRefusedBeforeARun(string words, string expected)
    {
        var line = TransferPrograms.Sweep;

        Assert.Null(line.Read(Words(words)));

        Assert.Single(line.Problems, problem => problem.ToString().Contains(expected, StringComparison.Ordinal));
    }

    [Fact]
    public void Search_Point_HasItsName()
    {
        var line = TransferPrograms.Search;

        Assert.Null(line.Read(Words("actors=1,2 --groups 1 8")));

        Assert.Contains(
            line.Problems, problem => problem.ToString().StartsWith("actors 1: optimize: ", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("", "optimize: nothing to vary")]
    [InlineData("actors=4..1", "optimize: 'actors=4..1' is not valid")]
    [InlineData("actors=1 actors=2", "optimize: actors is given twice")]
    [InlineData("single cluster actors=1", "optimize: 'single' and 'cluster' are 2 names")]
    public void Parse_SearchProblem_NamesTheSearch(string words, string expected)
    {
        var line = TransferPrograms.Search;

        Assert.Null(line.Read(Words(words)));

        Assert.StartsWith(expected, Assert.Single(line.Problems).ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Parse_SameProblemOfAllPoints_IsReportedOnce()
    {
        var line = TransferPrograms.Sweep;

        line.Read(Words("actors=1..30 --skew 9"));

        Assert.Equal("actors 1: --skew", Assert.Single(line.Problems).What);
    }

    private static SweepStudy Read(string words)
    {
        var line = TransferPrograms.Sweep;
        var sweep = line.Read(Words(words));
        Assert.Empty(line.Problems);
        return sweep!;
    }

    private static string[] Words(string text) => text.Split(' ', StringSplitOptions.RemoveEmptyEntries);
}

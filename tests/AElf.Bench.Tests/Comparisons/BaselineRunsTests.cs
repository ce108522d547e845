using System.Text.Json.Nodes;
using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.Processes;
using static AElf.Bench.Tests.Comparisons.ComparisonScheduleTests;

namespace AElf.Bench.Tests.Comparisons;

public sealed class BaselineRunsTests : IDisposable
{
    private static readonly MachineClass Machine =
        new("AMD EPYC", 2, 24, "Debian 12, kernel 6.1.0, x64", ".NET 10.0.1");

    private readonly TemporaryFolder folder = new();

    private string FilePath => Path.Combine(folder.Path, "main.json");

    [Fact]
    public void Save_RunsWithoutAFigure_AreLeftOut()
    {
        ComparedRun[] runs = [Run(Side.Candidate, 1000), Run(Side.Candidate, null), Run(Side.Candidate, 1010)];

        BaselineRuns.From("2026-11-22T12:00:00Z", Machine, ["-n", "800", "--quiet"], runs).Write(FilePath);
        var stored = BaselineRuns.Read(FilePath);

        Assert.Equal([1000, 1010], stored.Runs.Select(run => run.Tps!.Value));
        Assert.All(stored.Runs, run => Assert.Equal(Side.Baseline, run.Side));
        Assert.Equal("-n 800", string.Join(' ', stored.Words));
        Assert.Equal((Machine, "1.2.3+0a1b2c3d"), (stored.Machine, stored.Version));
    }

    [Theory]
    [InlineData("", "is not a baseline")]
    [InlineData("{}", "is not a baseline: it lacks '")]
    [InlineData("[1]", "is not a baseline")]
    public void BaselineRuns_OtherFile_IsNamed(string text, string expected)
    {
        File.WriteAllText(FilePath, text);

        var refused = Assert.Throws<FormatException>(() => BaselineRuns.Read(FilePath));

        Assert.Contains(expected, refused.Message, StringComparison.Ordinal);
        Assert.Contains("--save-baseline", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("machine", "null", "$.machine")]
    [InlineData("words", "[null]", "$.words")]
    [InlineData("runs", "[null]", "$.runs")]
    [InlineData("runs", "[{}]", "main.json")]
    [InlineData("schema", "\"aelf-bench/baseline/2\"", "aelf-bench/baseline/1")]
    public void Read_BaselineChangedByHand_NamesThePlace(
        string member, string value, string expected)
    {
        BaselineRuns.From("2026-11-22T12:00:00Z", Machine, ["-n", "800"], [Run(Side.Candidate, 1000)])
            .Write(FilePath);
        var changed = JsonNode.Parse(File.ReadAllText(FilePath))!;
        changed[member] = JsonNode.Parse(value);
        File.WriteAllText(FilePath, changed.ToJsonString());

        var refused = Assert.Throws<FormatException>(() => BaselineRuns.Read(FilePath));

        Assert.Contains(expected, refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Machines_DifferentClasses_NameEachDifference()
    {
        Assert.Empty(Machine.DifferencesFrom(Machine with { }));
        Prose.AssertNames(
            string.Join('\n',
            Machine.DifferencesFrom(Machine with { Cores = 8, MemoryGb = 32, Runtime = ".NET 10.0.2" })),
            "cores: 2 here, 8 there", "24 GiB here", "32 GiB there", "10.0.1 here", "10.0.2 there");
        Assert.Single(Machine.DifferencesFrom(Machine with { Cpu = "Xeon" }));
        Assert.Single(Machine.DifferencesFrom(Machine with { Os = "Debian 13" }));
    }

    public void Dispose() => folder.Dispose();
}

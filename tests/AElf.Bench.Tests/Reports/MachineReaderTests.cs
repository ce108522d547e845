using AElf.Bench.Harness.Processors;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;

namespace AElf.Bench.Tests.Reports;

public sealed class MachineReaderTests
{
    private static readonly EnvironmentReport Machine =
        MachineReader.Read(
            typeof(RunReport).Assembly, new DateTimeOffset(2026, 11, 21, 14, 0, 0, TimeSpan.FromHours(2)));

    [Fact]
    public void MachineReader_EveryField_IsKnown()
    {
        Assert.All(
            [Machine.Cpu, Machine.Os, Machine.Runtime, Machine.Build, Machine.Version],
            field => Assert.False(string.IsNullOrWhiteSpace(field)));
        Assert.Equal(KernelLimits.Cores, Machine.Cores);
        Assert.InRange(Machine.MemoryGb, 0.1, 1e6);
        Assert.Equal("2026-11-21T12:00:00Z", Machine.StartedUtc);
    }

    [Fact]
    public void Environment_NamesNeitherHostNorUser()
    {
        var text = Machine.ToString();

        Assert.DoesNotContain(Environment.MachineName, text, StringComparison.Ordinal);
        Assert.DoesNotContain(Environment.CurrentDirectory, text, StringComparison.Ordinal);
    }

    [Fact]
    public void Library_Loaded_IsNamedWithThePackagesVersion()
    {
        var loaded = typeof(StackExchange.Redis.RedisKey).Assembly.GetName().Version!;

        var version = MachineReader.Libraries()["StackExchange.Redis"];

        Assert.StartsWith($"{loaded.Major}.", version, StringComparison.Ordinal);
        Assert.DoesNotContain('+', version);
    }

    [Fact]
    public void MachineReader_VersionsOfLibraries_FollowTheVersionOfTheProduct()
    {
        var run = ExampleReports.PassingRedis;
        var libraries = new SortedDictionary<string, string>(StringComparer.Ordinal)
        {
            ["RocksDB"] = "11.12.0",
            ["Akka"] = "1.5.74",
        };

        var page = MarkdownExporter.Format([run with { Environment = run.Environment with { Libraries = libraries } }]);

        Prose.AssertNames(page, "version 1.0.0", "Akka 1.5.74", "RocksDB 11.12.0");
    }

    [Fact]
    public void Build_OfTheReport_IsThatOfTheTests() =>
#if DEBUG
        Assert.Equal("Debug", Machine.Build);
#else
        Assert.Equal("Release", Machine.Build);
#endif

    [Theory]
    [InlineData(
        "processor\t: 0\nmodel\t\t: 2\nmodel name\t: Example CPU 9000 @ 3.00GHz\nmodel name\t: second",
        "Example CPU 9000 @ 3.00GHz")]
    [InlineData("model name\t:\nmodel name\t: Example", "Example")]
    [InlineData("processor\t: 0\nCPU part\t: 0xd0c", null)]
    [InlineData("", null)]
    public void Processor_Several_IsTheFirstOne(string lines, string? model) =>
        Assert.Equal(model, MachineReader.ModelIn(lines.Split('\n')));
}

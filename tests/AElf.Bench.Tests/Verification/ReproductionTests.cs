using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Statistics;
using AElf.Bench.Harness.Verification;
using AElf.Bench.Tests.Reports;

namespace AElf.Bench.Tests.Verification;

public sealed class ReproductionTests
{
    private static readonly RunReport Before = ExampleReports.PassingRedis;

    [Fact]
    public void Reproduction_SameRun_HasRatioOne()
    {
        var same = new Reproduction(Before, Before);
        var (low, high, _) = same.Interval!.Value;

        Assert.Equal(1, same.Ratio!.Value, 1e-12);
        Assert.InRange(1, low, high);
        Assert.Equal(1, low * high, 1e-12);
        Assert.Empty(same.MachineDifferences);
    }

    [Fact]
    public void LoadDifferences_OtherSizeOrContracts_NamesBoth()
    {
        var larger = Before with { BlockWeight = Before.BlockWeight + 1 };
        var facts = new Dictionary<string, FactValue>(Before.Facts) { ["contractHash"] = "0123456789abcdef" };

        Assert.Empty(new Reproduction(Before, Before).LoadDifferences);
        Assert.Single(new Reproduction(Before, larger).LoadDifferences);
        Prose.AssertNames(
            Assert.Single(new Reproduction(Before, Before with { Facts = facts }).LoadDifferences),
            "0123456789abcdef", "none");
    }

    [Theory]
    [InlineData("0000000a", "0000000b", 1)]
    [InlineData("0000000a", "0000000a", 0)]
    [InlineData(null, "0000000b", 0)]
    public void LoadDifferences_OtherContentsOfOneSize_NamesThem(string? before, string now, int differences)
    {
        static RunReport With(string? checksum) => Before with
        {
            Facts = new Dictionary<string, FactValue>(Before.Facts) { [LoadFacts.Checksum] = checksum },
        };

        var found = new Reproduction(With(before), With(now)).LoadDifferences;

        Assert.Equal(differences, found.Count);
        Assert.All(found, each => Prose.AssertNames(each, before!, now));
    }

    [Fact]
    public void Reproduction_OtherStoreAtTheAddress_IsNamed()
    {
        var other = Before with
        {
            Store = Before.Store with { Shards = [Before.Store.Shards[0] with { Version = "valkey 8.1" }] },
        };

        Assert.Empty(Differences(new Reproduction(Before, Before)));
        Prose.AssertNames(Assert.Single(Differences(new Reproduction(Before, other))), "redis 7.0.15", "valkey 8.1");
    }

    [Fact]
    public void Differences_OtherPersistenceAndShards_NameEachPartOfTheStore()
    {
        var shard = Before.Store.Shards[0] with { Persistence = "none" };
        var other = Before with { Store = Before.Store with { Shards = [shard, shard] } };

        string[] differences = [.. Differences(new Reproduction(Before, other))];
        Assert.Equal(2, differences.Length);
        Prose.AssertNames(differences[0], "aof everysec in the", "none in the run");
        Prose.AssertNames(differences[1], "1 shard", "2 shards");
    }

    [Fact]
    public void Reproduction_DisturbedRounds_AreNotInTheInterval()
    {
        var quiet = With([10, 9, 8, 11, 12]);
        var busy = new ProcessorReport(2, 1, 1, 0, null, null, 0, []);
        var disturbed = With([10, 9, 8, 11, 12, 1, 1]) with { Tps = quiet.Tps };
        disturbed = disturbed with
        {
            Rounds = [.. disturbed.Rounds.Select(round => round.Tps < 2 ? round with { Processors = busy } : round)],
        };

        Assert.Equal(new Reproduction(quiet, quiet).Interval, new Reproduction(quiet, disturbed).Interval);
        var lines = CsvExporter.Format([disturbed]).Split("\r\n");
        Assert.Equal(2, lines.Count(line => line.EndsWith(",1,1", StringComparison.Ordinal)));
    }

    private static IReadOnlyList<string> Differences(Reproduction reproduction) =>
    [
        .. reproduction.Sections()[0].Figures.Where(figure => figure.Name is "differences")
            .SelectMany(figure => figure.Lines),
    ];

    // Of five rounds the interval is from the smallest to the largest, in 1 − 2 ÷ 2⁵ of cases; of ten from the second
    // smallest to the second largest, in 1 − 2 × 11 ÷ 2¹⁰.
    [Fact]
    public void Reproduction_Interval_SpansThoseOfBothMedians()
    {
        var (low, high, coverage) = new Reproduction(
            With([10, 9, 8, 11, 12]), With([10, 24, 20, 21, 22, 23, 25, 26, 27, 90])).Interval!.Value;

        Assert.Equal(20.0 / 12, low, 1e-12);
        Assert.Equal(27.0 / 8, high, 1e-12);
        Assert.Equal(0.9375 * (1 - (22.0 / 1024)), coverage, 1e-6);
    }

    // As many as other programs on a shared machine slow down.
    [Fact]
    public void Reproduction_SlowRounds_IntervalHoldsAsOftenAsStated()
    {
        const int Trials = 4_000;
        const double Slow = 0.2;
        var random = new Random(20220201);
        var held = 0;
        for (var trial = 0; trial < Trials; trial++)
        {
            var before = With([.. Enumerable.Range(0, 5).Select(_ => Math.Exp(0.05 * Normal(random)))]);
            var now = With([.. Enumerable.Range(0, 5).Select(_ => random.NextDouble() < Slow
                ? 0.5
                : Math.Exp(0.05 * Normal(random)))]);

            // With a fifth of slow rounds, the median is the 3/8 quantile of the others.
            var right = Math.Exp(0.05 * MathNet.Numerics.Distributions.Normal.InvCDF(0, 1, 0.375));
            var (low, high, _) = new Reproduction(before, now).Interval!.Value;
            held += low <= right && right <= high ? 1 : 0;
        }

        Assert.InRange((double)held / Trials, 0.9375 * 0.9375, 1);
    }

    [Fact]
    public void Reproduction_Ratio_StatesIntervalAndConfidence() => Prose.AssertNames(
        Text(new Reproduction(With([8, 9, 10, 11, 12]), With([8, 9, 10, 11, 12]))), "1.00", "from 0.667 to 1.50",
        "87.9 %");

    [Fact]
    public void Reproduction_FewRoundsOrFailedRun_HasNoIntervalOrRatio()
    {
        Assert.Null(new Reproduction(Before, With([1, 2, 3, 4])).Interval);
        var failed = new Reproduction(Before, ExampleReports.FailedAudit.Published());

        Assert.Null(failed.Ratio);
        Assert.Null(failed.Interval);
        Assert.Contains("has no figure", Text(failed), StringComparison.Ordinal);
    }

    [Fact]
    public void Reproduction_OtherLibraryVersion_IsNamed()
    {
        static RunReport With(string akka) => Before with
        {
            Environment = Before.Environment with
            {
                Libraries = new Dictionary<string, string>(StringComparer.Ordinal) { ["Akka"] = akka },
            },
        };

        Prose.AssertNames(Text(new Reproduction(With("1.5.73"), With("1.5.74"))), "Akka 1.5.73", "1.5.74 in the run");
    }

    [Fact]
    public void Reproduction_MachinesOfDifferentClasses_AreNamed()
    {
        var elsewhere = Before with { Environment = Before.Environment with { Cores = 64, Cpu = "Other CPU" } };

        var text = Text(new Reproduction(Before, elsewhere));

        Assert.Contains("of different classes", text, StringComparison.Ordinal);
        Prose.AssertNames(text, "Other CPU here", "Example CPU 9000 there");
        Assert.Contains("cores: 64 here, 4 there", text, StringComparison.Ordinal);
    }

    private static RunReport With(IEnumerable<double> tps)
    {
        RoundReport[] rounds = [.. tps.Select((each, index) => new RoundReport(index + 1, 1, 1, 1, 1, each, 0))];
        return Before with
        {
            Rounds = rounds,
            Tps = SummaryStatistics.Describe([.. rounds.Select(round => round.Tps)]),
        };
    }

    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());

    private static IEnumerable<string> Rows(Reproduction reproduction) => reproduction.Sections()
        .SelectMany(section => section.Tables).SelectMany(table => table.Rows).Select(row => string.Join('|', row));

    private static string Text(Reproduction reproduction) => string.Join('\n', reproduction.Sections()
        .SelectMany(section => section.Figures).SelectMany(figure => figure.Lines.Prepend(figure.Name)));
}

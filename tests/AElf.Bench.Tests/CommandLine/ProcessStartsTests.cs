using AElf.Bench.Core.Options;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Tests.Settings;
using AElf.Benchmark.Verbs.Measure;

namespace AElf.Bench.Tests.CommandLine;

public sealed class ProcessStartsTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    public void Dispose() => folder.Dispose();

    private BenchmarkOptions Options(string line) => Assert.IsType<BenchmarkOptions>(
        Assert.IsType<ParseOutcome.Run>(TransferPrograms.Benchmark.Parse(
            ["-n", "8000", .. line.Split(' ', StringSplitOptions.RemoveEmptyEntries)],
            new Dictionary<string, string>(StringComparer.Ordinal),
            folder.Path,
            userData: "")).Options);

    [Theory]
    [InlineData("--groups 80", 3, 6)]
    [InlineData("--groups 80 --rounds 7", 3, 7)]
    [InlineData("--groups 80 --starts 1", 1, 10)]
    [InlineData("--groups 80 81", 1, 10)]
    [InlineData("--groups 80 --database redis", 1, 10)]
    [InlineData("--groups 80 --database redis --starts 2", 2, 6)]
    public void Starts_Several_HaveTheGivenRoundsOrSix(string line, int starts, int rounds)
    {
        var call = Options(line);
        var start = call.OfStart();

        Assert.Equal(starts, call.Starts);
        Assert.Equal(rounds, start.Measure.Rounds);
        Assert.Equal($"{rounds}", start.Effective[MeasureSettings.Rounds.Name].Text);
        Assert.All(start.Plans, plan => Assert.Equal($"{rounds}", plan.Submission[MeasureSettings.Rounds.Name]));
    }

    [Theory]
    [InlineData("--groups 80 --duration 3s", 1000)]
    [InlineData("--groups 80 --duration 10s", 3334)]
    [InlineData("--groups 80 --duration 3s --starts 1", 3000)]
    public void Starts_Duration_IsSharedEvenly(string line, int milliseconds)
    {
        var (call, share) = (Options(line), TimeSpan.FromMilliseconds(milliseconds));
        var start = call.OfStart();

        Assert.Equal(share, start.Measure.Duration);
        Assert.Equal(call.Effective, start.Effective);
        Assert.All(start.Plans, plan => Assert.Equal(
            MeasureSettings.Duration.Rule.Format(share), plan.Submission[MeasureSettings.Duration.Name]));
    }
}

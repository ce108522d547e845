using System.Globalization;
using AElf.Bench.Core.Generation;
using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.Statistics;
using MathNet.Numerics.Statistics;

namespace AElf.Bench.Tests.Comparisons;

/// <summary>
/// The promises of the gate in the noise of real runs: comparisons are drawn from recorded runs of one build
/// (<c>scripts/gate-trials.sh --kind record</c>) and decided by the rule of <c>compare</c>. Comparison N of a row is
/// drawn with seed N.
/// </summary>
public sealed class GateRecordsTests(ITestOutputHelper output)
{
    private static readonly string File = Environment.GetEnvironmentVariable("AELF_GATE_RECORDS")
        ?? Path.Combine(AppContext.BaseDirectory, "Comparisons", "gate-records.csv");

    private static readonly Dictionary<string, ComparedRun[]> Records = System.IO.File.ReadLines(File)
        .Skip(1)
        .Select(line => line.Split(','))
        .GroupBy(cells => cells[0], StringComparer.Ordinal)
        .ToDictionary(load => load.Key, load => load.Select(Run).ToArray(), StringComparer.Ordinal);

    /// <summary>The loads, each on a quiet machine and with a busy loop.</summary>
    public static TheoryData<string> Loads => [.. Records.Keys];

    [Theory]
    [MemberData(nameof(Loads))]
    public void SameBuild_DrawnFromRecordedRuns_FailsInFewerThanPromised(string load)
    {
        var played = GateTrials.Play(GateTrials.Drawn, seed => Draw(load, seed, run => run));

        output.WriteLine(GateTrials.Row("drawn", Described(load), played));
        Assert.InRange(played.Failed, 0, GateTrials.Allowed(PairedDifference.Error, GateTrials.Drawn));
    }

    // On a noisy machine many comparisons are undecided after 200 pairs; the table shows how many changes are found.
    [Theory]
    [MemberData(nameof(Loads))]
    public void Candidate_SlowerOrAllocatingMore_PassesNotMoreOftenThanPromised(string load)
    {
        var slower = GateTrials.Play(
            GateTrials.Found, seed => Draw(load, seed, run => run with { Tps = 0.95 * run.Tps }));
        var more = GateTrials.Play(GateTrials.Found, seed => Draw(load, seed, run => run with
        {
            Counts = run.Counts! with { AllocatedBytes = run.Counts.AllocatedBytes + 2.4 },
        }));

        output.WriteLine(GateTrials.Row("slower", load, slower));
        output.WriteLine(GateTrials.Row("allocating", load, more));
        Assert.InRange(slower.Passed, 0, GateTrials.Allowed(2 * PairedDifference.Error, GateTrials.Found));
        Assert.InRange(more.Passed, 0, GateTrials.Allowed(2 * PairedDifference.Error, GateTrials.Found));
    }

    [Theory]
    [MemberData(nameof(Loads))]
    public void Counts_OfRecordedRuns_Repeat(string load)
    {
        var first = Records[load][0].Counts!;

        Assert.All(Records[load], run => Assert.Equal(
            (first.Operations, first.Messages), (run.Counts!.Operations, run.Counts.Messages)));
    }

    // Name, number of runs, median of TPS and its variation, median of bytes allocated and their standard deviation.
    private static string Described(string load)
    {
        double[] tps = [.. Records[load].Select(run => run.Tps!.Value)];
        double[] bytes = [.. Records[load].Select(run => run.Counts!.AllocatedBytes)];
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{load} | {bytes.Length} | {tps.Median():0} | {100 * tps.StandardDeviation() / tps.Mean():0.0} % | "
                + $"{bytes.Median():0.00} | {bytes.StandardDeviation():0.00}");
    }

    private static IEnumerable<(ComparedRun, ComparedRun)> Draw(
        string load, int seed, Func<ComparedRun, ComparedRun> change)
    {
        var (random, runs) = (new SeededRandom((ulong)seed), Records[load]);
        while (true)
        {
            yield return (runs[random.Next(runs.Length)], change(runs[random.Next(runs.Length)]));
        }
    }

    private static ComparedRun Run(string[] cells)
    {
        double Cell(int at) => double.Parse(cells[at], CultureInfo.InvariantCulture);
        return GateTrials.Run(Side.Baseline, Cell(1), new RunCounts(Cell(2), Cell(3), Cell(4), (long)Cell(5)));
    }
}

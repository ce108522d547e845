using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Harness.Sweeps;
using AElf.Bench.Tests.CommandLine;
using AElf.Benchmark.Verbs.Studies;

namespace AElf.Bench.Tests.Sweeps;

public sealed class SweepJournalTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    private string FilePath => Path.Combine(folder.Path, "runs.jsonl");

    [Fact]
    public void Journal_Runs_AreReadBack()
    {
        SweepRun[] runs = [Run(0, 1234.5), Run(1, null)];
        Write(runs);

        using var journal = Open();

        Assert.Equivalent(runs, journal.Runs, strict: true);
    }

    [Fact]
    public void Journal_FirstLine_IdentifiesTheStudy()
    {
        const string identity = """{"command":["-n","100"],"points":["actors 1","actors 2"]}""";

        Write();

        Assert.Equal(identity, Assert.Single(File.ReadAllLines(FilePath)));
    }

    [Fact]
    public void Journal_LineCutByAKill_IsIgnored()
    {
        Write(Run(0, 1000), Run(1, 2000));
        var whole = File.ReadAllBytes(FilePath);
        var second = Array.LastIndexOf(whole, (byte)'\n', whole.Length - 2) + 1;

        for (var length = second; length < whole.Length; length++)
        {
            File.WriteAllBytes(FilePath, whole[..length]);
            using (var journal = Open())
            {
                Assert.Equivalent(new[] { Run(0, 1000) }, journal.Runs, strict: true);
                journal.Add(Run(1, 2000));
            }

            Assert.Equal(whole, File.ReadAllBytes(FilePath));
        }
    }

    [Fact]
    public void Journal_OfAnotherSweep_IsRefused()
    {
        Write(Run(0, 1000));

        var refused = Assert.Throws<FormatException>(() => Open("200").Dispose());

        Assert.Contains("another --folder", refused.Message, StringComparison.Ordinal);
        using var journal = Open();
        Assert.Single(journal.Runs);
    }

    [Fact]
    public void Journal_InUse_IsRefused()
    {
        using var first = Open();

        Assert.Throws<IOException>(() => Open().Dispose());
    }

    [Fact]
    public void Journal_InvalidLine_IsNamed()
    {
        Write(Run(0, 1000));
        File.AppendAllText(FilePath, "nonsense\n");

        var refused = Assert.Throws<FormatException>(() => Open().Dispose());

        Assert.Contains($"{FilePath}:3", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(2)]
    [InlineData(-1)]
    public void Journal_UnknownPoint_IsNamed(int point)
    {
        Write(Run(0, 1000), Run(point, 1000));

        var refused = Assert.Throws<FormatException>(() => Open().Dispose());

        Assert.Contains($"{FilePath}:3", refused.Message, StringComparison.Ordinal);
        Assert.Contains($"its point is {point}", refused.Message, StringComparison.Ordinal);
    }

    public void Dispose() => folder.Dispose();

    private static SweepRun Run(int point, double? tps) => new(
        point, $"actors {point + 1}", 2.5, tps is null ? Verdict.Failed : Verdict.Pass, tps, "reports/1.json")
    {
        Values = new Dictionary<string, double>(StringComparer.Ordinal) { ["p99"] = 17 },
    };

    private RunJournal<SweepRun> Open(string transfers = "100")
    {
        var sweep = TransferPrograms.Sweep.Read(["actors=1,2", "-n", transfers])!;
        return new(FilePath, "sweep", sweep.Identity, sweep.FaultOf);
    }

    private void Write(params SweepRun[] runs)
    {
        using var journal = Open();
        Array.ForEach(runs, journal.Add);
    }
}

using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Tests.Comparisons;
using AElf.Benchmark.Verbs.Compare;

namespace AElf.Bench.Tests.CommandLine;

public sealed class CompareVerbTests : IDisposable
{
    private static readonly string ThisBuild = Path.Combine(AppContext.BaseDirectory, "AElf.Benchmark.dll");

    private readonly TemporaryFolder folder = new();

    [Fact]
    public void Parse_OptionsOfOneSide_ComparesThisBuildWithThem()
    {
        var compared = Read("--candidate", "lanes=8 repeattime=40", "-n", "8000", "--groups", "80", "80");

        Assert.Equal("-n 8000 --groups 80 80", string.Join(' ', compared.Baseline.Words));
        Assert.Equal(
            "-n 8000 --groups 80 80 --lanes 8 --rounds 40", string.Join(' ', compared.Candidate.Words));
        Assert.Equal((ThisBuild, ThisBuild), (compared.Baseline.Program, compared.Candidate.Program));
    }

    [Fact]
    public void Side_Folder_IsTheProgramInIt()
    {
        var program = Path.Combine(folder.Path, "AElf.Benchmark.dll");
        File.WriteAllText(program, "");

        var compared = Read("--baseline", folder.Path, "-n", "800", "--groups", "8", "8", "--threshold=2.5%");

        Assert.Equal((program, ThisBuild), (compared.Baseline.Program, compared.Candidate.Program));
        Assert.Equal(compared.Baseline.Words, compared.Candidate.Words);
        Assert.Equal(0.025, compared.Limits.Threshold, 1e-12);
        Assert.True(compared.Limits is { CountsGate: true, StopsWhenSure: true, RunsBaseline: true });
    }

    [Theory]
    [InlineData("AElf.Benchmark.dll", "AElf.Benchmark.dll", "AElf.Benchmark", "aelf-bench.dll", "aelf-bench")]
    [InlineData("aelf-bench.dll", "aelf-bench.dll", "aelf-bench", "aelf-bench.deps.json")]
    [InlineData("aelf-bench", "aelf-bench", "LICENSE")]
    [InlineData("AElf.Benchmark", "AElf.Benchmark", "AElf.Concurrency.Manager.dll")]
    public void Parse_FolderOfABuild_FindsItsBenchmarkProgram(
        string program, params string[] files)
    {
        Array.ForEach(files, file => File.WriteAllText(Path.Combine(folder.Path, file), ""));

        Assert.Equal(
            Path.Combine(folder.Path, program),
            Read("--candidate", folder.Path, "-n", "800", "--groups", "8", "8").Candidate.Program);
    }

    [Fact]
    public void Side_SingleFile_IsAccepted_AndAProgramWithoutMeasurementIsNot()
    {
        var single = Path.Combine(folder.Path, "aelf-bench-1.2-linux-x64");
        File.WriteAllText(single, "");
        string[] words = ["--baseline", single, "-n", "800", "--groups", "8", "8"];
        Assert.Contains($"'{single}'", Refusal(words), StringComparison.Ordinal);

        File.SetUnixFileMode(single, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        Assert.Equal((single, $"the build {single}"), (Read(words).Baseline.Program, Read(words).Baseline.Label));

        var manager = Path.Combine(folder.Path, "AElf.Concurrency.Manager.dll");
        File.WriteAllText(manager, "");
        Assert.Contains($"'{manager}'", Refusal("--candidate", manager), StringComparison.Ordinal);
    }

    [Fact]
    public void Compare_Scenario_StartsTheProcessesOfBothSides()
    {
        var compared = Read("cluster", "--candidate", "servers=2", "--lanes=1", "--quiet");

        Assert.Equal("scenario cluster --lanes=1 --quiet", string.Join(' ', compared.Baseline.Words));
        Assert.Equal("scenario cluster --lanes=1 --quiet --servers 2", string.Join(' ', compared.Candidate.Words));
        Assert.True(compared.Runs.AreQuiet);
    }

    [Fact]
    public void MachineOnly_Repeats_UntilTheBudgetEnds()
    {
        var compared = Read("--aa", "--budget", "0.5", "-n", "800", "--groups", "8", "8");

        Assert.True(compared is { IsSame: true, Limits: { StopsWhenSure: false, InconclusiveFails: false } });
        Assert.Equal(TimeSpan.FromSeconds(30), compared.Budget);
        Assert.Equal(compared.Baseline, compared.Candidate);
    }

    [Theory]
    [InlineData("", true)]
    [InlineData("--inconclusive=fail", true)]
    [InlineData("--inconclusive=pass", false)]
    public void Inconclusive_Candidate_FailsUnlessAllowed(string words, bool fails)
    {
        string[] own = words.Split(' ', StringSplitOptions.RemoveEmptyEntries);

        var compared = Read(["--candidate", "lanes=8", "-n", "800", "--groups", "8", "8", .. own]);

        Assert.Equal(fails, compared.Limits.InconclusiveFails);
    }

    [Fact]
    public void StoredBaseline_Options_AreUsedWithoutARun()
    {
        var file = Save(TransferPrograms.Machine);

        var compared = Read("--baseline", file, "--quiet");

        Assert.Equal(["-n", "800", "--groups", "8", "8", "--quiet"], compared.Candidate.Words);
        Assert.Equal(1, compared.Stored?.Runs.Count);
        Assert.False(compared.Limits.RunsBaseline);
        var typed = Read("--baseline", file, "-n", "800", "--groups", "8", "8", "--quiet");
        Assert.Equal(compared.Candidate.Words, typed.Candidate.Words);
        Assert.NotNull(Read("--baseline", file, "--groups", "8", "8", "-n", "800", "--quiet").Stored);
    }

    [Fact]
    public void StoredBaseline_OtherMachineClass_IsRefused()
    {
        var file = Save(TransferPrograms.Machine with { Cores = 64 });

        Prose.AssertNames(Refusal("--baseline", file), "cores: 2 here, 64 there");
    }

    [Fact]
    public void StoredBaseline_OtherOptions_IsRefused() => Assert.Contains(
        "-n 800 --groups 8 8",
        Refusal("--baseline", Save(TransferPrograms.Machine), "-n", "900", "--groups", "8", "8"),
        StringComparison.Ordinal);

    [Fact]
    public void SaveBaseline_Candidate_IsTheOnlySide()
    {
        var saved = Read("--save-baseline", Path.Combine(folder.Path, "b.json"), "-n", "800", "--groups", "8", "8");

        Assert.True(saved.Limits is { RunsBaseline: false, StopsWhenSure: false, MaxRuns: 60 });
        Assert.StartsWith(
            "--baseline: ",
            Refusal("--save-baseline", "b.json", "--baseline", folder.Path),
            StringComparison.Ordinal);
    }

    [Fact]
    public void CiExamples_EveryOption_Exists()
    {
        string[] known =
        [
            .. TransferPrograms.Compare.Program.Known, .. TransferPrograms.Benchmark.Program.Known,
        ];
        var files = Directory.GetFiles(Path.Combine(AppContext.BaseDirectory, "config", "ci"), "*.yml");

        Assert.Equal(3, files.Length);
        Assert.All(files, file =>
        {
            var text = File.ReadAllText(file);
            new YamlDotNet.RepresentationModel.YamlStream().Load(new StringReader(text));
            var words = text[text.IndexOf(" compare --baseline", StringComparison.Ordinal)..]
                .Split((char[])[' ', '\n'], StringSplitOptions.RemoveEmptyEntries)
                .TakeWhile(word => word is not "-" && !word.EndsWith(':'));
            Assert.All(
                words.Where(word => word.StartsWith('-')),
                word => Assert.Contains(word, known, StringComparer.Ordinal));
        });
    }

    [Theory]
    [InlineData("", "nothing to compare; name a build or options with --baseline or --candidate")]
    [InlineData("--candidate no/such/folder", "'no/such/folder' is neither a build nor options")]
    [InlineData(
        "--baseline /tmp", "'/tmp' contains no benchmark program: neither aelf-bench nor AElf.Benchmark; expected the")]
    [InlineData("--candidate lane=8", "'lane' is not an option of a run; did you mean lanes?")]
    [InlineData("--candidate lanes=0 -n 800 --groups 8 8", "candidate: --lanes: '0' is not valid")]
    [InlineData(
        "--candidate lanes=8 --groups 1 8",
        "baseline: compare: a side makes 8 runs; let it make one, such as with --groups 1 1")]
    [InlineData("--aa --candidate lanes=8", "--candidate: has no effect")]
    [InlineData("--aa --inconclusive fail", "--inconclusive: has no effect")]
    [InlineData("--save-baseline b.json --inconclusive fail", "--inconclusive: has no effect")]
    [InlineData("--candidate lanes=8 --inconclusive maybe", "'maybe' is not valid; expected one of fail, pass")]
    [InlineData(
        "--candidate dbport=2 --dbport 1 --database redis -n 800 --groups 8 8",
        "--candidate: sets --dbport, which is also given for both sides; put the other value into --baseline")]
    [InlineData("--baseline lanes=2 --lanes 1 -n 800 --groups 8 8", "put the other value into --candidate")]
    [InlineData("--save-baseline b.json --junit j.xml", "--junit")]
    [InlineData("--aa --counts show", "--counts")]
    [InlineData("single cluster --aa", "'single' and 'cluster' ")]
    [InlineData("--aa --threshold 60%", "--threshold: '60%' is not valid; expected a percentage from 0.1% to 50%")]
    [InlineData("--aa --threshold", "--threshold: value missing")]
    [InlineData("--aa --counts maybe", "--counts: 'maybe' is not valid; expected one of gate, show")]
    [InlineData("--aa --run-id 00000001", "--run-id: ")]
    public void Compare_InvalidWords_AreRefusedBeforeARun(string words, string expected)
    {
        var line = TransferPrograms.Compare;

        Assert.Null(line.Read(words.Split(' ', StringSplitOptions.RemoveEmptyEntries)));

        Assert.Contains(line.Problems, problem => problem.ToString().Contains(expected, StringComparison.Ordinal));
    }

    public void Dispose() => folder.Dispose();

    private string Save(MachineClass machine)
    {
        var file = Path.Combine(folder.Path, "main.json");
        BaselineRuns.From(
            "2026-11-22T12:00:00Z",
            machine,
            ["-n", "800", "--groups", "8", "8"],
            [ComparisonScheduleTests.Run(Side.Candidate, 1000)]).Write(file);
        return file;
    }

    private static string Refusal(params string[] words)
    {
        var line = TransferPrograms.Compare;
        Assert.Null(line.Read(words));
        return string.Join('\n', line.Problems);
    }

    private static ComparisonStudy Read(params string[] words)
    {
        var line = TransferPrograms.Compare;
        var compared = line.Read(words);
        Assert.Empty(line.Problems);
        return compared!;
    }
}

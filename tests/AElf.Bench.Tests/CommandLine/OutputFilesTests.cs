using AElf.Bench.Core.Options;
using AElf.Bench.Electrum;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Transfers;
using AElf.Benchmark.Verbs.Electrum.Client;
using AElf.Benchmark.Verbs.Electrum.Node;
using AElf.Benchmark.Verbs.History;
using AElf.Benchmark.Verbs.Measure;
using AElf.Benchmark.Verbs.Reproduce;
using AElf.Benchmark.Verbs.Verify;
using AElf.Benchmark.Verbs;

namespace AElf.Bench.Tests.CommandLine;

/// <summary>Output files that are also input files of the same call.</summary>
public sealed class OutputFilesTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    [Theory]
    [InlineData("verify FILE --json FILE")]
    [InlineData("verify DIR --json FILE")]
    [InlineData("reproduce FILE --json FILE")]
    [InlineData("reproduce FILE --json=FILE")]
    [InlineData("reproduce other.json --password-file=FILE --json FILE")]
    [InlineData("history FILE --markdown FILE")]
    [InlineData("compare --baseline FILE --json FILE")]
    [InlineData("compare --baseline FILE --history FILE")]
    [InlineData("compare --candidate FILE --save-baseline FILE")]
    [InlineData("compare FILE --candidate lanes=1 --junit FILE")]
    [InlineData("compare --candidate lanes=1 --block-in FILE --html FILE")]
    [InlineData("scenario FILE --json FILE")]
    [InlineData("scenario cluster --hosts FILE --json FILE")]
    [InlineData("--block-in FILE --block-out FILE")]
    [InlineData("-n 8 --contract FILE --json FILE")]
    [InlineData("-n 8 --groups 8 8 --database redis --password-file FILE --csv FILE")]
    [InlineData("electrum --scripts FILE --json FILE")]
    [InlineData("client 127.0.0.1:1 --scripts FILE --json FILE")]
    [InlineData("node --chain http://127.0.0.1:1 --chain-login FILE --cookie FILE")]
    public void Read_OutputThatTheCallReads_IsRefused(string line)
    {
        var file = folder.Write("file.json", "{}");
        string[] words = [.. line.Split(' ').Select(word => word
            .Replace("FILE", file, StringComparison.Ordinal).Replace("DIR", folder.Path, StringComparison.Ordinal))];
        var option = words.Last(word => word.StartsWith('-')).Split('=')[0];

        Assert.Contains(ProblemsOf(words), problem => problem.What.EndsWith(option, StringComparison.Ordinal)
            && problem.ToString().Contains(file, StringComparison.Ordinal));
    }

    [Fact]
    public void Problems_FileThatTheCallReads_IsNotWritable()
    {
        var (read, written) = (folder.Write("read.json", ""), folder.File("written.csv"));
        var layer = new SettingLayer(SettingSource.CommandLine);
        layer.Set(CommonSettings.JsonOutput, "--json", read);
        layer.Set(ExportSettings.CsvOutput, "--csv", written);

        var files = new OutputFiles(ProgramSettings.All, new ResolvedSettings(layer), read, "of no file");

        Assert.Equal("--json", Assert.Single(files.Problems).What);
        Assert.Equal([(ExportSettings.CsvOutput, written)], files.Writable);
    }

    [Fact]
    public void End_SeveralHistograms_LeavesTheFileOfOne()
    {
        var file = folder.Write("one.hgrm", "old");
        var layer = new SettingLayer(SettingSource.CommandLine);
        layer.Set(ExportSettings.HistogramOutput, "--hgrm", file);
        var outputs = new OutputFiles(ProgramSettings.All, new ResolvedSettings(layer));

        new CallFiles(outputs) { HasReports = true }.End(ExitCode.Regression);
        Assert.Equal("old", File.ReadAllText(file));

        new CallFiles(outputs).End(ExitCode.Regression);
        Assert.NotEqual("old", File.ReadAllText(file));
    }

    public void Dispose() => folder.Dispose();

    private IReadOnlyList<ValidationError> ProblemsOf(string[] words) => words switch
    {
        ["verify", .. var rest] => ProblemsOf(new VerifyVerb(new TransferWorkloadType()), rest),
        ["reproduce", .. var rest] => ProblemsOf(new ReproduceVerb(new TransferWorkloadType()), rest),
        ["history", .. var rest] => ProblemsOf(new HistoryVerb(), rest),
        ["compare", .. var rest] => ProblemsOf(TransferPrograms.Compare, rest),
        ["client", .. var rest] => ProblemsOf(new ClientVerb(), rest),
        ["node", .. var rest] => ProblemsOf(new NodeVerb(), rest),
        ["scenario", ..] => ProblemsOf(TransferPrograms.Scenario.Parse(words, NoVariables, folder.Path, "")),
        ["electrum", .. var rest] => ProblemsOf(
            new BenchmarkCommandLine(new ElectrumWorkloadType()).Parse(rest, NoVariables, folder.Path, "")),
        _ => ProblemsOf(TransferPrograms.Benchmark.Parse(words, NoVariables, folder.Path, "")),
    };

    private static Dictionary<string, string> NoVariables => [];

    private static IReadOnlyList<ValidationError> ProblemsOf(ParseOutcome outcome) =>
        Assert.IsType<ParseOutcome.Rejected>(outcome).Problems;

    private static IReadOnlyList<ValidationError> ProblemsOf<TRequest>(Verb<TRequest> verb, string[] words)
        where TRequest : class
    {
        Assert.Null(verb.Read(words));
        return verb.Problems;
    }
}

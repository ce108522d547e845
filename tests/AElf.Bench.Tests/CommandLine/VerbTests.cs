using AElf.Bench.Core.Options;
using AElf.Bench.Electrum;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Tests.Settings;
using AElf.Benchmark;
using AElf.Benchmark.Verbs;
using AElf.Benchmark.Verbs.History;

namespace AElf.Bench.Tests.CommandLine;

/// <summary>The verbs of a program, and the lists that show them.</summary>
public sealed class VerbTests
{
    private static readonly BenchmarkProgram Program = TransferPrograms.Program;

    public static TheoryData<string> Names => [.. Program.Verbs.Where(verb => verb.IsListed).Select(verb => verb.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public void Help_EveryVerb_IsNamed(string verb)
    {
        var help = HelpText.WriteAll(Program.Measure.Program).Split('\n');

        Assert.Single(help, line => line.Contains($"AElf.Benchmark.dll {verb} ", StringComparison.Ordinal));
    }

    [Fact]
    public void Help_OfAVerb_IsNamedOnce() => Assert.Single(
        HelpText.WriteAll(Program.Measure.Program).Split('\n'),
        line => line.EndsWith(" VERB --help", StringComparison.Ordinal));

    [Theory]
    [MemberData(nameof(Names))]
    public void Help_Short_FitsOnAScreenAndNamesTheRest(string verb)
    {
        ProgramDescription[] programs =
            [Program.Measure.Program, Program.Complete("").Single(each => each.Path.Equals($" {verb}")).Program!];

        Assert.All(programs, program =>
        {
            var lines = HelpText.Write(program).Split('\n');
            Assert.True(lines.Length <= HelpText.ScreenLines, string.Join('\n', lines));
            Assert.All(lines, line => Assert.True(line.Length <= 120, line));
            Assert.Contains(lines, line => line.Contains("--help", StringComparison.Ordinal));
        });
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Verb_Completion_HasItsNameAndPurpose(string verb)
    {
        var completed = Assert.Single(Program.Complete(""), command => command.Path.Equals($" {verb}"));

        var name = verb is "electrum" ? completed.Program!.Word : completed.Program!.Verb;
        Assert.Equal(verb, name);
    }

    [Fact]
    public void Verbs_Names_AreUnique()
    {
        string[] words =
        [
            .. Program.Verbs.SelectMany(verb => new[] { verb.Name, verb.Alias }.OfType<string>()),
            "serve", "node", "client",
        ];

        Assert.All(words, word => Assert.InRange(Program.Verbs.Count(verb => verb.Is(word)), 0, 1));
        Assert.Equal(words.Distinct(StringComparer.Ordinal), words);
    }

    [Theory]
    [InlineData("optimum", "optimize")]
    [InlineData("give-up", "cancel")]
    public void FormerVerb_Name_WorksAndIsNotListed(string before, string now)
    {
        Assert.Equal(now, Assert.Single(Program.Verbs, verb => verb.Is(before)).Name);
        Assert.DoesNotContain(Program.Complete(""), command => command.Path.Contains(before, StringComparison.Ordinal));
        Assert.DoesNotContain($" {before} ", HelpText.WriteAll(Program.Measure.Program), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("scenaro", "did you mean scenario? expected one of electrum, scenario, sweep, optimize, ")]
    [InlineData("tpo", "did you mean top? expected one of electrum, ")]
    [InlineData("plugh", "expected one of electrum, scenario, ")]
    [InlineData("", "expected one of electrum, scenario, ")]
    [InlineData("8000", "verify, reproduce, top, cancel, cleanup, or an option such as -n 8000")]
    public void UnknownVerb_Problem_NamesAllVerbs(string word, string advice)
    {
        var problem = Assert.Single(Program.Unknown(word)!.Problems).ToString();

        Assert.StartsWith($"'{word}': not a verb; ", problem, StringComparison.Ordinal);
        Assert.Contains(advice, problem, StringComparison.Ordinal);
    }

    [Fact]
    public void Help_WithoutDashes_IsAVerbThatNamesTheHelp() => Prose.AssertNames(
        Assert.Single(Program.Unknown("help")!.Problems).ToString(), "'help': not a verb; ", "VERB --help");

    [Theory]
    [InlineData(" sweep", "latency", "--latency TIME")]
    [InlineData(" compare", "tls-ca", "--tls-ca FILE")]
    [InlineData(" reproduce", "dbhost", "--dbhost HOST")]
    [InlineData(" electrum preset", "depth", "--depth X")]
    [InlineData(" sweep", "min-runs", "--min-runs N")]
    public void Help_WordOfAVerb_FindsTheOptionsOfItsRuns(string verb, string word, string option)
    {
        var program = Assert.Single(Program.Complete(""), command => command.Path.Equals(verb)).Program;

        var help = Assert.IsType<ParseOutcome.Printed>(ProgramCommandLine.Text(program, ["--help", word])).Text;

        Assert.Contains(option, help, StringComparison.Ordinal);
        Assert.DoesNotContain("Usage", help, StringComparison.Ordinal);
        Assert.IsType<ParseOutcome.Rejected>(ProgramCommandLine.Text(program, ["--help", "qwert"]));
    }

    [Theory]
    [InlineData("file missing")]
    [InlineData("'DIR' is a folder", "DIR")]
    [InlineData("'DIR/none' does not exist", "DIR/none")]
    public void History_FileThatCannotBeRead_IsNamed(string expected, params string[] words)
    {
        using var folder = new TemporaryFolder();
        var verb = new HistoryVerb();

        Assert.Null(verb.Read([.. words.Select(word => word.Replace("DIR", folder.Path, StringComparison.Ordinal))]));

        Assert.Contains(expected, folder.Shorten(Assert.Single(verb.Problems).ToString()), StringComparison.Ordinal);
    }

    [Fact]
    public async Task History_EmptyFile_IsAUsageError()
    {
        using var folder = new TemporaryFolder();

        Assert.Equal((int)ExitCode.Usage, await new HistoryVerb().RunAsync([folder.Write("history.jsonl", "\n")]));
    }

    [Theory]
    [InlineData("evenGroup")]
    [InlineData("actors")]
    [InlineData("strict")]
    [InlineData("latency")]
    public void Word_OfAnOption_IsLeftToItsReader(string word) =>
        Assert.Null(Program.Unknown(word));

    [Fact]
    public void Workload_Verbs_AreItsOwnAndThoseOfAll()
    {
        var wallets = Assert.IsType<BenchmarkProgram>(BenchmarkProgram.Electrum.Create(new ElectrumWorkloadType()));

        Assert.Equal(
            ["serve", "node", "client", "growth", "race", "preset", .. Program.Verbs.Skip(1).Select(verb => verb.Name)],
            wallets.Verbs.Select(verb => verb.Name));
    }
}

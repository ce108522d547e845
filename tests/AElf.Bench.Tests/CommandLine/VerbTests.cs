using AElf.Bench.Electrum;
using AElf.Bench.Settings.CommandLine;
using AElf.Benchmark;
using AElf.Benchmark.Verbs;

namespace AElf.Bench.Tests.CommandLine;

/// <summary>The words that a program knows, and what lists of them say.</summary>
public sealed class VerbTests
{
    private static readonly BenchmarkProgram Program = TransferPrograms.Program;

    public static TheoryData<string> Names => [.. Program.Verbs.Where(verb => verb.IsListed).Select(verb => verb.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public void Help_names_every_verb_and_where_its_own_help_is(string verb)
    {
        var help = HelpText.WriteAll(Program.Measure.Program).Split('\n');

        var line = Assert.Single(help, line => line.Contains($"AElf.Benchmark.dll {verb} ", StringComparison.Ordinal));
        Assert.EndsWith($": {verb} --help", line, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Help_fits_on_a_screen_and_names_where_the_rest_is(string verb)
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
    public void Verb_names_are_unique()
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
    public void Former_verb_names_work_and_are_not_listed(string before, string now)
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
    public void A_word_that_is_no_verb_is_one_problem_that_names_all_verbs(string word, string advice)
    {
        var problem = Assert.Single(Program.Unknown(word)!.Problems).ToString();

        Assert.StartsWith($"'{word}': not a verb; ", problem, StringComparison.Ordinal);
        Assert.Contains(advice, problem, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("evenGroup")]
    [InlineData("actors")]
    [InlineData("latency")]
    public void A_word_that_rather_belongs_to_an_option_is_left_to_its_reader(string word) =>
        Assert.Null(Program.Unknown(word));

    [Fact]
    public void A_workload_has_the_verbs_of_all_beside_its_own()
    {
        var wallets = Assert.IsType<BenchmarkProgram>(BenchmarkProgram.Electrum.Create(new ElectrumWorkloadType()));

        Assert.Equal(
            ["serve", "node", "client", "growth", "race", "preset", .. Program.Verbs.Skip(1).Select(verb => verb.Name)],
            wallets.Verbs.Select(verb => verb.Name));
    }
}

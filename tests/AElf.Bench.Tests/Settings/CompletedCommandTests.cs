using AElf.Bench.Settings.Completion;
using AElf.Bench.Tests.CommandLine;

namespace AElf.Bench.Tests.Settings;

public sealed class CompletedCommandTests
{
    private static readonly CompletedCommand Measure = new("", TransferPrograms.Benchmark.Program);
    private static readonly CompletedCommand Scenario = new(" scenario", TransferPrograms.Scenario.Program);

    [Theory]
    [InlineData("--config", CompletedValue.Folder, "")]
    [InlineData("--json", CompletedValue.File, "")]
    [InlineData("--actors", CompletedValue.Anything, "")]
    [InlineData("--mode", CompletedValue.Words, "strict multi exec batch")]
    [InlineData("--database", CompletedValue.Words, "inmemory redis ssdb twemproxy redis-cluster redis-shards")]
    public void Arguments_OfAnOption_AreOfItsKind(string option, CompletedValue kind, string words) =>
        Assert.Equal(
            new CompletedArgument(kind, words), Measure.Arguments.Single(each => each.Option == option).Argument);

    [Fact]
    public void Arguments_OfAFlag_AreNone() =>
        Assert.DoesNotContain(Measure.Arguments, each => each.Option is "--quiet");

    [Fact]
    public void Options_OfACommand_AreEachNamedOnceWithHelpAndVersionLast()
    {
        string[] names = [.. Measure.Options.Select(option => option.Word)];

        Assert.Equal(names.Distinct(StringComparer.Ordinal), names);
        Assert.Equal(["--help", "--version"], names[^2..]);
        Assert.Contains("-n", names);
        Assert.All(Measure.Options, option => Assert.NotEmpty(option.Purpose));
    }

    [Fact]
    public void Options_OfAFurtherProgram_AreTakenOnce()
    {
        var both = Scenario with { Further = [TransferPrograms.Benchmark.Program] };
        string[] names = [.. both.Options.Select(option => option.Word)];

        Assert.Equal(names.Distinct(StringComparer.Ordinal), names);
        Assert.Contains("--servers", names);
        Assert.Contains("--csv", names);
    }

    [Fact]
    public void Names_OfAScenario_AreItsKindsAndAFile()
    {
        Assert.Equal(["single", "cluster", "distributed"], Scenario.Names);
        Assert.True(Scenario.TakesFile);
        Assert.False(Measure.TakesFile);
        Assert.Empty(new CompletedCommand(" completion", null) { Names = [] }.Options);
    }

    [Fact]
    public void Write_OptionThatDiffersBetweenCommands_HasAPatternForEach()
    {
        var script = CompletionScript.Write("bash", "aelf-bench", [Measure, Scenario]);

        // --mode is the same everywhere; a shell without a script is unknown.
        Prose.AssertNames(script, "*' --mode')", "found='strict multi exec batch'", "files=-f", "files=-d");
        Assert.Null(CompletionScript.Write("tcsh", "aelf-bench", [Measure]));
        Assert.Equal(["bash", "zsh", "fish"], CompletionScript.Shells);
    }
}

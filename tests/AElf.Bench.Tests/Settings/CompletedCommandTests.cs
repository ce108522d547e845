using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.Settings.Completion;
using AElf.Bench.Tests.CommandLine;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Contracts;
using AElf.Benchmark;

namespace AElf.Bench.Tests.Settings;

public sealed class CompletedCommandTests
{
    private static readonly CompletedCommand Measure = new("", TransferPrograms.Benchmark.Program);
    private static readonly CompletedCommand Scenario = new(" scenario", TransferPrograms.Scenario.Program);

    [Theory]
    [InlineData("--config", "directory", "")]
    [InlineData("--json", "file", "")]
    [InlineData("--actors", "", "")]
    [InlineData("--contract", "file", "counter erc20 smallbank swap transfer")]
    [InlineData("--mode", "", "strict multi exec batch")]
    [InlineData("--database", "", "inmemory redis ssdb twemproxy redis-cluster redis-shards")]
    public void After_AnOption_GivesItsValues(string option, string paths, string words)
    {
        var found = Measure.After(option);

        Assert.Equal(paths, found.Paths);
        Assert.Equal(words, string.Join(' ', NamesIn(found)));
    }

    [Fact]
    public void After_AnyOptionWithAPath_CompletesPaths()
    {
        var commands = new BenchmarkProgram(new TransferWorkloadType(), BenchmarkProgram.Electrum).Complete("")
            .Append(new CompletedCommand(" manager", TransferPrograms.Manager.Program));
        var options = from command in commands
                      from setting in command.Program.Settings
                      where setting.Syntax is not null
                          && (setting.Rule == SettingRules.OutputFile || setting.Rule == ChainChoice.Rule
                              || setting.Rule == SettingRules.Folder
                              || setting.Rule is PlainTextRule { MayNameInput: true } or ContractRule)
                      select (command.Path, setting.Option, command.After(setting.Option).Paths);

        Assert.InRange(options.Count(), 50, 500);
        Assert.DoesNotContain(options, each => each.Paths is "");
    }

    [Fact]
    public void After_AFlag_GivesOptions() => Assert.Contains("--json", NamesIn(Measure.After("--quiet")));

    [Fact]
    public void Options_OfACommand_AreNamedOnceWithHelpAndVersionLast()
    {
        string[] names = [.. NamesIn(Measure.After("")).Where(name => name.StartsWith('-'))];

        Assert.Equal(names.Distinct(StringComparer.Ordinal), names);
        Assert.Equal(["--help", "--version"], names[^2..]);
        Assert.Contains("-n", names);
        Assert.All(Measure.After("").Words, word => Assert.NotEmpty(word.Purpose));
    }

    [Fact]
    public void Options_OfAnotherProgram_AreAddedOnce()
    {
        var sweep = Assert.Single(TransferPrograms.Program.Complete(""), command => command.Path is " sweep");
        string[] names = [.. NamesIn(sweep.After("single"))];

        Assert.Equal(names.Distinct(StringComparer.Ordinal), names);
        Assert.Contains("--servers", names);
        Assert.Contains("--csv", names);
    }

    [Fact]
    public void Names_OfAScenario_AreItsKindsAndAFile()
    {
        Assert.Equal(["single", "cluster", "distributed"], Scenario.Names);
        Assert.Equal("file", Scenario.After("scenario").Paths);
        Assert.Equal("", Measure.After(null).Paths);
    }

    [Theory]
    [InlineData("scenario single --sharding", "twemproxy cluster client")]
    [InlineData("--sharding", "")]
    [InlineData("scenario --mode", "strict multi exec batch")]
    public void After_WordsOfACall_GivesTheValuesOfItsCommand(string words, string expected)
    {
        var found = CompletedCommand.After([Measure, Scenario], words.Split(' '));

        Assert.Equal(expected, found.Words.Count > 10 ? "" : string.Join(' ', NamesIn(found)));
    }

    [Fact]
    public void Write_UnknownShell_IsNull()
    {
        Assert.Null(CompletionScript.Write("tcsh", "aelf-bench"));
        Assert.Equal(["bash", "zsh", "fish"], CompletionScript.Shells);
    }

    private static IEnumerable<string> NamesIn(CompletedWords found) => found.Words.Select(word => word.Word);
}

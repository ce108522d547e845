using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using AElf.Bench.IntegrationTests.Network;
using AElf.Bench.TestKit;
using AElf.Bench.TestKit.Network;

namespace AElf.Bench.IntegrationTests.Deployment;

/// <summary>The commands of the README in a shell.</summary>
public sealed class ReadmeTests(ITestOutputHelper log)
{
    // The labels that each first screen has.
    private static readonly HashSet<string> Always =
        new(["speed", "limit", "latency", "audit"], StringComparer.Ordinal);

    // Replacements that keep command and options, make runs short, and set bounds that a busy machine meets.
    private static readonly (string Shown, string Instead)[] Sizes =
    [
        (@" --rounds \d+", ""),
        ("(?m)^aelf-bench$", "aelf-bench --rounds 2 --warmup 0 --blocks 1"),
        (@" -n (?<tenth>\d+)0(?= )", " -n ${tenth} --rounds 2 --warmup 0 --blocks 1 --ceiling off"),
        (@" --min-runs \d+ --max-runs \d+", " --min-runs 1 --max-runs 1"),
        (" scenario cluster", " scenario cluster --servers 1 --processes 1"),
        (" --budget 60s", " --budget 60s --max-runs 1"),
        (" compare --baseline ", " compare --max-runs 1 --inconclusive pass --baseline "),
        (@"'tps < \d+'", "'tps < 1'"),
        (@"'p99 > \w+'", "'p99 > 10s'"),
    ];

    private static readonly IReadOnlyList<ReadmeBlock> Blocks =
        ReadmeBlock.Read(File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "docs", "README.md")));

    public static TheoryData<string, int> ThatRun =>
        [.. Blocks.Where(block => block.RunsAnywhere).Select(block => (block.Title, block.Number))];

    [Theory]
    [MemberData(nameof(ThatRun))]
    public async Task Readme_Commands_PrintTheOutputShown(string title, int number)
    {
        var block = Blocks.Single(each =>
            string.Equals(each.Title, title, StringComparison.Ordinal) && each.Number == number);
        using var shell = PastedShell.WithTool();

        var pasted = await shell.PasteAsync(log, Small(block.Script));

        if (block.Output is { } shown)
        {
            // Other tests disturb the run. Its first line then says so, and its screen has fewer labels.
            Assert.Matches(@"[0-9,]+\stransfers\sper\ssecond", pasted);
            string[] labels = [.. LabelsOf(pasted)];
            Assert.Equal(LabelsOf(shown).Where(label => labels.Contains(label, StringComparer.Ordinal)), labels);
            Assert.Superset(Always, labels.ToHashSet(StringComparer.Ordinal));
        }
    }

    [NamespaceFact]
    public async Task Readme_ClusterAtTheGivenPorts_IsStarted()
    {
        using var space = NetworkNamespace.Create();
        using var redis = await NamespaceRedis.StartAsync(space, "127.0.0.1");
        using var shell = PastedShell.WithTool(space.Launcher);

        var pasted = await shell.PasteAsync(log, ScriptOfThisTest());

        Assert.Contains("transfers per second", Prose.Unwrapped(pasted), StringComparison.Ordinal);
        Prose.AssertNames(pasted, "2 workers", "1 server");
    }

    [Fact]
    public async Task Readme_TwoPublishFolders_AreComparedByTheInstalledTool()
    {
        using var shell = PastedShell.WithTool();
        shell.Link("main", AppContext.BaseDirectory, without: "aelf-bench");
        shell.Link("pr", AppContext.BaseDirectory, without: "aelf-bench");

        var pasted = await shell.PasteAsync(log, ScriptOfThisTest());

        Assert.Contains("the build in main", pasted, StringComparison.Ordinal);
        Assert.Contains(
            "the build in pr", File.ReadAllText(Path.Combine(shell.Folder, "compare.md")), StringComparison.Ordinal);
    }

    [SlowFact]
    public async Task Package_Installed_ComparesItself()
    {
        using var shell = await PastedShell.InCloneAsync();
        shell.Environment["DOTNET_CLI_HOME"] = shell.Folder;

        await shell.PasteAsync(log, ScriptOfThisTest());

        var compared = await shell.PasteAsync(
            log,
            ".dotnet/tools/aelf-bench compare --baseline .dotnet/tools --candidate .dotnet/tools/aelf-bench "
                + "--max-runs 1 --inconclusive pass -n 400 --grouprange 8 8 --repeattime 1 --warmup 0 --blocks 1");
        Assert.Contains(".dotnet/tools/aelf-bench", compared, StringComparison.Ordinal);
    }

    [Fact]
    public void Readme_ReplacedSizes_BelongToShownCommands() => Assert.All(
        Sizes,
        size => Assert.True(
            Blocks.Any(block => Regex.IsMatch(block.Script, size.Shown)), $"no command matches {size.Shown}"));

    [Fact]
    public void Readme_CommandsAreRunByATest()
    {
        Assert.InRange(Blocks.Count(block => block.RunsAnywhere), 5, int.MaxValue);
        Assert.Equal("scripts/test.sh", Assert.Single(Blocks, block => block.NotRun is not null).Script);
        Assert.All(
            Blocks.Select(block => block.RunBy).OfType<string>(),
            test => Assert.NotEmpty(
                GetType().GetMethod(test)?.GetCustomAttributes(typeof(FactAttribute), inherit: false) ?? []));
    }

    [Theory]
    [InlineData("## A\n```sh\nls\n```\n", "no comment before it")]
    [InlineData("## A\n<!-- run -->\n```bash\nls\n```\n", "neither sh nor text")]
    public void Readme_InvalidBlock_IsRefused(string markdown, string message) =>
        Assert.Contains(
            message,
            Assert.Throws<FormatException>(() => ReadmeBlock.Read(markdown)).Message,
            StringComparison.Ordinal);

    private static string Small(string script) => Sizes.Aggregate(
        script, (commands, size) => Regex.Replace(commands, size.Shown, size.Instead));

    private static string ScriptOfThisTest([CallerMemberName] string test = "") =>
        Small(Blocks.Single(block => string.Equals(block.RunBy, test, StringComparison.Ordinal)).Script);

    // Notes depend on other programs.
    private static IEnumerable<string> LabelsOf(string output) =>
        Regex.Matches(output, "(?m)^(?<name>[a-z]+)  ")
            .Select(label => label.Groups["name"].Value).Where(label => label is not "note");
}

using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using AElf.Bench.IntegrationTests.Network;
using AElf.Bench.TestKit;
using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Deployment;

/// <summary>The commands of docs/electrum.md in a shell, with a small chain and short runs.</summary>
public sealed class ElectrumDocumentTests(ITestOutputHelper log)
{
    private const string Chain = " --chain-height 120 --block-transactions 6 --wallet 10 --wallet-heights 10";
    private const string Run = " --rounds 1 --warmup 0 --blocks 1 --quiet-budget 0% --ceiling off";

    // The options that make a command short. Servers have no options of runs.
    private static readonly (string Command, string More)[] Sizes =
    [
        (" --chain http://", ""),
        (" electrum (serve|node|client) ", Chain),
        (" electrum compare ", $"{Chain}{Run} --max-runs 1 --inconclusive pass"),
        (" electrum sweep ", $"{Chain}{Run} --min-runs 1 --max-runs 1"),
        (" electrum growth", " --size 1 --builds 1"),
        (" electrum scenario ", $"{Chain}{Run} --processes 1"),
        (" electrum --", $"{Chain}{Run}"),
    ];

    private static readonly string Text =
        File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "docs", "electrum.md"));

    private static readonly IReadOnlyList<ReadmeBlock> Blocks = ReadmeBlock.Read(Text);

    /// <summary>
    /// The commands of blocks that run anywhere and show no output, and the commands within sentences.
    /// </summary>
    public static TheoryData<string> Commands =>
    [
        .. Blocks.Where(block => block.RunsAnywhere && block.Output is null)
            .SelectMany(block => block.Script.Split('\n')),
        .. Regex.Matches(Text, "`(?<command>electrum (?!--regtest)[^`]*--[^`]*)`")
            .Select(match => $"dotnet out/AElf.Benchmark.dll {match.Groups["command"].Value}"),
    ];

    [Theory]
    [MemberData(nameof(Commands))]
    public async Task Command_SmallChain_EndsWithExitCode0(string command)
    {
        using var shell = Shell();

        await shell.PasteAsync(log, Small(command));
    }

    [Fact]
    public async Task Screen_OfAllEngines_HasTheColumnsThatTheDocumentShows()
    {
        var block = Blocks.Single(each => each.Output is not null);
        using var shell = Shell();

        var printed = await shell.PasteAsync(log, Small(block.Script));

        foreach (var table in (string[])["  test ", "  index "])
        {
            Assert.StartsWith(HeadingOf(table, block.Output!), HeadingOf(table, printed), StringComparison.Ordinal);
        }
    }

    [NamespaceFact]
    public async Task Client_ServerAtThePortOfTheDocument_IsMeasured()
    {
        using var space = NetworkNamespace.Create();
        using var shell = Shell(space.Launcher);
        var (server, client) = BlocksOfThisTest();

        var measured = await shell.PasteAsync(log, $"{Background(server, "listening on")}\n{Small(client)}");

        Assert.Contains("initial load", measured, StringComparison.Ordinal);
    }

    [NamespaceFact]
    public async Task Serve_NodeAtThePortOfTheDocument_IsFollowed()
    {
        using var space = NetworkNamespace.Create();
        using var shell = Shell(space.Launcher);
        var (serve, node) = BlocksOfThisTest();

        var printed = await shell.PasteAsync(
            log,
            $"""
            {Background(node, "http://")}
            mkdir -p ~/.bitcoin/regtest
            cp electrum-node.cookie ~/.bitcoin/regtest/.cookie
            {Background(serve, "listening on")}
            cat *.log
            """);

        Assert.Contains("fulcrum: 121 blocks", printed, StringComparison.Ordinal);
    }

    [Fact]
    public void Blocks_OfTheDocument_AreAllRunByATest()
    {
        Assert.All(Blocks, block => Assert.Null(block.NotRun));
        Assert.All(
            Blocks.Select(block => block.RunBy).OfType<string>(),
            test => Assert.NotEmpty(
                GetType().GetMethod(test)?.GetCustomAttributes(typeof(FactAttribute), inherit: false) ?? []));
    }

    private static PastedShell Shell(params IReadOnlyList<string> launcher)
    {
        var shell = PastedShell.WithTool(launcher);
        shell.Environment[ProductProcess.QuickLoops] = "0";
        shell.Link("out", AppContext.BaseDirectory, without: "aelf-bench");
        return shell;
    }

    private static string Small(string command) => Regex.Replace(command, @" --rounds \d+", "")
        + Sizes.First(size => Regex.IsMatch(command, size.Command)).More;

    private static string HeadingOf(string table, string output)
    {
        var line = output.Split('\n').First(each => each.StartsWith(table, StringComparison.Ordinal));

        // The last column exists only if a row is disturbed.
        return string.Join(
            ' ', line.Split(' ', StringSplitOptions.RemoveEmptyEntries).Where(word => word is not "verdict"));
    }

    // Starts a server in the background, and waits for the output that says it is ready.
    private static string Background(string command, string ready)
    {
        var file = $"{command.Length}.log";
        return $"{Small(command)} > {file} 2>&1 &\nuntil grep -q '{ready}' {file}; do kill -0 $!; sleep 0.1; done";
    }

    private static (string First, string Second) BlocksOfThisTest([CallerMemberName] string test = "")
    {
        var blocks = Blocks.Where(block => string.Equals(block.RunBy, test, StringComparison.Ordinal)).ToList();
        Assert.Equal(2, blocks.Count);
        return (blocks[0].Script, blocks[1].Script);
    }
}

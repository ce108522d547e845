using AElf.Bench.TestKit;

namespace AElf.Bench.IntegrationTests.Deployment;

/// <summary>The commands of docs/contracts.md in a shell.</summary>
public sealed class ContractGuideTests(ITestOutputHelper log)
{
    private static readonly IReadOnlyList<ReadmeBlock> Blocks =
        ReadmeBlock.Read(File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "docs", "contracts.md")));

    public static TheoryData<string, string> OfTheGuide => new()
    {
        { "Write a contract", "8,000 bet" },
        { "Run it over a store and in a cluster", "transactions per second" },
        { "How a load is drawn", "transactions per second" },
    };

    [Theory]
    [MemberData(nameof(OfTheGuide))]
    public async Task Guide_Commands_AreRun(string title, string shown)
    {
        using var shell = PastedShell.WithTool();

        var pasted = await shell.PasteAsync(log, Blocks.Single(block => block.Title == title).Script);

        Assert.Contains(shown, Prose.Unwrapped(pasted), StringComparison.Ordinal);
    }

    [Fact]
    public void Guide_EachBlock_IsRun() =>
        Assert.Equal(Blocks.Select(block => block.Title), OfTheGuide.Select(row => row.Data.Item1));
}

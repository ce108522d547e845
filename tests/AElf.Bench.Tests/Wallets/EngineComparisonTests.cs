using System.Globalization;
using System.Text.Json;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Electrum;
using AElf.Bench.Electrum.Execution;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.TestKit;

namespace AElf.Bench.Tests.Wallets;

public sealed class EngineComparisonTests
{
    [Fact]
    public void PublishedRatio_Engines_IsSplitIntoDesignAndRest()
    {
        // Published: 393,303 ms and 1,413, medians of three.
        var compared = EngineComparison.From(
            [Run("initial", "fulcrum", 300_000), Run("initial", "electrs-0.9", 3_000)])!;

        Assert.Equal(
            [
                "initial", "fulcrum", "20.00", "1.00", "18.00 – 24.00", "10.00", "1.00", "9.09 – 11.11", "1.00", "1.00",
                "1.00", "1.00", "–",
            ],
            Times(0));
        Assert.Equal(
            [
                "initial", "electrs-0.9", "20.00", "1.00", "18.00 – 24.00", "1,000", "100.0", "909.1 – 1,111", "138.2",
                "278.3", "300.0", "2.78", "–",
            ],
            Times(1));

        string[] Times(int row) => [.. compared.Tables[0].Rows[row]];
    }

    [Fact]
    public void From_DisturbedRun_MarksItsRowOnly()
    {
        var times = EngineComparison.From(
            [Run("refresh", "fulcrum", 2_000), Run("refresh", "electrs-0.9", 1_000, isDisturbed: true)])!.Tables[0];

        Assert.Equal(["–", "disturbed"], times.Rows.Select(row => row[^1]));
        Assert.Equal("verdict", times.Columns[^1].Heading);
        Assert.Equal([ReportTone.Plain, ReportTone.Warning], times.Tones);
    }

    [Fact]
    public void From_CallThatEndedEarly_GivesNoAdvice()
    {
        MeasuredRun[] runs = [Run("initial", "fulcrum", 1), Run("initial", "electrs-0.9", 1)];

        Assert.Contains("run fulcrum", Advice(isWhole: true), StringComparison.Ordinal);
        Assert.DoesNotContain("run ", Advice(isWhole: false), StringComparison.Ordinal);

        string Advice(bool isWhole) => EngineComparison.From(runs, isWhole)!.Figures.Single(
            figure => figure.Name is "advice").Lines[0];
    }

    [Fact]
    public void From_TwoEngines_SaysThatDesignsAreComparedAndNamesColumnsOf2022()
    {
        var compared = EngineComparison.From([Run("initial", "fulcrum", 1), Run("initial", "electrs-0.9", 1)])!;

        Assert.Contains("rebuilt here", compared.Figures[0].Lines[0], StringComparison.Ordinal);
        Assert.Equal(
            ["2022 cold", "2022 warm", "2022 text"],
            compared.Tables[0].Columns.Select(column => column.Heading)
                .Where(heading => heading.StartsWith("2022", StringComparison.Ordinal)));
    }

    [Fact]
    public void CostsAndSizes_Runs_AreShown()
    {
        var compared = EngineComparison.From([Run("refresh", "electrs-0.9", 1_000), Run("refresh", "esplora", 1_000)])!;

        Assert.Equal(
            ["refresh", "electrs-0.9", "2.50", "7", "3", "13.00", "1.50", "4.00", "0.500"], compared.Tables[2].Rows[0]);
        Assert.Equal(
            ["electrs-0.9", "50.00", "1.00", "50.00", "1.00", "1.00", "4.00", "2.00", "500", "64.00", "55.00"],
            compared.Tables[1].Rows[0]);
        Assert.Equal("25.00", compared.Tables[1].Rows[1][5]);
        Assert.Equal("–", compared.Tables[0].Rows[1][6]);
    }

    [Fact]
    public void Server_NeedsTheNodesTransactionIndex_IncludesItsSize()
    {
        var compared = EngineComparison.From([Run("initial", "electrs-0.9", 1), Run("initial", "electrumx", 1)])!;

        // 100,000 transactions of 43 bytes; published 75 GB to 32.
        Assert.Equal(["electrumx", "50.00", "1.00", "54.30", "1.09", "2.34"], compared.Tables[1].Rows[1].Take(6));
    }

    [Fact]
    public void From_RunsWithAModel_ShowsModelledTimesInATableThatFitsAScreen()
    {
        var compared = EngineComparison.From(
            [
                Run("initial", "fulcrum", 300_000, modelMs: 1_500),
                Run("initial", "esplora-light", 3_000, modelMs: 9_000),
            ])!;

        var (measured, modelled) = (compared.Tables[0], compared.Tables[2]);
        Assert.Equal("10.00", measured.Rows[0][5]);
        Assert.Equal(
            [
                "initial", "esplora-light", "13,771", "6,809", "3,484", "8.00", "1.00", "0.000", "9.00", "6.00", "–",
                "–", "–", "–", "–",
            ],
            modelled.Rows[1]);
        Assert.True(
            ConsoleExporter.Fitting(modelled, 100).Sum(at => 2 + modelled.Rows.Select(row => row[at].Length)
                .Append(modelled.Columns[at].Heading.Length).Max()) <= 100);
        Prose.AssertNames(compared.Figures.Single(figure => figure.Name is "cold").Lines[0], "0.500 MB");
    }

    [Fact]
    public void Costs_AnyOrder_AreEqual()
    {
        string[] engines = ["fulcrum", "electrs", "electrs-0.9", "esplora"];

        var forwards = engines.Select(Costs).ToList();
        var backwards = engines.Reverse().Select(Costs).Reverse().ToList();

        Assert.Equal(forwards, backwards);
        Assert.All(forwards, costs => Assert.Matches(@"^[1-9]\d* of \d+ bytes", costs));
        Assert.Equal(engines.Length, forwards.Distinct(StringComparer.Ordinal).Count());
    }

    [Fact]
    public void From_OneEngine_HasNoComparison() =>
        Assert.Null(EngineComparison.From([Run("initial", "fulcrum", 1), Run("refresh", "fulcrum", 1)]));

    private static string Costs(string engine)
    {
        using var wallets = new ElectrumLoad(new ElectrumOptions
        {
            Engine = engine,
            Chain = new() { Blocks = 110, WalletAddresses = 2, WalletTransactions = 3 },
        })
        {
            IsExact = false,
        }.Open(new RunId(1), new ActorOptions(), store: null);
        wallets.Seed(version: 0, CancellationToken.None);
        wallets.Audit(blocks: 0);
        var facts = wallets.Description.Facts.ToDictionary(
            fact => fact.Name, fact => fact.Value, StringComparer.Ordinal);
        Assert.True(facts["serverUsPerRequest"].Number > 0);
        return $"{facts["indexBytes"]} of {facts["indexBytesWritten"]} bytes written: "
            + string.Join(' ', wallets.Sections()[0].Tables[0].Rows.Select(row => $"{row[0]}={row[1]}"));
    }

    private static MeasuredRun Run(
        string test, string engine, double tps, bool isDisturbed = false, double? modelMs = null) => new(
        new Dictionary<string, FactValue>(StringComparer.Ordinal)
        {
            ["modelReads"] = 13_771,
            ["modelNodeCalls"] = 6_809,
            ["modelNodeBytes"] = 3_484e6,
            ["modelDiskMs"] = modelMs - 1_000,
            ["modelNodeMs"] = modelMs is null ? default(double?) : 1_000,
            ["passMs"] = modelMs is null ? default(double?) : 0,
            ["coldDiskBytes"] = modelMs is null ? default(double?) : 500_000,
            ["test"] = test,
            ["engine"] = engine,
            ["coldMs"] = 20,
            ["coldMinMs"] = 18,
            ["coldMaxMs"] = 24,
            ["lookupsPerRequest"] = 2.5,
            ["blocksRead"] = 7,
            ["blockBytesRead"] = 12_000_000,
            ["nodeTransactions"] = 3,
            ["transactionBytesRead"] = 1_000_000,
            ["indexBuildMs"] = 4_000,
            ["indexBuildCpuMs"] = 2_000,
            ["indexBytes"] = 50_000_000,
            ["chainTransactions"] = 100_000,
            ["heldBytes"] = 64_000_000,
            ["indexBytesWritten"] = 55_000_000,
            ["serverUsPerRequest"] = 4,
            ["nodeUsPerRequest"] = 0.5,
        },
        BlockWeight: 3_000,
        [0.9 * tps, tps, 1.1 * tps],
        CpuMicroseconds: 1.5,
        isDisturbed);
}

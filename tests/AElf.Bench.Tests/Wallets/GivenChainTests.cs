using System.Text;
using AElf.Bench.Concurrency.Local;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Electrum;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Execution;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.Electrum.Wallets;
using AElf.Bench.Harness.Processes;
using AElf.Bench.TestKit.Electrum;
using AElf.Bench.TestKit.Stores;

namespace AElf.Bench.Tests.Wallets;

/// <summary>The workload over an existing chain, with wallets drawn from it or read from a file.</summary>
public sealed class GivenChainTests : IDisposable
{
    private const int Blocks = 125;

    private static readonly ActorOptions Actors = new() { Actors = 2, Lanes = 3 };
    private static readonly RunId Run = new(0x0badcafe);

    private readonly TemporaryFolder folder = new();
    private readonly byte[][] blocks = TestChains.Of(seed: 3).Take(Blocks);

    public static TheoryData<string> Engines => [.. IndexEngines.Names];

    public void Dispose() => folder.Dispose();

    [Theory]
    [MemberData(nameof(Engines))]
    public void Engine_DrawnScripts_AreAnsweredRight(string engine)
    {
        var options = Options(Write("chain", blocks)) with { Engine = engine };
        using var workload = new ElectrumLoad(options) { IsExact = false }.Open(Run, Actors, store: null);
        workload.Seed(version: 1, CancellationToken.None);
        using var host = new LocalHost(
            workload.OpenPumps(TimeProvider.System),
            new LocalOptions(Actors, new StoreOptions(), TimeSpan.FromMilliseconds(100), Seed: 1));
        var outcome = host.Execute(workload.OpenRound(new Offer(0, 0, 2)), CancellationToken.None);

        Assert.Null(outcome.Failure);
        var audit = workload.Audit(2);
        Assert.Equal((0, true), (audit.Wrong, audit.Conserved));
        Assert.Equal(audit.Compared, workload.Description.Items);
        Assert.Equal(25, workload.Description.Facts.Single(fact => fact.Name is "addresses").Value.Number!.Value);
    }

    [Fact]
    public void Scripts_Drawn_DependOnTheSeedAndHaveAHistory()
    {
        var (model, drawn) = (new ChainModel(blocks), Draw(40, seed: 1));
        Assert.Equal(40, drawn.Distinct().Count());
        Assert.All(drawn, script => Assert.NotEmpty(model.History(script)));
        Assert.Equal(drawn, Draw(40, seed: 1));
        Assert.Equal(drawn[..10], Draw(10, seed: 1));
        Assert.NotEqual(drawn, Draw(40, seed: 2));
        Assert.Equal(model.Scripts.Count, Draw(int.MaxValue, seed: 1).Count);
    }

    [Fact]
    public void Worker_SameOrOtherChain_SendsTheSameRequestsOrIsRefused()
    {
        var (place, store) = (Write("chain", blocks), new MemoryStore());
        var settings = Settings(place);
        var proof = ProofOf(settings);
        using var same = new ElectrumWorkloadType().OpenPumps(store, Run, settings, proof, TimeProvider.System);

        // A node with more blocks: the worker reads as far as the manager did.
        Rewrite(place, [.. blocks, .. NextOf(3)]);
        using var longer = new ElectrumWorkloadType().OpenPumps(store, Run, settings, proof, TimeProvider.System);

        var branch = TestChains.Of(seed: 4).Take(Blocks);
        Rewrite(place, branch);
        Forget();
        Prose.AssertNames(Refusal(settings, proof), $"block {Blocks - 1}", HashOf(blocks[^1]), HashOf(branch[^1]));
        Rewrite(place, blocks[..^1]);
        Forget();
        Assert.Contains($"chain here with block {Blocks - 2}", Refusal(settings, proof), StringComparison.Ordinal);
    }

    [Fact]
    public void Scripts_OfAFile_AreRequestedAndAWorkerWithOthersIsRefused()
    {
        var scripts = Draw(12, seed: 1);
        var file = folder.Write("scripts", string.Join('\n', scripts));
        var settings = Settings(Write("chain", blocks), file);
        Assert.Equal(scripts, WalletChain.Of(ElectrumSettings.Options(settings)).Answers.Scripts);
        var proof = ProofOf(settings);

        folder.Write("scripts", string.Join('\n', scripts.Skip(1)));
        Forget();
        Assert.Contains("wallet differ", Refusal(settings, proof), StringComparison.Ordinal);
        folder.Write("scripts", $"{Hash256.Of("nobody"u8)}");
        Forget();
        Assert.Contains("no script of the wallet", Refusal(settings, proof), StringComparison.Ordinal);
        folder.Write("scripts", "what");
        Assert.Contains("scripts: line 1 ", Refusal(settings, proof), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{")]
    [InlineData("null")]
    [InlineData("")]
    public void Proof_Invalid_IsRefused(string proof) => Assert.Contains(
        "proof", Refusal(Settings(Write("chain", blocks)), Encoding.UTF8.GetBytes(proof)), StringComparison.Ordinal);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Addresses_OfAnotherNetwork_AreRefused(bool isGiven)
    {
        const string OfMain = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
        var options = Options(Write("chain", blocks), OfMain);
        var generated = options.Given!.Chain with { Synthetic = options.Chain };
        var refused = Assert.Throws<WalletException>(() => WalletChain.Of(
            isGiven ? options : options with { Given = options.Given with { Chain = generated } }));
        Assert.Equal(ProblemKind.OtherNetwork, refused.Problem.Kind);
    }

    [Fact]
    public void Chain_DamagedOrWithTooFewScripts_IsNamed()
    {
        var place = Write("chain", blocks);
        var many = Options(place) with { Given = Options(place).Given! with { Count = 1_000_000 } };
        Assert.Contains(
            "1000000", Assert.Throws<FormatException>(() => WalletChain.Of(many)).Message, StringComparison.Ordinal);

        var path = Path.Combine(place, "blk00000.dat");
        File.WriteAllBytes(path, File.ReadAllBytes(path)[..^5]);
        Forget();
        Assert.Contains(
            "expected a whole block",
            Assert.Throws<IOException>(() => WalletChain.Of(Options(place))).Message,
            StringComparison.Ordinal);
        Assert.Throws<FileNotFoundException>(() => WalletChain.Of(Options(folder.File("none"))));
    }

    private static byte[] ProofOf(ResolvedSettings settings) =>
        new ElectrumWorkloadType().Load(settings).Proof.ToArray();

    private static string Refusal(ResolvedSettings settings, byte[] proof) => Assert.ThrowsAny<FormatException>(() =>
        new ElectrumWorkloadType().OpenPumps(new MemoryStore(), Run, settings, proof, TimeProvider.System)).Message;

    private static string HashOf(byte[] block) => $"{BlockHeader.Read(block).Hash()}";

    // Replaces the chain that this process remembers from its last reading.
    private static void Forget() => WalletChain.Of(new ElectrumOptions
    {
        Chain = new() { Blocks = 101, TransactionsPerBlock = 1, WalletAddresses = 1, WalletTransactions = 1 },
    });

    private static ElectrumOptions Options(string place, string? scripts = null) =>
        ElectrumSettings.Options(Settings(place, scripts));

    private static ResolvedSettings Settings(string place, string? scripts = null)
    {
        var layer = new SettingLayer(SettingSource.Submission);
        layer.Set(ElectrumSettings.Batch, "batch", 7);
        layer.Set(ElectrumSettings.Test, "test", WalletTest.Refresh);
        layer.Set(ChainSettings.Chain, "chain", place);
        layer.Set(ChainSettings.Wallet, "wallet", 25);
        layer.Set(ChainSettings.KeyAddresses, "addresses", 10);
        if (scripts is not null)
        {
            layer.Set(ChainSettings.Scripts, "scripts", scripts);
        }

        return new ResolvedSettings(layer);
    }

    private static void Rewrite(string place, byte[][] chain)
    {
        Directory.Delete(place, recursive: true);
        using var writer = new BlockFileWriter(place, ChainNetwork.BitcoinRegtest);
        Array.ForEach(chain, block => writer.Append(block));
    }

    private List<Hash256> Draw(int count, ulong seed)
    {
        var sample = new WalletSample(count, seed);
        Array.ForEach(blocks, block => sample.Add(block));
        return [.. sample.Scripts];
    }

    private byte[][] NextOf(int count)
    {
        var chain = TestChains.Of(seed: 3);
        chain.Take(blocks.Length);
        return chain.Take(count);
    }

    private string Write(string name, byte[][] chain)
    {
        Directory.CreateDirectory(folder.File(name));
        Rewrite(folder.File(name), chain);
        return folder.File(name);
    }
}

using System.Net;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.BlockFiles;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Indexing.Stores;
using AElf.Bench.Electrum.Server;
using AElf.Bench.Electrum.Server.Node;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Node;

/// <summary>Chains over JSON-RPC, of a real node and of the stand-in.</summary>
public sealed class NodeChainSourceTests
{
    private static readonly NodeLogin Login = new($"{LitecoinNode.User}:{LitecoinNode.Password}");

    private static readonly SyntheticChainOptions Small = new()
    {
        Blocks = 150,
        TransactionsPerBlock = 20,
        WalletAddresses = 30,
        WalletTransactions = 50,
        WalletHeights = 20,
    };

    [Fact]
    public async Task Chain_OfTheNode_EqualsTheChainInItsFiles()
    {
        await using var node = await LitecoinNode.StartAsync();
        await ExtendAsync(node, 130);
        using var source = NodeChainSource.Open(AddressOf(node.Port), ChainNetwork.LitecoinRegtest);
        var files = BlockFileChain.Open(node.BlockFolder, ChainNetwork.LitecoinRegtest);

        Assert.Equal(130, source.Height);
        AssertSame(files.ReadFrom(0), source.ReadFrom(0));
        AssertSame(files.ReadFrom(128), source.ReadFrom(128));
        Assert.Empty(source.ReadFrom(131));
    }

    [Fact]
    public async Task Index_AfterAReorganisation_ContinuesFromTheLastCommonBlock()
    {
        await using var node = await LitecoinNode.StartAsync();
        await ExtendAsync(node, 120);
        using var source = NodeChainSource.Open(AddressOf(node.Port), ChainNetwork.LitecoinRegtest);
        var archive = new MemoryArchive();
        using var engine = new FulcrumEngine(new MemoryIndexStore(), archive);
        Follow(source, archive, engine);
        Assert.Equal(120, source.LastCommonHeight(archive.Height, at => HashAt(archive, at)));

        // The tip moves back below the index. Then another branch grows beyond it.
        await node.CallAsync("invalidateblock", await node.TextAsync("getblockhash", 41));
        Assert.Equal(40, source.LastCommonHeight(archive.Height, at => HashAt(archive, at)));
        await ExtendAsync(node, 90);

        Follow(source, archive, engine);
        Assert.Equal(130, engine.Height);
        Assert.Equal(await node.TextAsync("getbestblockhash"), engine.TipHash.ToString());
    }

    [Fact]
    public async Task Read_BranchChanges_Ends()
    {
        await using var node = await LitecoinNode.StartAsync();
        await ExtendAsync(node, 120);
        using var source = NodeChainSource.Open(AddressOf(node.Port), ChainNetwork.LitecoinRegtest);
        using var reading = source.ReadFrom(0).GetEnumerator();
        Assert.True(reading.MoveNext());
        await node.CallAsync("invalidateblock", await node.TextAsync("getblockhash", 10));

        // The tip is below the position of the reader.
        var gone = Assert.Throws<ChainException>(() => ReadOn(reading));
        Assert.Contains("another branch", gone.Message, StringComparison.Ordinal);
        using var again = source.ReadFrom(0).GetEnumerator();
        Assert.True(again.MoveNext());
        await ExtendAsync(node, 130);
        ReadOn(again);

        // A longer branch from block 12: the next batch does not follow the previous one.
        await ExtendAsync(node, 100);
        using var third = source.ReadFrom(0).GetEnumerator();
        Assert.True(third.MoveNext());
        await node.CallAsync("invalidateblock", await node.TextAsync("getblockhash", 12));
        await ExtendAsync(node, 300);
        var other = Assert.Throws<ChainException>(() => ReadOn(third));
        Assert.Contains("follows", other.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Node_WrongPasswordOrNetwork_IsNamed()
    {
        await using var node = await LitecoinNode.StartAsync();
        var wrong = AddressOf(node.Port) with { Login = new NodeLogin("test:canary-7f3a") };
        var refused = Assert.Throws<IOException>(() => NodeChainSource.Open(wrong, ChainNetwork.LitecoinRegtest));
        Assert.Contains("user and password", refused.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("canary", refused.ToString(), StringComparison.Ordinal);

        var other = Assert.Throws<ChainException>(
            () => NodeChainSource.Open(AddressOf(node.Port), ChainNetwork.BitcoinRegtest));
        Assert.Contains("another network", other.Message, StringComparison.Ordinal);

        // The cookie file of a node is a valid login.
        await using var standIn = await StartStandInAsync("cookie", out var folder);
        using (folder)
        {
            var cookie = NodeLogin.ReadCookie(folder.File("cookie"));
            using var source = NodeChainSource.Open(
                AddressOf(standIn.Endpoint.Port) with { Login = cookie }, ChainNetwork.BitcoinRegtest);
            AssertSame(new SyntheticChainSource(Small).ReadFrom(0), source.ReadFrom(0));
        }
    }

    [Fact]
    public async Task Connect_NodeIsLate_IsWaitedFor_AndAnAbsentOneIsNamed()
    {
        await using var chain = await StartStandInAsync("cookie", out var folder);
        using (folder)
        {
            var port = chain.Endpoint.Port;
            await chain.DisposeAsync();
            var address = AddressOf(port) with { RetryTimeout = TimeSpan.FromMilliseconds(1) };
            var absent = Assert.Throws<IOException>(() => NodeChainSource.Open(address, ChainNetwork.BitcoinRegtest));
            Assert.Contains($"127.0.0.1:{port}", absent.Message, StringComparison.Ordinal);

            var opening = Task.Run(() => NodeChainSource.Open(AddressOf(port), ChainNetwork.BitcoinRegtest));
            var growing = new GrowingChain(Small);
            var where = new IPEndPoint(IPAddress.Loopback, port);
            await using var late = await NodeServer.StartAsync(growing.Node, growing, BoundSocket.At(where), Login);
            using var source = await opening;
            Assert.Equal(0, source.Height);
        }
    }

    private static NodeAddress AddressOf(int port) => new(new Uri($"http://127.0.0.1:{port}/"), Login);

    private static Task<NodeServer> StartStandInAsync(string cookie, out TemporaryFolder folder)
    {
        folder = new TemporaryFolder();
        var chain = new GrowingChain(Small);
        chain.Generate(Small.Blocks);
        var login = new NodeCookie(folder.File(cookie)).Login;
        return NodeServer.StartAsync(chain.Node, chain, BoundSocket.At(new(IPAddress.Loopback, 0)), login);
    }

    private static async Task ExtendAsync(LitecoinNode node, int count) => await node.CallAsync(
        "generatetoaddress", count, await node.TextAsync("getnewaddress", "", "bech32"));

    private static void AssertSame(IEnumerable<ChainBlock> expected, IEnumerable<ChainBlock> blocks)
    {
        var left = new Queue<ChainBlock>(expected);
        foreach (var block in blocks)
        {
            var other = left.Dequeue();
            Assert.Equal(other.Height, block.Height);
            Assert.True(other.Bytes.Span.SequenceEqual(block.Bytes.Span), $"block {block.Height}");
        }

        Assert.Empty(left);
    }

    private static void ReadOn(IEnumerator<ChainBlock> reading)
    {
        while (reading.MoveNext())
        {
        }
    }

    private static Hash256 HashAt(ChainArchive archive, int height) =>
        BlockHeader.Read(archive.Block(height).Span).Hash();

    private static void Follow(NodeChainSource source, ChainArchive archive, FulcrumEngine engine)
    {
        var common = source.LastCommonHeight(archive.Height, at => HashAt(archive, at));
        while (archive.Height > common)
        {
            engine.RemoveTip(archive.Block(archive.Height).Span);
            archive.RemoveTip();
        }

        foreach (var block in source.ReadFrom(common + 1))
        {
            archive.Add(block.Bytes.ToArray());
            engine.Append(block.Bytes.Span);
        }
    }
}

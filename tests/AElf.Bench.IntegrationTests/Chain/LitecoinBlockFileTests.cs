using System.Globalization;
using System.Text.Json;
using AElf.Bench.Core.Generation;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.BlockFiles;
using AElf.Bench.TestKit.Electrum;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Chain;

/// <summary>The block files of a running node, compared with its answers.</summary>
public sealed class LitecoinBlockFileTests
{
    [Fact]
    public async Task Files_AfterAReorganisation_HoldTheChainOfTheNode()
    {
        await using var node = await LitecoinNode.StartAsync();
        await MakeChainAsync(node);
        await node.CallAsync("invalidateblock", await node.TextAsync("getblockhash", 110));
        await node.CallAsync("generatetoaddress", 15, await node.TextAsync("getnewaddress", "", "p2sh-segwit"));

        var chain = BlockFileChain.Open(node.BlockFolder, ChainNetwork.LitecoinRegtest);
        Assert.Equal(124, chain.Height);
        Assert.Equal((await node.CallAsync("getblockcount")).GetInt32(), chain.Height);
        foreach (var block in chain.ReadFrom(0))
        {
            Assert.Equal(await node.TextAsync("getblockhash", block.Height), block.Header.Hash().ToString());
        }
    }

    [Fact]
    public async Task Read_EachTransaction_EqualsTheNodesDecoding()
    {
        await using var node = await LitecoinNode.StartAsync();
        await MakeChainAsync(node);
        var kinds = new HashSet<string>(StringComparer.Ordinal);
        foreach (var block in BlockFileChain.Open(node.BlockFolder, ChainNetwork.LitecoinRegtest).ReadFrom(100))
        {
            var hash = block.Header.Hash().ToString();
            Assert.Equal(await node.TextAsync("getblock", hash, 0), Convert.ToHexStringLower(block.Bytes.Span));
            BlockCheck.Verify(block.Bytes.Span);
            var read = await node.CallAsync("getblock", hash, 2);
            kinds.UnionWith(AssertSame(block, [.. read.GetProperty("tx").EnumerateArray()]));
        }

        Assert.Equal(
            ["nulldata", "pubkeyhash", "scripthash", "witness_v0_keyhash"],
            kinds.Order(StringComparer.Ordinal),
            StringComparer.Ordinal);
    }

    [Fact]
    public async Task Read_BlocksWithExtensionBlocks_SkipsTheExtensionBlocks()
    {
        await using var node = await LitecoinNode.StartAsync();
        await node.BeginExtensionAsync();
        await node.CallAsync("sendtoaddress", await node.TextAsync("getnewaddress", "", "mweb"), 1);
        await node.CallAsync("generatetoaddress", 2, await node.TextAsync("getnewaddress", "", "bech32"));

        var blocks = BlockFileChain.Open(node.BlockFolder, ChainNetwork.LitecoinRegtest).ReadFrom(431).ToList();

        Assert.Equal(4, blocks.Count);
        foreach (var block in blocks)
        {
            var read = await node.CallAsync("getblock", block.Header.Hash().ToString(), 2);
            AssertSame(block, [.. read.GetProperty("tx").EnumerateArray()]);
        }
    }

    [Fact]
    public async Task Node_FilesWrittenInAnyOrder_ReadsThem()
    {
        await using var node = await LitecoinNode.StartAsync();
        await MakeChainAsync(node);
        var blocks = BlockFileChain.Open(node.BlockFolder, ChainNetwork.LitecoinRegtest).ReadFrom(0).ToArray();
        await using var other = await LitecoinNode.StartOverAsync(folder => WriteShuffled(folder, blocks));

        await other.CallAsync("waitforblockheight", blocks.Length - 1, (int)Wait.Deadline.TotalMilliseconds);
        Assert.Equal(blocks[^1].Header.Hash().ToString(), await other.TextAsync("getbestblockhash"));
        Assert.Equal(
            (await node.CallAsync("gettxoutsetinfo")).GetProperty("hash_serialized_2").GetString(),
            (await other.CallAsync("gettxoutsetinfo")).GetProperty("hash_serialized_2").GetString());
    }

    // The genesis block stays first, as in the files of every node.
    private static void WriteShuffled(string folder, ChainBlock[] blocks)
    {
        var order = Enumerable.Range(0, blocks.Length).ToArray();
        new SeededRandom(1).Shuffle(order.AsSpan(1));
        using var writer = new BlockFileWriter(folder, ChainNetwork.LitecoinRegtest, maxFileSize: 10_000);
        foreach (var height in order)
        {
            writer.Append(blocks[height].Bytes.Span);
        }

        writer.Pad(100_000);
    }

    // Makes 120 blocks with coins, then a block with payments to three kinds of addresses.
    private static async Task MakeChainAsync(LitecoinNode node)
    {
        var miner = await node.TextAsync("getnewaddress", "", "bech32");
        await node.CallAsync("generatetoaddress", 120, miner);
        foreach (var kind in (string[])["legacy", "p2sh-segwit", "bech32"])
        {
            for (var i = 0; i < 4; i++)
            {
                await node.CallAsync("sendtoaddress", await node.TextAsync("getnewaddress", "", kind), 0.5m);
            }
        }

        await node.CallAsync("generatetoaddress", 1, miner);
    }

    private static HashSet<string> AssertSame(ChainBlock block, JsonElement[] expected)
    {
        var kinds = new HashSet<string>(StringComparer.Ordinal);
        var position = 0;
        foreach (var transaction in new BlockReader(block.Bytes.Span))
        {
            var answer = expected[position++];
            Assert.Equal(answer.GetProperty("txid").GetString(), transaction.Id().ToString());
            Assert.Equal(answer.GetProperty("hash").GetString(), transaction.WitnessId().ToString());
            Assert.Equal(answer.GetProperty("weight").GetInt32(), transaction.Weight);
            kinds.UnionWith(AssertSame(transaction.Outputs, [.. answer.GetProperty("vout").EnumerateArray()]));
            AssertSame(transaction.Inputs, [.. answer.GetProperty("vin").EnumerateArray()]);
        }

        Assert.Equal(expected.Length, position);
        return kinds;
    }

    private static List<string> AssertSame(PartEnumerator<OutputView> outputs, JsonElement[] expected)
    {
        var kinds = new List<string>();
        foreach (var output in outputs)
        {
            var answer = expected[kinds.Count];
            var script = answer.GetProperty("scriptPubKey");
            Assert.Equal(answer.GetProperty("value").GetDecimal(), output.Value / 100_000_000m);
            Assert.Equal(script.GetProperty("hex").GetString(), Convert.ToHexStringLower(output.Script));
            kinds.Add(script.GetProperty("type").GetString()!);
            Assert.Equal(KindOf(kinds[^1]), OutputScript.KindOf(output.Script));
            Assert.Equal(kinds[^1] is "nulldata", output.IsUnspendable);
        }

        Assert.Equal(expected.Length, kinds.Count);
        return kinds;
    }

    private static void AssertSame(PartEnumerator<InputView> inputs, JsonElement[] expected)
    {
        var position = 0;
        foreach (var input in inputs)
        {
            var answer = expected[position++];
            Assert.Equal(answer.GetProperty("sequence").GetUInt32(), input.Sequence);
            Assert.Equal(
                input.IsCoinbase ? "" : $"{answer.GetProperty("txid")}:{answer.GetProperty("vout")}",
                input.IsCoinbase
                    ? ""
                    : string.Create(CultureInfo.InvariantCulture, $"{input.PreviousId}:{input.PreviousIndex}"));
        }

        Assert.Equal(expected.Length, position);
    }

    private static ScriptKind KindOf(string type) => type switch
    {
        "nulldata" => ScriptKind.NullData,
        "pubkeyhash" => ScriptKind.PublicKeyHash,
        "scripthash" => ScriptKind.ScriptHash,
        "witness_v0_keyhash" => ScriptKind.WitnessPublicKeyHash,
        _ => ScriptKind.Other,
    };
}

using System.Text.Json;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.TestKit.Electrum;

namespace AElf.Bench.Tests.Serving;

/// <summary>Answers to requests, compared with a plain walk over the chain.</summary>
public sealed class ProtocolTests
{
    private const int Blocks = 125;

    public static TheoryData<string> Engines => [.. IndexEngines.Names];

    [Theory]
    [MemberData(nameof(Engines))]
    public void Scripts_Answers_EqualAWalkOverTheChain(string engine)
    {
        using var served = ServedChain.Of(seed: 5, Blocks, engine);
        var model = new ChainModel(served.Blocks);
        foreach (var script in model.Scripts)
        {
            var history = model.History(script);
            Assert.Equal(ScriptStatus.Of(history, []), Subscribe(served, script));
            Assert.Equal(
                history.Select(each => $"{each.Id}:{each.Height}"),
                served.Result("blockchain.scripthash.get_history", $"{script}").EnumerateArray().Select(Entry),
                StringComparer.Ordinal);
            Assert.Equal(
                UnspentOf(model, script),
                served.Result("blockchain.scripthash.listunspent", $"{script}").EnumerateArray().Select(Coin),
                StringComparer.Ordinal);
            var balance = served.Result("blockchain.scripthash.get_balance", $"{script}");
            Assert.Equal(
                UnspentOf(model, script).Sum(coin => long.Parse(coin.Split(' ')[^1], null)),
                balance.GetProperty("confirmed").GetInt64());
            Assert.Equal(0, balance.GetProperty("unconfirmed").GetInt64());
        }

        foreach (var (id, bytes) in model.Transactions)
        {
            Assert.Equal(
                Convert.ToHexStringLower(bytes), served.Result("blockchain.transaction.get", $"{id}").GetString());
        }
    }

    [Fact]
    public void Transaction_Proof_IsValid()
    {
        using var served = ServedChain.Of(seed: 2, Blocks);
        foreach (var (height, block) in served.Blocks.Index())
        {
            var position = 0;
            foreach (var transaction in new BlockReader(block))
            {
                var proof = served.Result("blockchain.transaction.get_merkle", $"{transaction.Id()}", height);
                Assert.Equal(position, proof.GetProperty("pos").GetInt32());
                Assert.Equal(height, proof.GetProperty("block_height").GetInt32());
                Assert.Equal(
                    BlockHeader.Read(block).MerkleRoot,
                    RootOf(transaction.Id(), position, proof.GetProperty("merkle")));

                var found = served.Result("blockchain.transaction.id_from_pos", height, position, true);
                Assert.Equal($"{transaction.Id()}", found.GetProperty("tx_hash").GetString());
                Assert.Equal(proof.GetProperty("merkle").ToString(), found.GetProperty("merkle").ToString());
                position++;
            }
        }
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(6, 6)]
    [InlineData(77, 124)]
    [InlineData(124, 124)]
    public void Header_ProofUpToACheckpoint_IsValid(int height, int checkpoint)
    {
        using var served = ServedChain.Of(seed: 2, Blocks);
        var proof = served.Result("blockchain.block.header", height, checkpoint);
        var header = Convert.FromHexString(proof.GetProperty("header").GetString()!);
        var expected = MerkleTree.Root(
            [.. served.Blocks.Take(checkpoint + 1).Select(block => BlockHeader.Read(block).Hash())]);

        Assert.Equal(served.Blocks[height][..80], header);
        Assert.Equal($"{expected}", proof.GetProperty("root").GetString());
        Assert.Equal(expected, RootOf(BlockHeader.Read(header).Hash(), height, proof.GetProperty("branch")));
        Assert.Equal(
            Convert.ToHexStringLower(header), served.Result("blockchain.block.header", height).GetString());

        var many = served.Result("blockchain.block.headers", 0, height + 1, checkpoint);
        Assert.Equal(proof.GetProperty("branch").ToString(), many.GetProperty("branch").ToString());
    }

    [Fact]
    public void Headers_BeforeAndFromVersion16_AreTextOrList()
    {
        using var served = ServedChain.Of(seed: 2, Blocks);
        string[] expected = [.. served.Blocks[120..].Select(block => Convert.ToHexStringLower(block.AsSpan(0, 80)))];

        var older = served.Result("blockchain.block.headers", 120, 50);
        Assert.Equal(string.Concat(expected), older.GetProperty("hex").GetString());
        Assert.Equal((5, 2016), (older.GetProperty("count").GetInt32(), older.GetProperty("max").GetInt32()));
        Assert.Equal(0, served.Result("blockchain.block.headers", 200, 5).GetProperty("count").GetInt32());

        served.Begin();
        served.Negotiate("1.4", "1.6");
        var newer = served.Result("blockchain.block.headers", 120, 50);
        Assert.False(newer.TryGetProperty("hex", out _));
        Assert.Equal(
            expected,
            newer.GetProperty("headers").EnumerateArray().Select(each => each.GetString()!),
            StringComparer.Ordinal);
    }

    [Theory]
    [InlineData("\"1.4\"", "1.4")]
    [InlineData("[\"1.4\",\"1.6\"]", "1.6")]
    [InlineData("[\"1.1\",\"1.4.2\"]", "1.4.2")]
    [InlineData("[\"1.4\",\"1.5\"]", "1.5")]
    [InlineData("[\"1.4\",\"1.7\"]", "1.7")]
    [InlineData("[\"1.6\",\"3.0\"]", "1.7")]
    [InlineData("[\"1.4\",\"1.6\"],\"trailing\",9999.9,{\"dd\":{}}", "1.6")]
    public void Version_HighestOfBothSides_IsUsed(string versions, string expected)
    {
        using var served = ServedChain.Of(seed: 1, 3);
        var answer = served.Answer($$"""{"id":1,"method":"server.version","params":["me",{{versions}}]}""");

        Assert.Equal(
            expected, JsonDocument.Parse(answer).RootElement.GetProperty("result")[1].GetString());
        Assert.Contains("already sent", served.Error("server.version", "me", "1.4"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("1.1", "1.3")]
    [InlineData("1.8", "2.0")]
    public void Version_NoneInCommon_EndsTheSession(string min, string max)
    {
        using var served = ServedChain.Of(seed: 1, 3);
        var (answers, output) = (new LineAnswers(served.State), new Electrum.Server.Protocol.JsonOutput());
        answers.Begin(
            System.Text.Encoding.UTF8.GetBytes(
                $$"""{"id":1,"method":"server.version","params":["me",["{{min}}","{{max}}"]]}"""),
            output);
        Assert.True(answers.AnswerNext(output));

        Assert.True(answers.IsOver);
        Assert.Contains(
            "protocol version", System.Text.Encoding.UTF8.GetString(output.Written.Span), StringComparison.Ordinal);
    }

    [Fact]
    public void Version16_RequiresServerVersionAsFirstRequest()
    {
        using var served = ServedChain.Of(seed: 1, 3);
        served.Result("server.ping");
        Assert.Equal("1.4.3", served.Negotiate("1.4", "1.6"));

        served.Begin();
        served.Result("server.ping");
        Assert.Contains(
            "not the first message",
            served.Error("server.version", "me", new[] { "1.6", "1.6" }),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Methods_Available_DependOnTheVersion()
    {
        using var served = ServedChain.Of(seed: 1, 3);
        Assert.Equal(0.00001, served.Result("blockchain.relayfee").GetDouble());
        Assert.Contains("unknown method", served.Error("mempool.get_info"), StringComparison.Ordinal);
        Assert.Contains(
            "unknown method",
            served.Error("blockchain.scripthash.unsubscribe", new string('0', 64)),
            StringComparison.Ordinal);
        Assert.Contains(
            "takes only", served.Error("blockchain.estimatefee", 2, "ECONOMICAL"), StringComparison.Ordinal);

        served.Begin();
        served.Negotiate("1.4", "1.6");
        Assert.Contains("unknown method", served.Error("blockchain.relayfee"), StringComparison.Ordinal);
        Assert.Equal(0.00001, served.Result("mempool.get_info").GetProperty("minrelaytxfee").GetDouble());
        Assert.False(served.Result("blockchain.scripthash.unsubscribe", new string('0', 64)).GetBoolean());
        Assert.Equal(-1, served.Result("blockchain.estimatefee", 2, "ECONOMICAL").GetInt32());
        Assert.Contains("one of", served.Error("blockchain.estimatefee", 2, "CHEAP"), StringComparison.Ordinal);
        Assert.Contains("1 to 1008", served.Error("blockchain.estimatefee", 1009), StringComparison.Ordinal);
        Assert.Contains("1 to 1008", served.Error("blockchain.estimatefee", 0), StringComparison.Ordinal);
    }

    [Fact]
    public void Arguments_ByName_AreAccepted()
    {
        using var served = ServedChain.Of(seed: 1, 10);
        var header = Convert.ToHexStringLower(served.Blocks[5].AsSpan(0, 80));

        Assert.Contains(
            header,
            served.Answer("""{"id":1,"method":"blockchain.block.header","params":{"cp_height":0,"height":5}}"""),
            StringComparison.Ordinal);
        Assert.Contains(
            "\"1.4.2\"",
            served.Answer(
                """{"id":1,"method":"server.version","params":{"protocol_version":"1.4.2","client_name":"me"}}"""),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Batch_SeveralRequests_AreAnsweredInOrder()
    {
        using var served = ServedChain.Of(seed: 1, 10);
        var answer = served.Answer(
            """
            [{"id":"a","method":"server.ping"},{"id":2,"method":"no.such"},7,{"id":"a","method":"server.banner"}]
            """);

        var each = JsonDocument.Parse(answer).RootElement.EnumerateArray().ToArray();
        Assert.Equal(["a", "2", "", "a"], each.Select(one => one.GetProperty("id").ToString()), StringComparer.Ordinal);
        Assert.Equal(JsonValueKind.Null, each[0].GetProperty("result").ValueKind);
        Assert.Equal(-32601, each[1].GetProperty("error").GetProperty("code").GetInt32());
        Assert.Equal(-32600, each[2].GetProperty("error").GetProperty("code").GetInt32());
        Assert.Contains("fulcrum", each[3].GetProperty("result").GetString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("""{"method":"server.ping"}""", "")]
    [InlineData("""{"method":"no.such"}""", "")]
    [InlineData("""[{"method":"server.ping"},{"method":"server.ping"}]""", "")]
    [InlineData("""[{"id":1,"method":"server.ping"},{"method":"server.ping"}]""", "1")]
    [InlineData("""[{"method":"server.ping"},{"id":1,"method":"server.ping"}]""", "1")]
    [InlineData("""[{"id":1,"method":"server.ping"},{"method":"no.such"},{"id":2,"method":"server.ping"}]""", "1 2")]
    public void Request_WithoutAnId_GetsNoAnswer(string line, string ids)
    {
        using var served = ServedChain.Of(seed: 1, 10);
        var answer = served.Answer(line);

        var answered = answer is "" ? [] : JsonDocument.Parse(answer).RootElement.EnumerateArray().ToArray();
        Assert.Equal(ids, string.Join(' ', answered.Select(one => one.GetProperty("id").ToString())));
        Assert.StartsWith("{", served.Answer("""{"id":7,"method":"server.ping"}"""), StringComparison.Ordinal);
    }

    [Fact]
    public void Request_WithoutAnId_IsExecuted()
    {
        using var served = ServedChain.Of(seed: 1, 10);

        Assert.Equal("", served.Answer("""{"method":"server.version","params":["me","1.6"]}"""));

        Assert.Contains("1.6", served.Error("no.such"), StringComparison.Ordinal);
    }

    [Fact]
    public void Transaction_Verbose_HasTheValuesOfItsBytes()
    {
        using var served = ServedChain.Of(seed: 3, Blocks);
        var block = served.Blocks[^1];
        var last = new BlockReader(block);
        while (last.MoveNext())
        {
            var transaction = last.Current;
            var bytes = Convert.ToHexStringLower(transaction.Bytes);
            var words = served.Result("blockchain.transaction.get", $"{transaction.Id()}", true);
            Assert.Equal(bytes, words.GetProperty("hex").GetString());
            Assert.Equal($"{BlockHeader.Read(block).Hash()}", words.GetProperty("blockhash").GetString());
            Assert.Equal(1, words.GetProperty("confirmations").GetInt32());
            Assert.Equal(transaction.InputCount, words.GetProperty("vin").GetArrayLength());
            var outputs = words.GetProperty("vout").EnumerateArray().ToArray();
            Assert.Equal(transaction.OutputCount, outputs.Length);
            foreach (var output in transaction.Outputs)
            {
                Assert.Equal(output.Value / 100_000_000m, outputs[output.Index].GetProperty("value").GetDecimal());
                Assert.Equal(
                    Convert.ToHexStringLower(output.Script),
                    outputs[output.Index].GetProperty("scriptPubKey").GetProperty("hex").GetString());
            }
        }
    }

    [Fact]
    public void Server_FeaturesAndName_AreReported()
    {
        using var served = ServedChain.Of(seed: 1, 3, "electrs");
        var features = served.Result("server.features");
        Assert.Equal($"{BlockHeader.Read(served.Blocks[0]).Hash()}", features.GetProperty("genesis_hash").GetString());
        Assert.Equal("sha256", features.GetProperty("hash_function").GetString());
        Assert.Contains("electrs", features.GetProperty("server_version").GetString(), StringComparison.Ordinal);
        Assert.Contains("electrs", served.Result("server.banner").GetString(), StringComparison.Ordinal);
        Assert.Equal(0, served.Result("server.peers.subscribe").GetArrayLength());
        Assert.False(served.Result("server.add_peer", new { hosts = new { } }).GetBoolean());
        Assert.Equal(2, served.Result("blockchain.headers.subscribe").GetProperty("height").GetInt32());
    }

    private static string? Subscribe(ServedChain served, Hash256 script) =>
        served.Result("blockchain.scripthash.subscribe", $"{script}").GetString();

    private static string Entry(JsonElement entry) =>
        $"{entry.GetProperty("tx_hash").GetString()}:{entry.GetProperty("height").GetInt32()}";

    private static string Coin(JsonElement coin) =>
        $"{coin.GetProperty("tx_hash").GetString()} {coin.GetProperty("tx_pos").GetInt32()} "
            + $"{coin.GetProperty("height").GetInt32()} {coin.GetProperty("value").GetInt64()}";

    private static List<string> UnspentOf(ChainModel model, Hash256 script)
    {
        var (coins, spent) = (new List<(Hash256 Id, uint Index, string Text)>(), new HashSet<(Hash256, uint)>());
        foreach (var (id, height) in model.History(script))
        {
            var transaction = TransactionView.Read(model.Transactions[id]);
            foreach (var input in transaction.Inputs)
            {
                spent.Add((input.PreviousId, input.PreviousIndex));
            }

            foreach (var output in transaction.Outputs)
            {
                if (Hash256.Of(output.Script) == script)
                {
                    coins.Add((id, output.Index, $"{id} {output.Index} {height} {output.Value}"));
                }
            }
        }

        return [.. coins.Where(coin => !spent.Contains((coin.Id, coin.Index))).Select(coin => coin.Text)];
    }

    // The algorithm of a client that checks a proof: the bits of the position give the side of each hash of the branch.
    private static Hash256 RootOf(Hash256 hash, int position, JsonElement branch)
    {
        Span<byte> both = stackalloc byte[2 * Hash256.Size];
        foreach (var other in branch.EnumerateArray())
        {
            var pair = Hash256.Parse(other.GetString()!);
            (position % 2 == 0 ? hash : pair).CopyTo(both);
            (position % 2 == 0 ? pair : hash).CopyTo(both[Hash256.Size..]);
            hash = Hash256.OfTwice(both);
            position /= 2;
        }

        return hash;
    }
}

using System.Text;
using System.Text.Json;
using AElf.Bench.Core.Generation;
using AElf.Bench.Electrum.Server.Serving;

namespace AElf.Bench.Tests.Serving;

/// <summary>Every invalid line gets one error that names the fault, and the next line is answered.</summary>
public sealed class BadInputTests
{
    private const string Subscribe = "\"method\":\"blockchain.scripthash.subscribe\"";
    private const string Header = "\"method\":\"blockchain.block.header\"";
    private const string Get = "\"method\":\"blockchain.transaction.get\"";

    public static TheoryData<string, int, string> Lines => new()
    {
        { "", -32700, "not JSON" },
        { "hello", -32700, "not JSON" },
        { "{\"id\":1,\"method\":\"server.ping\"", -32700, "not JSON" },
        { "{\"id\":1,\"method\":\"server.ping\"} trailing", -32700, "not JSON" },
        { "[{\"id\":1,\"method\":\"server.ping\"}] []", -32700, "not JSON" },
        { new string('[', 100_000), -32700, "not JSON" },
        { $"{{\"id\":1,\"params\":{new string('[', 40)}{new string(']', 40)}}}", -32700, "depth" },
        { "[]", -32600, "empty" },
        { "7", -32600, "an object" },
        { "null", -32600, "an object" },
        { "\"text\"", -32600, "an object" },
        { "{}", -32600, "an id" },
        { "{\"id\":true,\"method\":\"server.ping\"}", -32600, "an id" },
        { "{\"id\":[1],\"method\":\"server.ping\"}", -32600, "an id" },
        { $"{{\"id\":\"{new string('x', 300)}\",\"method\":\"server.ping\"}}", -32600, "an id" },
        { "{\"id\":1,\"id\":2,\"method\":\"server.ping\"}", -32600, "once" },
        { "{\"id\":true,\"id\":2,\"method\":\"server.ping\"}", -32600, "once" },
        { "{\"id\":1,\"method\":\"server.ping\",\"method\":\"server.ping\"}", -32600, "once" },
        { "{\"id\":1}", -32600, "a method" },
        { "{\"id\":1,\"method\":7}", -32600, "a method" },
        { "{\"id\":1,\"result\":\"an answer to nothing\"}", -32600, "a method" },
        { "{\"id\":1,\"method\":\"\"}", -32601, "unknown method" },
        { "{\"id\":1,\"method\":\"no.such\"}", -32601, "no.such" },
        { $"{{\"id\":1,\"method\":\"{new string('x', 1000)}\"}}", -32601, "unknown method" },
        { "{\"id\":1,\"method\":\"\\ud800\"}", -32600, "" },
        { "{\"id\":1,\"method\":\"server.ping\",\"params\":7}", -32600, "params" },
        { "{\"id\":1,\"method\":\"server.ping\",\"params\":null}", -32600, "params" },
        { "{\"id\":1,\"method\":\"server.ping\",\"params\":[1]}", -32602, "no arguments" },
        { $"{{\"id\":1,{Subscribe}}}", -32602, "scripthash is missing" },
        { $"{{\"id\":1,{Subscribe},\"params\":[]}}", -32602, "scripthash is missing" },
        { $"{{\"id\":1,{Subscribe},\"params\":[null]}}", -32602, "scripthash is missing" },
        { $"{{\"id\":1,{Subscribe},\"params\":[7]}}", -32602, "64 hexadecimal digits" },
        { $"{{\"id\":1,{Subscribe},\"params\":[\"abcd\"]}}", -32602, "64 hexadecimal digits" },
        { $"{{\"id\":1,{Subscribe},\"params\":[\"{new string('g', 64)}\"]}}", -32602, "64 hexadecimal digits" },
        { $"{{\"id\":1,{Subscribe},\"params\":[\"{new string('a', 66)}\"]}}", -32602, "64 hexadecimal digits" },
        { $"{{\"id\":1,{Subscribe},\"params\":[\"{new string('a', 99)}\"]}}", -32602, new string('a', 59) + "…" },
        { $"{{\"id\":1,{Subscribe},\"params\":[\"{new string('a', 64)}\",1]}}", -32602, "takes only" },
        { $"{{\"id\":1,{Subscribe},\"params\":{{\"hash\":\"{new string('a', 64)}\"}}}}", -32602, "takes only" },
        { $"{{\"id\":1,{Header},\"params\":{{\"height\":1,\"height\":2}}}}", -32602, "twice" },
        { $"{{\"id\":1,{Header},\"params\":[-1]}}", -32602, "a whole number" },
        { $"{{\"id\":1,{Header},\"params\":[1.5]}}", -32602, "a whole number" },
        { $"{{\"id\":1,{Header},\"params\":[\"1\"]}}", -32602, "a whole number" },
        { $"{{\"id\":1,{Header},\"params\":[9007199254740993]}}", -32602, "a whole number" },
        { $"{{\"id\":1,{Header},\"params\":[1e400]}}", -32602, "a whole number" },
        { $"{{\"id\":1,{Header},\"params\":[3]}}", 1, "out of range" },
        { $"{{\"id\":1,{Header},\"params\":[2,1]}}", 1, "cp_height" },
        { $"{{\"id\":1,{Header},\"params\":[1,3]}}", 1, "cp_height" },
        { $"{{\"id\":1,{Get},\"params\":[\"{new string('a', 64)}\"]}}", 2, "no transaction" },
        { $"{{\"id\":1,{Get},\"params\":[\"{new string('a', 64)}\",7]}}", -32602, "true or false" },
        {
            $"{{\"id\":1,\"method\":\"blockchain.transaction.get_merkle\",\"params\":[\"{new string('a', 64)}\",1]}}",
            1,
            "height 1"
        },
        { "{\"id\":1,\"method\":\"blockchain.transaction.id_from_pos\",\"params\":[1,1]}", 1, "position 1" },
        { "{\"id\":1,\"method\":\"blockchain.transaction.broadcast\",\"params\":[\"0\"]}", -32602, "hexadecimal" },
        { "{\"id\":1,\"method\":\"blockchain.transaction.broadcast\",\"params\":[\"00\"]}", 1, "rejected" },
        { "{\"id\":1,\"method\":\"server.version\",\"params\":[\"me\",7]}", -32602, "a text" },
        { "{\"id\":1,\"method\":\"server.version\",\"params\":[1,[\"1\",\"1\",\"1\",\"1\"]]}", -32602, "two texts" },
        { "{\"id\":1,\"method\":\"server.version\",\"params\":[\"me\",[]]}", -32602, "a version" },
        { "{\"id\":1,\"method\":\"server.version\",\"params\":[\"me\",\"one\"]}", -32602, "a version" },
        { "{\"id\":1,\"method\":\"server.version\",\"params\":[\"me\",\"\\ud800\"]}", -32602, "surrogates" },
    };

    [Theory]
    [MemberData(nameof(Lines))]
    public void Line_Bad_GetsOneErrorAndTheNextIsAnswered(string line, int code, string message)
    {
        using var served = ServedChain.Of(seed: 1, 3);
        var error = ErrorOf(served.Answer(line));

        Assert.Equal(code, error.GetProperty("code").GetInt32());
        Assert.Contains(message, error.GetProperty("message").GetString(), StringComparison.OrdinalIgnoreCase);
        Assert.Equal("""{"jsonrpc":"2.0","result":null,"id":1}""", served.Answer(Ping(1)));
    }

    [Theory]
    [InlineData("null", "null")]
    [InlineData("1.25", "1.25")]
    [InlineData("-7e3", "-7e3")]
    [InlineData("\"x \\u00e9\"", "\"x \\u00e9\"")]
    [InlineData("123456789012345678901234567890", "123456789012345678901234567890")]
    public void Answer_Id_EqualsTheIdOfTheRequest(string id, string expected)
    {
        using var served = ServedChain.Of(seed: 1, 3);
        Assert.Equal($$"""{"jsonrpc":"2.0","result":null,"id":{{expected}}}""", served.Answer(Ping(id)));
    }

    [Fact]
    public void Line_NotUtf8_IsRefused()
    {
        using var served = ServedChain.Of(seed: 1, 3);
        byte[] line = [.. "{\"id\":1,\"method\":\"server."u8, 0xff, 0xfe, .. "\"}"u8];

        Assert.Equal(-32700, ErrorOf(served.Answer(line)).GetProperty("code").GetInt32());
    }

    [Fact]
    public void Batch_TooLarge_IsRefusedAsAWhole()
    {
        using var served = ServedChain.Of(seed: 1, 3);
        served.Begin(new ServerLimits { MaxBatch = 50 });
        var batch = $"[{string.Join(',', Enumerable.Repeat(Ping(1), 51))}]";

        Assert.Contains("limit of 50", served.Answer(batch), StringComparison.Ordinal);
        Assert.Equal(0, served.State.Answered);
    }

    [Fact]
    public void Subscribe_BeyondTheLimit_IsRefused()
    {
        using var served = ServedChain.Of(seed: 1, 3);
        served.Begin(new ServerLimits { MaxSubscriptions = 2 });
        string[] scripts = [.. "abc".Select(digit => new string(digit, 64))];

        served.Result("blockchain.scripthash.subscribe", scripts[0]);
        served.Result("blockchain.scripthash.subscribe", scripts[1]);
        served.Result("blockchain.scripthash.subscribe", scripts[1]);
        Assert.Contains(
            "2 subscriptions", served.Error("blockchain.scripthash.subscribe", scripts[2]), StringComparison.Ordinal);
    }

    [Fact]
    public void Sessions_Together_RespectTheLimitOfSubscriptions()
    {
        using var served = ServedChain.Of(seed: 1, 3);
        var server = served.ServerOf(new ServerLimits { MaxTotalSubscriptions = 2 });
        var first = new SessionState(server);
        using var second = new SessionState(server);
        string[] scripts = [.. "abcd".Select(digit => new string(digit, 64))];
        served.State = first;
        served.Negotiate("1.4", "1.6");
        served.Result("blockchain.scripthash.subscribe", scripts[0]);
        served.Result("blockchain.scripthash.subscribe", scripts[1]);
        served.State = second;

        var refused = served.Error("blockchain.scripthash.subscribe", scripts[0]);
        Assert.Contains("-101", refused, StringComparison.Ordinal);
        Assert.Contains("2 subscriptions", refused, StringComparison.Ordinal);

        served.State = first;
        Assert.True(served.Result("blockchain.scripthash.unsubscribe", scripts[1]).GetBoolean());
        Assert.False(served.Result("blockchain.scripthash.unsubscribe", scripts[1]).GetBoolean());
        served.State = second;
        served.Result("blockchain.scripthash.subscribe", scripts[2]);
        Assert.Contains(
            "2 subscriptions", served.Error("blockchain.scripthash.subscribe", scripts[3]), StringComparison.Ordinal);
        first.Dispose();
        served.Result("blockchain.scripthash.subscribe", scripts[3]);
        Assert.Contains(
            "2 subscriptions", served.Error("blockchain.scripthash.subscribe", scripts[0]), StringComparison.Ordinal);
    }

    [Fact]
    public void Session_CostExhausted_EndsWithinTheBatch()
    {
        using var served = ServedChain.Of(seed: 1, 3);
        served.Begin(new ServerLimits { MaxCost = 20, CostPerSecond = 0 });
        var each = JsonDocument.Parse(
            served.Answer($"[{string.Join(',', Enumerable.Repeat(Ping(1), 100))}]")).RootElement;

        Assert.InRange(each.GetArrayLength(), 10, 22);
        Assert.Equal(-101, each[each.GetArrayLength() - 1].GetProperty("error").GetProperty("code").GetInt32());
    }

    [Fact]
    public void Fault_Cost_IsThatOfTenRequests()
    {
        using var served = ServedChain.Of(seed: 1, 3);
        served.Begin(new ServerLimits { MaxCost = 100, CostPerSecond = 0 });
        var batch = $"[{string.Join(',', Enumerable.Repeat("{\"id\":1,\"method\":\"no.such\"}", 100))}]";
        var answered = JsonDocument.Parse(served.Answer(batch)).RootElement.GetArrayLength();

        // Each costs 10 for the fault, 1 for the request, and a little for its bytes.
        Assert.InRange(answered, 9, 11);
    }

    [Fact]
    public void History_TooLong_IsNotSent()
    {
        using var served = ServedChain.Of(seed: 1, 125);
        served.Begin(new ServerLimits { MaxHistory = 0 });
        var script = served.Chain.Wallets[0].Addresses[0].ScriptHash;

        Assert.Contains(
            "at most 0", served.Error("blockchain.scripthash.get_history", $"{script}"), StringComparison.Ordinal);
    }

    [Fact]
    public void Request_Damaged_IsAnsweredIfItsIdIsIntact()
    {
        using var served = ServedChain.Of(seed: 1, 3);
        string[] whole =
        [
            Ping("\"a\""), $"{{\"id\":1,{Header},\"params\":{{\"height\":1,\"cp_height\":2}}}}",
            $"[{{\"id\":1,{Subscribe},\"params\":[\"{new string('a', 64)}\"]}},{Ping(2)}]",
            "{\"id\":1,\"method\":\"blockchain.transaction.broadcast_package\",\"params\":[[\"00\"],false]}",
        ];
        for (ulong seed = 1; seed <= 3000; seed++)
        {
            var random = new SeededRandom(seed);
            var line = Encoding.UTF8.GetBytes(whole[random.Next(whole.Length)]);
            for (var damaged = 1 + random.Next(3); damaged > 0; damaged--)
            {
                line[random.Next(line.Length)] = (byte)random.Next(256);
            }

            var text = served.Answer(line);
            if (text.Length == 0)
            {
                Assert.DoesNotMatch("^{\"id\":", Encoding.Latin1.GetString(line));
                continue;
            }

            var answer = JsonDocument.Parse(text).RootElement;
            Assert.True(answer.ValueKind is JsonValueKind.Object or JsonValueKind.Array, $"seed {seed}: {answer}");
        }
    }

    private static string Ping(object id) => $$"""{"id":{{id}},"method":"server.ping"}""";

    private static JsonElement ErrorOf(string answer) => JsonDocument.Parse(answer).RootElement.GetProperty("error");
}

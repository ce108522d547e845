using System.Text;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Processors;
using AElf.Bench.Storage;
using AElf.Bench.Storage.Cluster;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.Tests.Storage;

/// <summary>Slots, redirections and nodes of a Redis Cluster.</summary>
public sealed class ClusterTests
{
    private static readonly RunId Run = RunId.Parse("0000abcd");

    /// <summary>Slots from CLUSTER KEYSLOT of Redis 7.0.15.</summary>
    [Theory]
    [InlineData("123456789", 12739)]
    [InlineData("foo", 12182)]
    [InlineData("", 0)]
    [InlineData("{foo}bar", 12182)]
    [InlineData("bar{foo}", 12182)]
    [InlineData("a{foo}{bar}", 12182)]
    [InlineData("{}foo", 9500)]
    [InlineData("foo{bar", 15278)]
    [InlineData("ab0badcafe:00000001@00000000", 4180)]
    [InlineData("a|zab{foo}cafe:00000001@00000000", 12182)]
    public void Of_Key_IsTheSlotOfItsTagOrWholeKey(string key, int slot) =>
        Assert.Equal(slot, HashSlot.Of(Encoding.ASCII.GetBytes(key)));

    [Theory]
    [InlineData("MOVED 3999 127.0.0.1:6381", false, 3999, "127.0.0.1", 6381)]
    [InlineData("ASK 0 db.example:1", true, 0, "db.example", 1)]
    [InlineData("MOVED 16383 [::1]:65535", false, 16383, "::1", 65535)]
    [InlineData("MOVED 16383 ::1:65535", false, 16383, "::1", 65535)]
    [InlineData("MOVED 1 :6381", false, 1, "asked", 6381)]
    public void ReadRedirection_Redirection_IsRead(string error, bool isAsk, int slot, string host, int port)
    {
        var found = Assert.NotNull(ClusterTopology.ReadRedirection(error, new Endpoint("asked", 1)));

        Assert.Equal((isAsk, slot, new Endpoint(host, port)), (found.IsAsk, found.Slot, found.Node));
    }

    [Theory]
    [InlineData("MOVED")]
    [InlineData("MOVED 3999")]
    [InlineData("MOVED 16384 127.0.0.1:6381")]
    [InlineData("MOVED -1 127.0.0.1:6381")]
    [InlineData("MOVED 1 127.0.0.1")]
    [InlineData("MOVED 1 127.0.0.1:0")]
    [InlineData("MOVED 1 127.0.0.1:65536")]
    [InlineData("MOVED 1 127.0.0.1:6381 more")]
    [InlineData("ERR MOVED 1 127.0.0.1:6381")]
    public void ReadRedirection_OtherError_IsNull(string error) =>
        Assert.Null(ClusterTopology.ReadRedirection(error, new Endpoint("asked", 1)));

    /// <summary>Only a redirection that the connection has followed is temporary.</summary>
    [Theory]
    [InlineData("redirected by 127.0.0.1:1: MOVED 1 127.0.0.1:2", ProblemKind.RefusedForNow)]
    [InlineData("MOVED 1 127.0.0.1:2", ProblemKind.ServerMode)]
    public void Answered_RedirectedOperation_MayBeRetried(string error, ProblemKind kind) =>
        Assert.Equal(kind, StoreProblems.Answered(error).Kind);

    [Theory]
    [InlineData("*1\r\n*3\r\n:0\r\n:16384\r\n*2\r\n$9\r\n127.0.0.1\r\n:1\r\n")]
    [InlineData("*1\r\n*3\r\n:0\r\n:1\r\n*2\r\n$9\r\n127.0.0.1\r\n:65536\r\n")]
    [InlineData("*1\r\n*2\r\n:0\r\n:1\r\n")]
    [InlineData("*1\r\n:0\r\n")]
    [InlineData("+OK\r\n")]
    public async Task Connect_ImpossibleSlots_AreRefused(string slots)
    {
        await using var server = Cluster(slots);
        using var store = Open(server);

        Assert.Equal(StoreFault.Protocol, Assert.Throws<StoreException>(() => store.Connect()).Fault);
    }

    [Fact]
    public async Task Connect_ServerWithoutClusterMode_IsNamed()
    {
        await using var server = Cluster("-ERR This instance has cluster support disabled\r\n");
        using var store = Open(server);

        var problem = Assert.Throws<StoreException>(() => store.Connect()).Problem;

        Assert.Equal((ProblemKind.ServerMode, StoreSettings.Type), (problem.Kind, problem.Setting));
    }

    [Fact]
    public async Task Connect_NodeIsAway_IsNamedWithItsSlots()
    {
        await using var server = Cluster("*1\r\n*3\r\n:7\r\n:9\r\n*2\r\n$9\r\n127.0.0.1\r\n:1\r\n");
        using var store = Open(server);

        var failure = Assert.Throws<StoreException>(() => store.Connect());

        Assert.Equal(StoreFault.Unreachable, failure.Fault);
        Assert.Contains("slots 7 to 9", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Connect_FirstNodeIsAway_AsksTheNext()
    {
        var port = 0;
        await using var server = ScriptedServer.Start(Script.Answering(command => command[0] is "CLUSTER"
            ? $"*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n$9\r\n127.0.0.1\r\n:{port}\r\n"
            : "+PONG\r\n"));
        port = server.Endpoint.Port;
        var away = new Endpoint("127.0.0.1", 1);
        using var store = SocketStore.Open(
            new StoreOptions { Type = StoreType.RedisCluster, Address = away, Nodes = [away, server.Endpoint] }, Run);

        using var connection = store.Connect();

        Assert.Equal([$"{server.Endpoint}"], store.Description.Shards);
        Assert.Equal($"{server.Endpoint}", store.Description.Endpoint);
    }

    [Fact]
    public void Connect_NoNodeAnswers_NamesAllOfThem()
    {
        Endpoint[] nodes = [new("127.0.0.1", 1), new("127.0.0.1", 2)];
        using var store = SocketStore.Open(
            new StoreOptions { Type = StoreType.RedisCluster, Address = nodes[0], Nodes = nodes }, Run);

        var failure = Assert.Throws<StoreException>(() => store.Connect());

        Assert.Equal(StoreFault.Unreachable, failure.Fault);
        Prose.AssertNames(failure.Message, "127.0.0.1:1", "127.0.0.1:2");
    }

    [Fact]
    public async Task MultiGet_MigratingSlot_IsRefusedForEachKeyAndMayBeRetried()
    {
        var port = 0;
        await using var server = ScriptedServer.Start(Script.Answering(command => command[0] switch
        {
            "CLUSTER" => $"*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n$9\r\n127.0.0.1\r\n:{port}\r\n",
            "GET" => $"-ASK {HashSlot.Of("{a}1"u8)} 127.0.0.1:{port}\r\n",
            _ => "+PONG\r\n",
        }));
        port = server.Endpoint.Port;
        using var store = Open(server);
        using var connection = store.Connect();
        connection.Get("{a}1"u8, 1);
        Assert.Equal(ReplyKind.Refused, connection.Exchange().Replies[0].Kind);

        connection.MultiGet("{a}1{a}2"u8, 4, 7);
        connection.MultiSet("{a}1{a}2"u8, 4, "xy"u8, 1, 9);
        Assert.Equal(3, connection.Outstanding);

        Assert.Equal(
            [(ReplyKind.Refused, 7), (ReplyKind.Refused, 8), (ReplyKind.Refused, 9)],
            connection.Exchange().Replies.ToArray().Select(reply => (reply.Kind, reply.Tag)));
        Assert.Equal(ProblemKind.RefusedForNow, StoreProblems.Answered(connection.LastError).Kind);
        Assert.Equal(0, connection.Outstanding);
    }

    [Fact]
    public async Task Evaluate_MigratingSlot_UsesTheNodeThatHasTheKeys()
    {
        var port = 0;
        var redirection = "";
        await using var target = ScriptedServer.Start(Script.Answering(command => command[0] switch
        {
            "SCRIPT" => "$4\r\nname\r\n",
            "EVALSHA" => ":12\r\n",
            _ => "+OK\r\n",
        }));
        await using var server = ScriptedServer.Start(Script.Answering(command => command[0] switch
        {
            "CLUSTER" => $"*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n$9\r\n127.0.0.1\r\n:{port}\r\n",
            "SCRIPT" => "$4\r\nname\r\n",
            "GET" or "EVALSHA" => redirection,
            _ => "+OK\r\n",
        }));
        port = server.Endpoint.Port;
        redirection = $"-ASK {HashSlot.Of("{a}1"u8)} {target.Endpoint}\r\n";
        using var store = Open(server);
        using var connection = store.Connect();
        connection.Load("return 1"u8, 3);
        Assert.Equal((ReplyKind.Value, 3), Only(connection.Exchange()));
        connection.Get("{a}1"u8, 1);
        Assert.Equal((ReplyKind.Refused, 1), Only(connection.Exchange()));

        connection.Evaluate("name"u8, "{a}1{a}2"u8, 4, [5, -6], 7);
        var found = connection.Exchange();

        Assert.Equal((ReplyKind.Number, 7), Only(found));
        Assert.Equal("12", Encoding.ASCII.GetString(found.ValueOf(found.Replies[0])));
        Assert.Equal(1, connection.Operations.EvalSha);
        Assert.Equal(
            [["ASKING"], ["EVALSHA", "name", "2", "{a}1", "{a}2", "5", "-6"]],
            target.Connections.Single().Commands.TakeLast(2));
    }

    [Fact]
    public async Task ResourceMeter_ClusterNamedByOneNode_KnowsAllMasters()
    {
        await using var server = Cluster("*1\r\n*3\r\n:7\r\n:9\r\n*2\r\n$9\r\n127.0.0.1\r\n:1\r\n");
        using var store = Open(server);
        var meter = new ResourceMeter(
            new StoreOptions { Type = StoreType.RedisCluster, Address = server.Endpoint }, store);

        meter.Start();
        var machine = meter.Stop().Machine!;

        Assert.True(machine.IsHere("127.0.0.1:1"));
        Assert.True(machine.IsHere($"{server.Endpoint}"));
    }

    [Fact]
    public async Task TryCommands_SeveralKeysInSeveralSlots_IsRefused()
    {
        await using var server = Cluster("*1\r\n*3\r\n:7\r\n:9\r\n*2\r\n$9\r\n127.0.0.1\r\n:1\r\n");
        using var store = Open(server);

        var problem = Assert.Throws<StoreException>(() => store.TryCommands(StoreCommands.SeveralKeys)).Problem;

        Assert.Equal(ProblemKind.ServerMode, problem.Kind);
        Prose.AssertNames(problem.Text, "--hash-tag");
    }

    private static (ReplyKind Kind, int Tag) Only(in StoreReplies found) =>
        (found.Replies[0].Kind, found.Replies[0].Tag);

    private static IStore Open(ScriptedServer server) => SocketStore.Open(
        new StoreOptions { Type = StoreType.RedisCluster, Address = server.Endpoint }, Run);

    private static ScriptedServer Cluster(string slots) => ScriptedServer.Start(
        Script.Answering(command => command[0] is "CLUSTER" ? slots : "+PONG\r\n"));
}

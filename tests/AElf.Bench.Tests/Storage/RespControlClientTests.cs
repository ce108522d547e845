using System.Net;
using System.Net.Sockets;
using System.Text;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage;
using AElf.Bench.Storage.Control;

namespace AElf.Bench.Tests.Storage;

public sealed class RespControlClientTests
{
    private const string Canary = "canary-8c1f";

    [Fact]
    public void GetSetDelete_ReturnTheAnswerOfTheServer()
    {
        using var server = new ScriptedServer("+PONG\r\n", "$3\r\nabc\r\n", "$-1\r\n", ":1\r\n", ":0\r\n", ":1\r\n");
        using var client = RespControlClient.Connect(server.Endpoint, Options());
        Assert.Equal("abc"u8.ToArray(), client.Get("k"));
        Assert.Null(client.Get("k"));
        Assert.True(client.SetIfAbsent("k", "v"));
        Assert.False(client.SetIfAbsent("k", "v"));
        client.Delete("k");
    }

    [Fact]
    public void Reply_InSingleBytes_IsRead()
    {
        using var server = new ScriptedServer("+PONG\r\n", "$3\r\nabc\r\n") { ByteByByte = true };
        using var client = RespControlClient.Connect(server.Endpoint, Options());
        Assert.Equal("abc"u8.ToArray(), client.Get("k"));
    }

    [Theory]
    [InlineData(
        "HTTP/1.1 400 Bad Request\r\nServer: x\r\n\r\n",
        StoreFault.Protocol,
        "answered 'HTTP/1.1 400 Bad Request', which is not a Redis reply: is this the right port?")]
    [InlineData("\u0015\u0003\u0003\0\u0002", StoreFault.Protocol, "use TLS")]
    [InlineData("\u001b[2Jgone\r\n", StoreFault.Protocol, "answered '.[2Jgone'")]
    [InlineData("$-5\r\n", StoreFault.Protocol, "answered '$-5', whose length -5")]
    [InlineData("*2147483647\r\n", StoreFault.Protocol, "2147483647")]
    [InlineData("$536870913\r\n", StoreFault.Protocol, "536870913")]
    [InlineData("+PONG\r\n+PONG\r\n", StoreFault.Protocol, "more than one reply")]
    [InlineData(":1\r\n", StoreFault.Protocol, "a reply of kind Integer")]
    [InlineData("-NOAUTH Authentication required.\r\n", StoreFault.Login, "requires a login")]
    [InlineData("-DENIED Redis is running in protected mode\r\n", StoreFault.Login, "protected mode")]
    [InlineData(
        "-LOADING Redis is loading the dataset in memory\r\n", StoreFault.Unreachable, "refuses PING: LOADING")]
    [InlineData("-ERR Connection refused\r\n", StoreFault.Unreachable, "Connection refused")]
    [InlineData("-ERR Connection timed out\r\n", StoreFault.Unreachable, "Connection timed out")]
    [InlineData("-ERR Invalid argument\r\n", StoreFault.Unreachable, "Invalid argument")]
    [InlineData("-ERR unknown\r\n", StoreFault.Unreachable, "unknown")]
    [InlineData("-ERR Invalid arguments for SET\r\n", StoreFault.Refused, "Invalid arguments")]
    [InlineData("-ERR unknown command\r\n", StoreFault.Refused, "unknown command")]
    [InlineData("", StoreFault.Closed, "instead of answering PING")]
    [InlineData("+PO", StoreFault.Closed, "in the middle of its reply")]
    public void Answer_Wrong_IsNamed(string answer, StoreFault fault, string words)
    {
        using var server = new ScriptedServer(answer) { CloseAfterwards = true };
        var failure = Assert.Throws<StoreException>(() => RespControlClient.Connect(server.Endpoint, Options()));
        Assert.Equal(fault, failure.Fault);
        Assert.Contains(words, failure.Message, StringComparison.Ordinal);
        Assert.StartsWith(server.Endpoint.ToString(), failure.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(null, "-WRONGPASS invalid username-password pair or user is disabled.\r\n", "the password is wrong")]
    [InlineData(
        "joe",
        "-WRONGPASS invalid username-password pair or user is disabled.\r\n",
        "the user or the password is wrong")]
    [InlineData(null, "-ERR invalid password\r\n", "the password is wrong")]
    [InlineData(
        null,
        "-ERR AUTH <password> called without any password configured for the default user.\r\n",
        "omit the password")]
    [InlineData("joe", "-ERR wrong number of arguments for 'auth' command\r\n", "omit the user")]
    [InlineData(
        null, "-ERR unknown command `AUTH`, with args beginning with: `canary-8c1f`\r\n", "does not accept AUTH")]
    public void Login_Refused_NamesTheOptionsAndHidesTheSecret(string? user, string answer, string words)
    {
        using var server = new ScriptedServer(answer);
        var failure = Assert.Throws<StoreException>(() =>
            RespControlClient.Connect(server.Endpoint, Options() with { User = user, Password = new Secret(Canary) }));
        Assert.Equal(StoreFault.Login, failure.Fault);
        Assert.Contains(words, failure.Message, StringComparison.Ordinal);
        Assert.DoesNotContain(Canary, failure.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Login_Command_IsSentFirst()
    {
        using var server = new ScriptedServer("+OK\r\n", "+PONG\r\n");
        using (RespControlClient.Connect(
            server.Endpoint, Options() with { User = "joe", Password = new Secret(Canary) }))
        {
        }

        Assert.Equal(
            ["*3\r\n$4\r\nAUTH\r\n$3\r\njoe\r\n$11\r\ncanary-8c1f\r\n", "*1\r\n$4\r\nPING\r\n"], server.Requests);
    }

    [Fact]
    public void Server_Silent_IsATimeout()
    {
        using var server = new ScriptedServer((string?)null);
        var failure = Assert.Throws<StoreException>(() =>
            RespControlClient.Connect(server.Endpoint, Options() with { Timeout = TimeSpan.FromMilliseconds(100) }));
        Assert.Equal(StoreFault.Timeout, failure.Fault);
        Prose.AssertNames(failure.Message, "PING", "0.1 s");
    }

    [Fact]
    public void Connect_Refused_IsUnreachable()
    {
        using var server = new ScriptedServer();
        var endpoint = server.Endpoint;
        server.Dispose();
        var failure = Assert.Throws<StoreException>(() => RespControlClient.Connect(endpoint, Options()));
        Assert.Equal(StoreFault.Unreachable, failure.Fault);
        Assert.Contains("Connection refused", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Server_OfTheOtherKind_IsNamed()
    {
        using var ssdb = new ScriptedServer(
            "+PONG\r\n", "*3\r\n$11\r\nssdb-server\r\n$7\r\nversion\r\n$5\r\n1.9.8\r\n");
        var failure = Assert.Throws<StoreException>(() => new ServerCounters(ssdb.Endpoint, Options()).Read());
        Assert.EndsWith(" ssdb", failure.Message, StringComparison.Ordinal);

        using var redis = new ScriptedServer("+PONG\r\n", "$0\r\n\r\n");
        failure = Assert.Throws<StoreException>(
            () => new ServerCounters(redis.Endpoint, Options() with { Type = StoreType.Ssdb }).Read());
        Assert.EndsWith(" redis", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Persistence_ForbiddenSettings_IsUnknown()
    {
        const string info = "aof_enabled:0\r\nrun_id:a\r\ncmdstat_ping:calls=1\r\n";
        using var server = new ScriptedServer(
            "+PONG\r\n",
            $"${info.Length}\r\n{info}\r\n",
            "-NOPERM this user has no permissions\r\n",
            "-ERR unknown command\r\n",
            "-ERR unknown command\r\n");
        Assert.Equal("unknown", new ServerCounters(server.Endpoint, Options()).Read().Persistence);
    }

    [Fact]
    public void Info_CommandsOutsideAll_AreRequestedSeparately()
    {
        const string All = "redis_version:7.4.3\r\n";
        const string Commands = "# Commandstats\r\ncmdstat_get:calls=7\r\ncmdstat_set:calls=3\r\n";
        using var server = new ScriptedServer(
            "+PONG\r\n",
            $"${All.Length}\r\n{All}\r\n",
            $"${Commands.Length}\r\n{Commands}\r\n",
            "*0\r\n",
            "*0\r\n",
            "*0\r\n");

        var counters = new ServerCounters(server.Endpoint, Options()).Read();

        Assert.Equal(("redis 7.4.3", 7, 3), (counters.Version, counters.Operations.Get, counters.Operations.Set));
        Assert.Null(counters.OperationsUnavailable);
    }

    [Theory]
    [InlineData("-ERR unknown section\r\n")]
    [InlineData("$14\r\nmonitoring off\r\n")]
    public void Counters_CommandsListedNowhere_AreUnavailable(string answer)
    {
        const string All = "garnet_version:2.2.8\r\n";
        using var server = new ScriptedServer(
            "+PONG\r\n", $"${All.Length}\r\n{All}\r\n", answer, "*0\r\n", "*0\r\n", "*0\r\n");

        var counters = new ServerCounters(server.Endpoint, Options()).Read();

        Prose.AssertNames(counters.OperationsUnavailable, $"{server.Endpoint}", "garnet 2.2.8", "commandstats");
    }

    private static StoreOptions Options() => new() { Type = StoreType.Redis, Timeout = Wait.Deadline };

    /// <summary>
    /// Answers the nth request of one client with the nth answer, for any request; null sends nothing.
    /// </summary>
    private sealed class ScriptedServer : IDisposable
    {
        private readonly TcpListener listener = new(IPAddress.Loopback, 0);
        private readonly Task conversation;

        public ScriptedServer(params string?[] answers)
        {
            listener.Start();
            conversation = Task.Run(() => Converse(answers));
        }

        public Endpoint Endpoint => new("127.0.0.1", ((IPEndPoint)listener.LocalEndpoint).Port);

        public bool ByteByByte { get; init; }

        public bool CloseAfterwards { get; init; }

        public List<string> Requests { get; } = [];

        public void Dispose()
        {
            listener.Stop();
            conversation.Wait(Wait.Deadline);
        }

        private void Converse(string?[] answers)
        {
            try
            {
                using var peer = listener.AcceptSocket();
                peer.NoDelay = true;
                var buffer = new byte[4096];
                foreach (var answer in answers)
                {
                    // One write of the client for each request, small enough to arrive in one piece over loopback.
                    Requests.Add(Encoding.Latin1.GetString(buffer, 0, peer.Receive(buffer)));
                    var bytes = Encoding.Latin1.GetBytes(answer ?? string.Empty);
                    var step = ByteByByte ? 1 : Math.Max(1, bytes.Length);
                    for (var at = 0; at < bytes.Length; at += step)
                    {
                        peer.Send(bytes, at, step, SocketFlags.None);
                    }
                }

                while (!CloseAfterwards && peer.Receive(buffer) > 0)
                {
                }
            }
            catch (Exception ended) when (ended is SocketException or InvalidOperationException)
            {
                // The client disconnected, or the test ended before one connected.
            }
        }
    }
}

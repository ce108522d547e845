using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Storage;
using AElf.Bench.Storage.Control;
using AElf.Bench.Storage.Resp;
using AElf.Bench.Storage.Sockets;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.Tests.Storage;

/// <summary>The meaning of stores' error replies, from every operation.</summary>
public sealed class StoreProblemTests
{
    private const string Program = "dotnet AElf.Benchmark.dll";

    private static readonly RunId Run = new(0xC0FFEE);

    [Theory]
    [InlineData("ERR max number of clients reached", ProblemKind.ConnectionLimit, true)]
    [InlineData("DENIED Redis is running in protected mode", ProblemKind.ProtectedMode, false)]
    [InlineData("NOAUTH Authentication required.", ProblemKind.LoginRequired, false)]
    [InlineData("LOADING Redis is loading the dataset in memory", ProblemKind.RefusedForNow, true)]
    [InlineData("BUSY Redis is busy running a script", ProblemKind.RefusedForNow, true)]
    [InlineData("MISCONF Redis is configured to save RDB snapshots", ProblemKind.RefusedForNow, true)]
    [InlineData("READONLY You can't write against a read only replica.", ProblemKind.RefusedForNow, true)]
    [InlineData("MASTERDOWN Link with MASTER is down", ProblemKind.RefusedForNow, true)]
    [InlineData("CLUSTERDOWN The cluster is down", ProblemKind.RefusedForNow, true)]
    [InlineData("TRYAGAIN Multiple keys request during rehashing of slot", ProblemKind.RefusedForNow, true)]
    [InlineData("ERR Connection refused", ProblemKind.RefusedForNow, true)]
    [InlineData("ERR Invalid argument", ProblemKind.RefusedForNow, true)]
    [InlineData("MOVED 3999 127.0.0.1:6381", ProblemKind.ServerMode, false)]
    [InlineData("CROSSSLOT Keys in request don't hash to the same slot", ProblemKind.ServerMode, false)]
    [InlineData("NOPERM this user has no permissions", ProblemKind.CommandRefused, false)]
    [InlineData("ERR unknown command 'MGET'", ProblemKind.CommandRefused, false)]
    [InlineData("OOM command not allwaiting", ProblemKind.Unnamed, false)]
    [InlineData("BUSYKEY Target key name already exists.", ProblemKind.Unnamed, false)]
    public void Refusal_ErrorReply_HasItsKind(string error, ProblemKind kind, bool passes)
    {
        var refusal = StoreProblems.Refusal("127.0.0.1:1", "SET", error);

        Assert.Equal((kind, passes), (refusal.Problem.Kind, refusal.IsTransient));
        Assert.Equal(kind, Printed.KindIn(refusal.Message));
    }

    [Fact]
    public void KeysLeft_StoreWithUserAndTls_EndsWithAWorkingCommand()
    {
        using var store = SocketStore.Open(
            new StoreOptions
            {
                Type = StoreType.Redis,
                Address = new Endpoint("::1", 7001),
                User = "it's",
                Password = new Secret("canary"),
                Tls = true,
                TlsAuthorityFile = "ca.pem",
            },
            Run);
        var lines = RunKeys.Left(Run, store.Description, cause: "cause").Text.Split('\n');

        const string login = @"--tls --user 'it'\''s' --tls-ca ca.pem";
        var command = $"{Program} cleanup '[::1]:7001' {login} --run {Run} --older-than 0s --remove";
        Assert.Equal(command, lines[1]);
        Assert.StartsWith("cause; ", lines[0], StringComparison.Ordinal);
        Assert.Contains("REDISCLI_AUTH", lines[0], StringComparison.Ordinal);
        Assert.DoesNotContain("canary", string.Concat(lines), StringComparison.Ordinal);
    }

    [Fact]
    public void KeysLeft_UnixSocketAndCertificate_EndsWithAWorkingCommand()
    {
        var plain = new StoreOptions { Type = StoreType.Redis, Address = new Endpoint("h", 1) };
        var options = plain with { Address = new Endpoint("/tmp/r.sock", 0), Database = 2 };
        var certified = plain with { Tls = true, TlsCertificateFile = "a.pem", TlsKeyFile = "a.key" };

        const string command = $"{Program} cleanup unix:/tmp/r.sock --db 2 --run";
        const string certifiedCommand = $"{Program} cleanup h:1 --tls --tls-cert a.pem --tls-key a.key --run";
        Assert.StartsWith(command, CommandFor(options), StringComparison.Ordinal);
        Assert.StartsWith(certifiedCommand, CommandFor(certified), StringComparison.Ordinal);

        static string CommandFor(StoreOptions options)
        {
            using var store = SocketStore.Open(options, Run);
            return RunKeys.Left(Run, store.Description).Text.Split('\n')[1];
        }
    }

    [Theory]
    [InlineData("-ERR max number of clients reached\r\n", ProblemKind.ConnectionLimit)]
    [InlineData("-DENIED Redis is running in protected mode because\r\n", ProblemKind.ProtectedMode)]
    public async Task Connect_ErrorSentUnasked_IsTheAnswer(string greeting, ProblemKind kind)
    {
        await using var server = ScriptedServer.Start(Script.Greeting(greeting).ThenClose());
        var options = Options(server);

        // With and without a login, and with both clients, so with each possible first command.
        foreach (var each in new[]
        {
            options, options with { Password = new Secret("canary") },
            options with { Client = StoreClient.StackExchange },
        })
        {
            using var store = SocketStore.Open(each, Run);
            Assert.Equal(kind, Assert.Throws<StoreException>(() => store.Connect()).Problem.Kind);
        }
    }

    [Theory]
    [InlineData("ERR unknown command 'SCRIPT', with args beginning with: 'LOAD' 'local v=secret' ")]
    [InlineData("ERR unknown command `SCRIPT`, with args beginning with: `LOAD`, `local v=secret`, ")]
    [InlineData("ERR user_script:3: bad argument #2 to 'unpack' (secret) script: 57d3, on @user_script:3.")]
    [InlineData("ERR Error running script (call to f_57d3): @user_script:3: user_script:3: secret")]
    public void Refusal_ServerRepeatsAScript_ShowsNothingOfIt(string error)
    {
        Problem[] problems =
            [StoreProblems.Answered(error), StoreProblems.Refusal("h:1", "SCRIPT LOAD", error).Problem];

        Assert.All(problems, problem => Assert.DoesNotContain("secret", problem.Text, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("redis_mode:cluster")]
    [InlineData("redis_mode:sentinel")]
    [InlineData("server_mode:cluster")]
    public async Task ReadCounters_ServerWithOnlySomeKeys_IsNamed(string info)
    {
        await using var server = ScriptedServer.Start(Script.Answering(command => command[0] switch
        {
            "PING" => "+PONG\r\n",
            _ => $"${info.Length}\r\n{info}\r\n",
        }));
        using var store = SocketStore.Open(Options(server), Run);

        var problem = Assert.Throws<StoreException>(() => store.ReadCounters()).Problem;

        Assert.Equal((ProblemKind.ServerMode, StoreSettings.Type), (problem.Kind, problem.Setting));
    }

    [Fact]
    public async Task Connect_Sentinel_NamesTheServersMode()
    {
        const string info = "redis_mode:sentinel";
        await using var server = ScriptedServer.Start(Script.Answering(command => command[0] switch
        {
            "PING" => "+PONG\r\n",
            "INFO" => $"${info.Length}\r\n{info}\r\n",
            _ => "-ERR unknown command\r\n",
        }));
        using var store = SocketStore.Open(Options(server) with { Client = StoreClient.StackExchange }, Run);

        Assert.Equal(ProblemKind.ServerMode, Assert.Throws<StoreException>(() => store.Connect()).Problem.Kind);
    }

    [Theory]
    [InlineData("DEL", StoreCommands.None)]
    [InlineData("EXISTS", StoreCommands.None)]
    [InlineData("SETNX", StoreCommands.None)]
    [InlineData("GET", StoreCommands.None)]
    [InlineData("SET", StoreCommands.None)]
    [InlineData("MGET", StoreCommands.SeveralKeys)]
    [InlineData("MSET", StoreCommands.SeveralKeys)]
    [InlineData("SET", StoreCommands.SeveralKeys)]
    [InlineData("MULTI", StoreCommands.Exec)]
    public async Task TryCommands_OneForbidden_IsNamedAndNoKeyStays(string forbidden, StoreCommands commands)
    {
        var keys = new HashSet<string>(StringComparer.Ordinal);
        await using var server = ScriptedServer.Start(Script.Answering(command => command[0] == forbidden
            ? $"-NOPERM this user has no permissions to run the '{forbidden}' command\r\n"
            : Answer(command, keys)));
        using var store = SocketStore.Open(Options(server), Run);

        var refusal = Assert.Throws<StoreException>(() => store.TryCommands(commands));

        Assert.Equal((ProblemKind.CommandRefused, false), (refusal.Problem.Kind, refusal.IsTransient));
        Assert.Contains(forbidden, refusal.Message, StringComparison.Ordinal);
        Assert.Equal((false, 0), (refusal.IsIndeterminate, keys.Count));
    }

    /// <summary>A proxy that loses its server answers so, also after the server executed the command.</summary>
    [Theory]
    [InlineData("DEL", StoreCommands.None, false)]
    [InlineData("SETNX", StoreCommands.None, true)]
    [InlineData("SET", StoreCommands.None, true)]
    [InlineData("MSET", StoreCommands.SeveralKeys, true)]
    public async Task TryCommands_ProxyLosesTheServer_IsIndeterminateAfterAWrite(
        string lost, StoreCommands commands, bool isIndeterminate)
    {
        var keys = new HashSet<string>(StringComparer.Ordinal);
        await using var server = ScriptedServer.Start(Script.Answering(command =>
        {
            var answer = Answer(command, keys);
            return command[0] == lost ? "-ERR unknown\r\n" : answer;
        }));
        using var store = SocketStore.Open(Options(server), Run);

        var failure = Assert.Throws<StoreException>(() => store.TryCommands(commands));

        Assert.Equal((ProblemKind.RefusedForNow, isIndeterminate), (failure.Problem.Kind, failure.IsIndeterminate));
    }

    [Theory]
    [InlineData(StoreCommands.None)]
    [InlineData(StoreCommands.SeveralKeys, "MGET", "MSET")]
    [InlineData(StoreCommands.Exec, "EXEC", "MULTI")]
    public async Task TryCommands_AllServed_SendsNoOthers(StoreCommands commands, params string[] others)
    {
        var keys = new HashSet<string>(StringComparer.Ordinal);
        var asked = new HashSet<string>(StringComparer.Ordinal);
        await using var server = ScriptedServer.Start(Script.Answering(command =>
        {
            asked.Add(command[0]);
            return Answer(command, keys);
        }));
        using var store = SocketStore.Open(Options(server), Run);

        store.TryCommands(commands);

        Assert.Equal(
            new[] { "DEL", "EXISTS", "GET", "PING", "SET", "SETNX" }.Concat(others).Order(StringComparer.Ordinal),
            asked.Order(StringComparer.Ordinal));
        Assert.Empty(keys);
    }

    [Fact]
    public void Exchange_EndedWithoutOperationsInFlight_ContinuesOnAnotherConnection()
    {
        var wires = new List<CannedWire>();
        using var connection = ConnectionOver(wires);
        connection.Get("a"u8, 1);
        Assert.Equal(1, connection.Exchange().Replies.Length);

        wires[0].IsEnded = true;
        connection.Get("a"u8, 2);
        Assert.Equal(1, connection.Exchange().Replies.Length);

        Assert.Equal([1, 1], wires.Select(wire => wire.Sent));
    }

    [Fact]
    public void Exchange_EndedWithAnOperationInFlight_IsNotSentAgain()
    {
        var wires = new List<CannedWire>();
        using var connection = ConnectionOver(wires);
        connection.Get("a"u8, 1);
        connection.Set("a"u8, "b"u8, 2);
        Assert.Equal(1, connection.Exchange().Replies.Length);

        wires[0].IsEnded = true;

        Assert.Equal(StoreFault.Closed, Assert.Throws<StoreException>(() => connection.Exchange()).Fault);
        Assert.Single(wires);
    }

    private static RespConnection ConnectionOver(List<CannedWire> wires)
    {
        var transport = new ReopenedTransport(
            () =>
            {
                wires.Add(new CannedWire());
                return wires[^1];
            },
            TimeSpan.Zero);
        return new RespConnection(transport, Wait.Deadline);
    }

    private static StoreOptions Options(ScriptedServer server) => new()
    {
        Type = StoreType.Redis,
        Address = server.Endpoint,
        Timeout = Wait.Deadline,
    };

    private static string Answer(string[] command, HashSet<string> keys)
    {
        switch (command[0])
        {
            case "PING":
                return "+PONG\r\n";
            case "DEL":
                return keys.Remove(command[1]) ? ":1\r\n" : ":0\r\n";
            case "EXISTS":
                return keys.Contains(command[1]) ? ":1\r\n" : ":0\r\n";
            case "SETNX":
                return keys.Add(command[1]) ? ":1\r\n" : ":0\r\n";
            case "GET":
                return "$-1\r\n";
            case "MGET":
                return "*2\r\n$-1\r\n$-1\r\n";
            case "MULTI":
                keys.Add("MULTI");
                return "+OK\r\n";
            case "EXEC":
                return keys.Remove("MULTI") ? "*2\r\n+OK\r\n+OK\r\n" : "-ERR EXEC without MULTI\r\n";
            default:
                keys.UnionWith(command.Skip(1).Where((_, at) => at % 2 == 0));
                return keys.Contains("MULTI") ? "+QUEUED\r\n" : "+OK\r\n";
        }
    }

    /// <summary>Answers each send with one missing value and then ends.</summary>
    private sealed class CannedWire : IRespTransport
    {
        private int waiting;

        public string Peer => "canned";

        public int Sent { get; private set; }

        public bool IsEnded { get; set; }

        public void Send(ReadOnlySpan<byte> bytes, bool isAlone)
        {
            Sent++;
            waiting = 1;
        }

        public int Receive(Span<byte> buffer)
        {
            if (waiting == 0)
            {
                return 0;
            }

            waiting--;
            "$-1\r\n"u8.CopyTo(buffer);
            return 5;
        }

        public void Dispose()
        {
            // The transport owns nothing.
        }
    }
}

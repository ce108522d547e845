using System.Text;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage;
using AElf.Bench.TestKit.Servers;
using AElf.Bench.TestKit.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.IntegrationTests.Stores;

/// <summary>
/// What the pipelined client makes of replies that no healthy store gives: a named fault or a reply that says so, in
/// bounded time.
/// </summary>
public sealed partial class StoreReplyTests
{
    private const string Pong = "+PONG\r\n";

    private static readonly RunId Run = new(0xC0FFEE);
    private static readonly AccountKey Asked = new(7, 0);
    private static readonly AccountState State = new(3, 42);

    // For peers that must run into it.
    private static readonly TimeSpan Short = Wait.Deadline / 200;

    // For all others, so that a busy machine fails no test.
    private static readonly TimeSpan Generous = Wait.Deadline;

    // Far beyond the client's own limit, and far below for ever.
    private static readonly TimeSpan Bounded = Wait.Deadline * 2;

    public static TheoryData<string, string> BrokenReplies => Pairs(HostileReplies.Broken.Keys);

    public static TheoryData<string, string> ErrorReplies => Pairs(HostileReplies.Errors.Keys);

    public static TheoryData<string> BrokenNames => [.. HostileReplies.Broken.Keys];

    public static TheoryData<string> ErrorNames => [.. HostileReplies.Errors.Keys];

    private static string Value => Bulk(ValueBytes(Asked, State));

    [Theory]
    [MemberData(nameof(BrokenReplies))]
    public async Task Reply_DamagedBytes_IsANamedFaultForEachRequest(string reply, string operation)
    {
        await using var server = ScriptedServer.Start(Ready().ThenAwait(1).ThenSend(HostileReplies.Broken[reply]));

        var thrown = await FaultOfAsync(server, connection => Queue(connection, operation));

        Assert.Equal(StoreFault.Protocol, thrown.Fault);
        AssertClear(thrown, server);
    }

    [Theory]
    [MemberData(nameof(ErrorReplies))]
    public async Task Reply_Error_RefusesTheOperationAndKeepsItsText(string error, string operation)
    {
        await using var server = ScriptedServer.Start(Ready().ThenAwait(1).ThenSend(HostileReplies.Errors[error]));
        using var store = StoreOf(server);
        using var connection = await ConnectAsync(store);

        Queue(connection, operation);
        var pending = connection.Outstanding;
        var replies = await DrainAsync(connection);

        Assert.Equal(Enumerable.Repeat(ReplyKind.Refused, pending), replies.Select(reply => reply.Kind));
        Assert.Equal(HostileReplies.Errors[error].Trim('-', '\r', '\n'), connection.LastError);
    }

    [Theory]
    [MemberData(nameof(BrokenNames))]
    public async Task Connect_PeerIsNotAStore_IsRefused(string reply)
    {
        await using var server = ScriptedServer.Start(Script.Replying(HostileReplies.Broken[reply]));

        var thrown = await ConnectFaultOfAsync(StoreOf(server));

        Assert.Equal(StoreFault.Protocol, thrown.Fault);
        AssertClear(thrown, server);
    }

    [Theory]
    [MemberData(nameof(ErrorNames))]
    public async Task Connect_FirstReplyIsAnError_IsRefused(string error)
    {
        await using var server = ScriptedServer.Start(Script.Replying(HostileReplies.Errors[error]));

        var thrown = await ConnectFaultOfAsync(StoreOf(server));

        var fault = error switch
        {
            "NOAUTH" => StoreFault.Login,
            "LOADING" or "BUSY" or "READONLY" or "MISCONF" or "dead shard behind a proxy" => StoreFault.Unreachable,
            _ => StoreFault.Refused,
        };
        Assert.Equal(fault, thrown.Fault);
        AssertClear(thrown, server);
    }

    [Fact]
    public async Task Connect_WrongPassword_IsALoginFaultWithoutThePassword()
    {
        const string password = "canary-of-the-login";
        await using var server = ScriptedServer.Start(Script.Answering(
            command => $"-WRONGPASS invalid username-password pair {string.Join(' ', command)}\r\n"));

        var thrown = await ConnectFaultOfAsync(StoreOf(server, password: password));

        Assert.Equal(StoreFault.Login, thrown.Fault);
        Assert.Contains("the password is wrong", thrown.Message, StringComparison.Ordinal);
        Assert.DoesNotContain(password, thrown.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Reply_NilForAnAccount_IsMissing()
    {
        await using var server = ScriptedServer.Start(Ready().ThenAwait(1).ThenSend("$-1\r\n"));

        Assert.Equal(Answer.Missing, await AnswerToGetAsync(server));
    }

    [Theory]
    [InlineData("hello", "has 5 bytes")]
    [InlineData("", "has 0 bytes")]
    [InlineData("twelve thousand three hundred 45", "does not start with 'AEB1'")]
    [InlineData("1234567890123456789012345678901", "has 31 bytes")]
    [InlineData("123456789012345678901234567890123", "has 33 bytes")]
    public async Task Reply_ForeignValue_IsCorrupt(string value, string output)
    {
        await using var server = ScriptedServer.Start(Ready().ThenAwait(1).ThenSend(Bulk(value)));

        await AssertCorruptAsync(server, output);
    }

    [Fact]
    public async Task Reply_IntegerToARead_IsAProtocolFault()
    {
        await using var server = ScriptedServer.Start(Ready().ThenAwait(1).ThenSend(":42\r\n"));

        var thrown = await FaultOfAsync(server, connection => connection.Get(Asked));

        Assert.Equal(StoreFault.Protocol, thrown.Fault);
        Assert.Contains("':42", thrown.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(8, 0)]
    [InlineData(7, 2)]
    public async Task Reply_ValueOfAnotherAccountOrVersion_NamesItsOwner(int account, int version)
    {
        // Who asked compares: the pump, the audit and the check of prepared accounts have tests of their own.
        var found = new AccountKey(account, version);
        await using var server = ScriptedServer.Start(Ready().ThenAwait(1).ThenSend(Bulk(ValueBytes(found, State))));
        using var store = StoreOf(server);
        using var connection = await ConnectAsync(store);
        connection.Inner.Get(Asked, tag: 5);

        var reply = await OnItsOwnThreadAsync(() => connection.Inner.Exchange().ToArray());

        Assert.Equal([new AccountReply(ReplyKind.Value, 5, found, State)], reply);
    }

    [Fact]
    public async Task Read_ValuesMixedUp_AreCorrupt()
    {
        var found = new AccountKey(1, 0);
        await using var server = ScriptedServer.Start(
            Ready().ThenAwait(2).ThenSend(Bulk(ValueBytes(found, State)) + Bulk(ValueBytes(found, State))));
        using var store = StoreOf(server);
        using var connection = await ConnectAsync(store);

        var replies = await OnItsOwnThreadAsync(() => AccountReplies.Read(connection.Inner, new int[2]));

        AccountReply[] expected = [new(ReplyKind.Corrupt, 0, found, default), new(ReplyKind.Value, 1, found, State)];
        Assert.Equal(expected, replies);
    }

    [Fact]
    public async Task Reply_BitFlippedInAValue_IsCorrupt()
    {
        // Sequence and balance are among these bytes: neither can change unnoticed.
        var bits = 8 * AccountCodec.ValueLength;
        var script = Enumerable.Range(0, bits).Aggregate(
            Ready(), (before, bit) => before.ThenAwait(1).ThenSend(Bulk(Flipped(bit))));
        await using var server = ScriptedServer.Start(script);
        using var store = StoreOf(server);
        using var connection = await ConnectAsync(store);

        for (var bit = 0; bit < bits; bit++)
        {
            connection.Get(Asked);
            var reply = Assert.Single(await DrainAsync(connection));
            Assert.True(reply.Kind == ReplyKind.Corrupt, $"bit {bit}: {reply}");
        }
    }

    [Theory]
    [InlineData("get", "+OK\r\n")]
    [InlineData("get", "*1\r\n$-1\r\n")]
    [InlineData("set", "$-1\r\n")]
    [InlineData("set", ":1\r\n")]
    [InlineData("set", "+QUEUED\r\n")]
    [InlineData("mget", "$-1\r\n")]
    [InlineData("mget", "*1\r\n$-1\r\n")]
    [InlineData("mget", "*3\r\n$-1\r\n$-1\r\n$-1\r\n")]
    [InlineData("mget", "*-1\r\n")]
    [InlineData("mget", "*2\r\n$-1\r\n:1\r\n")]
    [InlineData("mset", "$2\r\nOK\r\n")]
    [InlineData("del", "*0\r\n")]
    public async Task Reply_WrongKind_IsAProtocolFault(string operation, string reply)
    {
        await using var server = ScriptedServer.Start(Ready().ThenAwait(1).ThenSend(reply));

        var thrown = await FaultOfAsync(server, connection => Queue(connection, operation));

        Assert.Equal(StoreFault.Protocol, thrown.Fault);
        AssertClear(thrown, server);
    }

    [Theory]
    [InlineData("+OK\r\n")]
    [InlineData("$-1\r\n")]
    [InlineData("-ERR late\r\n")]
    public async Task Reply_OneTooMany_IsAProtocolFault(string extra)
    {
        await using var server = ScriptedServer.Start(Ready().ThenAwait(1).ThenSend(Value + extra));

        var thrown = await FaultOfAsync(server, connection => connection.Get(Asked));

        Assert.Equal(StoreFault.Protocol, thrown.Fault);
        Assert.Contains("without a request", thrown.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Connect_TwoFirstReplies_IsAProtocolFault()
    {
        await using var server = ScriptedServer.Start(Script.Replying(Pong + Pong));

        Assert.Equal(StoreFault.Protocol, (await ConnectFaultOfAsync(StoreOf(server))).Fault);
    }

    [Fact]
    public async Task Exchange_ReplyMissing_TimesOutAndNamesTheOutstandingOperations()
    {
        await using var server = ScriptedServer.Start(Ready().ThenAwait(3).ThenSend(Value + "+OK\r\n"));

        var thrown = await FaultOfAsync(server, connection =>
        {
            connection.Get(Asked);
            connection.Set(Asked, State);
            connection.Get(Asked);
        }, Short);

        Assert.Equal(StoreFault.Timeout, thrown.Fault);
    }

    [Fact]
    public async Task Reply_SplitAtAnyByte_IsParsed()
    {
        var raw = Value + "+OK\r\n" + "*2\r\n" + Value + "$-1\r\n" + "+OK\r\n" + ":1\r\n" + "-ERR no\r\n";
        var splits = Enumerable.Range(1, raw.Length - 1).ToList();
        await using var server = ScriptedServer.Start(
            [.. splits.Select(at => Ready().ThenAwait(6).ThenSendSplit(raw, at))]);
        using var store = StoreOf(server);

        foreach (var at in splits)
        {
            using var connection = await ConnectAsync(store);
            connection.Get(Asked);
            connection.Set(Asked, State);
            connection.MultiGet([Asked, new AccountKey(8, 0)]);
            connection.MultiSet([Asked], [State]);
            connection.Delete(Asked);
            connection.Get(Asked);

            var kinds = (await DrainAsync(connection)).Select(reply => reply.Kind);

            Assert.True(
                kinds.SequenceEqual(
                    [
                        ReplyKind.Value, ReplyKind.Stored, ReplyKind.Value, ReplyKind.Missing, ReplyKind.Stored,
                        ReplyKind.Stored, ReplyKind.Refused,
                    ]),
                $"split at byte {at}: {string.Join(", ", kinds)}");
        }
    }

    [Fact]
    public async Task Connection_EndsInsideAReply_IsClosed()
    {
        var cuts = Enumerable.Range(0, Value.Length).ToList();
        await using var server = ScriptedServer.Start(
            [.. cuts.Select(at => Ready().ThenAwait(1).ThenSend(Value[..at]).ThenClose())]);
        using var store = StoreOf(server);

        foreach (var at in cuts)
        {
            using var connection = await ConnectAsync(store);
            connection.Get(Asked);
            var thrown = await Assert.ThrowsAsync<StoreException>(() => DrainAsync(connection));
            Assert.True(thrown.Fault == StoreFault.Closed, $"cut at byte {at}: {thrown.Fault}, {thrown.Message}");
        }
    }

    [Fact]
    public async Task Connection_Reset_IsClosed()
    {
        await using var server = ScriptedServer.Start(Ready().ThenAwait(1).ThenReset());

        Assert.Equal(StoreFault.Closed, (await FaultOfAsync(server, connection => connection.Get(Asked))).Fault);
    }

    [Theory]
    [InlineData("get")]
    [InlineData("set")]
    [InlineData("mget")]
    public async Task Exchange_PeerTricklesBytes_TimesOut(string operation)
    {
        // Each byte comes well within the time-out; the reply as a whole never does.
        await using var server = ScriptedServer.Start(
            Ready().ThenAwait(1).ThenTrickle("-" + new string('x', 1000), TimeSpan.FromMilliseconds(50)));

        var thrown = await FaultOfAsync(server, connection => Queue(connection, operation), Short);

        Assert.Equal(StoreFault.Timeout, thrown.Fault);
    }

    [Fact]
    public async Task Connect_PeerTricklesTheFirstReply_TimesOut()
    {
        await using var server = ScriptedServer.Start(
            Script.Silent.ThenAwait(1).ThenTrickle("+" + new string('x', 1000), TimeSpan.FromMilliseconds(50)));

        Assert.Equal(StoreFault.Timeout, (await ConnectFaultOfAsync(StoreOf(server, Short))).Fault);
    }

    [Fact]
    public async Task Exchange_PeerNeverAnswers_TimesOut()
    {
        await using var server = ScriptedServer.Start(Ready());

        Assert.Equal(
            StoreFault.Timeout, (await FaultOfAsync(server, connection => connection.Get(Asked), Short)).Fault);
    }

    [Fact]
    public async Task Connect_PeerNeverAnswers_TimesOut()
    {
        await using var server = ScriptedServer.Start(Script.Silent);

        Assert.Equal(StoreFault.Timeout, (await ConnectFaultOfAsync(StoreOf(server, Short))).Fault);
    }

    [Fact]
    public async Task Connect_ServerWantsTls_IsNamed()
    {
        await using var server = await RedisServer.StartAsync(new RedisServerOptions { Tls = true });
        using var store = StoreOf(
            new StoreOptions { Type = StoreType.Redis, Address = server.Endpoint, Timeout = Generous });

        var thrown = await ConnectFaultOfAsync(store);

        Assert.Contains("TLS", thrown.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Connect_ServerWithoutTls_IsNamed()
    {
        await using var server = await RedisServer.StartAsync();
        using var store = StoreOf(
            new StoreOptions { Type = StoreType.Redis, Address = server.Endpoint, Tls = true, Timeout = Short });

        var thrown = await ConnectFaultOfAsync(store);

        Prose.AssertNames(thrown.Message, $"{server.Endpoint}", "does not speak TLS");
    }

    [Fact]
    public async Task Connect_ServerOfAnotherAuthority_IsNotTrusted()
    {
        await using var server = await RedisServer.StartAsync(new RedisServerOptions { Tls = true });
        await using var stranger = await RedisServer.StartAsync(new RedisServerOptions { Tls = true });
        using var store = StoreOf(
            new StoreOptions
            {
                Type = StoreType.Redis,
                Address = server.Endpoint,
                Tls = true,
                TlsAuthorityFile = stranger.AuthorityFile,
                Timeout = Generous,
            });

        var thrown = await ConnectFaultOfAsync(store);
        Assert.Equal(StoreFault.Protocol, thrown.Fault);
        Prose.AssertNames(thrown.Message, stranger.AuthorityFile!);
    }

    [Theory]
    [InlineData(StoreClient.Pipelined, false, "--tls-cert")]
    [InlineData(StoreClient.StackExchange, false, "--tls-cert")]
    [InlineData(StoreClient.Pipelined, true, "client.pem")]
    public async Task Connect_ServerThatWantsAnotherCertificate_NamesTheOptionOrTheFile(
        StoreClient client, bool showsAnother, string named)
    {
        var wants = new RedisServerOptions { Tls = true, WantsCertificate = true };
        await using var server = await RedisServer.StartAsync(wants);
        await using var stranger = await RedisServer.StartAsync(wants);
        var (certificate, key) = showsAnother ? stranger.ClientFiles : default;
        using var store = StoreOf(
            new StoreOptions
            {
                Type = StoreType.Redis,
                Client = client,
                Address = server.Endpoint,
                Tls = true,
                TlsAuthorityFile = server.AuthorityFile,
                TlsCertificateFile = certificate,
                TlsKeyFile = key,
                Timeout = Generous,
            });

        var problem = (await ConnectFaultOfAsync(store)).Problem;

        Assert.Equal(
            (ProblemKind.ClientCertificateRequired, StoreSettings.TlsCertificateFile), (problem.Kind, problem.Setting));
        Prose.AssertNames(problem.Text, $"{server.Endpoint}", named);
    }

    [Fact]
    public async Task Connect_UnixSocketThatIsNotThere_IsNamed()
    {
        using var store = StoreOf(
            new StoreOptions { Type = StoreType.Redis, Address = new("/tmp/none/redis.sock", 0), Timeout = Generous });

        var thrown = await ConnectFaultOfAsync(store);

        Assert.Equal(StoreFault.Unreachable, thrown.Fault);
        Prose.AssertNames(thrown.Message, "unix:/tmp/none/redis.sock", "does not exist");
    }

    private static TheoryData<string, string> Pairs(IEnumerable<string> replies)
    {
        var pairs = new TheoryData<string, string>();
        foreach (var reply in replies)
        {
            foreach (var operation in new[] { "get", "set", "mget", "mset", "del" })
            {
                pairs.Add(reply, operation);
            }
        }

        return pairs;
    }

    /// <summary>A peer that passes for a store until the first operation.</summary>
    private static Script Ready() => Script.Silent.ThenAnswer(1, _ => Pong);

    private static PersistentAccountStore StoreOf(
        ScriptedServer server, TimeSpan? timeout = null, string? password = null) => StoreOf(
        new StoreOptions
        {
            Type = StoreType.Redis,
            Address = server.Endpoint,
            Timeout = timeout ?? Generous,
            Password = password is null ? null : new Secret(password),
        });

    private static PersistentAccountStore StoreOf(StoreOptions options) => new(SocketStore.Open(options, Run), Run);

    private static void Queue(TaggedConnection connection, string operation)
    {
        switch (operation)
        {
            case "get":
                connection.Get(Asked);
                break;
            case "set":
                connection.Set(Asked, State);
                break;
            case "mget":
                connection.MultiGet([Asked, new AccountKey(8, 0)]);
                break;
            case "mset":
                connection.MultiSet([Asked, new AccountKey(8, 0)], [State, State]);
                break;
            default:
                connection.Delete(Asked);
                break;
        }
    }

    private static Task<IReadOnlyList<Answer>> DrainAsync(TaggedConnection connection) =>
        OnItsOwnThreadAsync(connection.Drain);

    // The client blocks, and the scripted server needs the pool's threads to answer it.
    private static Task<T> OnItsOwnThreadAsync<T>(Func<T> blocking) =>
        Task.Factory.StartNew(blocking, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default)
            .WaitAsync(Bounded);

    private static Task<TaggedConnection> ConnectAsync(PersistentAccountStore store) =>
        OnItsOwnThreadAsync(() => TaggedConnection.To(store));

    private static async Task<StoreException> FaultOfAsync(
        ScriptedServer server, Action<TaggedConnection> ask, TimeSpan? timeout = null)
    {
        using var store = StoreOf(server, timeout);
        using var connection = await ConnectAsync(store);
        ask(connection);
        return await Assert.ThrowsAsync<StoreException>(() => DrainAsync(connection));
    }

    private static async Task<StoreException> ConnectFaultOfAsync(PersistentAccountStore store)
    {
        using (store)
        {
            return await Assert.ThrowsAsync<StoreException>(() => ConnectAsync(store));
        }
    }

    private static async Task<Answer> AnswerToGetAsync(ScriptedServer server)
    {
        using var store = StoreOf(server);
        using var connection = await ConnectAsync(store);
        connection.Get(Asked);
        return Assert.Single(await DrainAsync(connection));
    }

    private static async Task AssertCorruptAsync(ScriptedServer server, string output)
    {
        using var store = StoreOf(server);
        using var connection = await ConnectAsync(store);
        connection.Get(Asked);

        Assert.Equal(new Answer(ReplyKind.Corrupt, default), Assert.Single(await DrainAsync(connection)));
        Assert.Contains(output, connection.LastError, StringComparison.Ordinal);
    }

    /// <summary>Names the peer, in one line of printable text, whatever the peer sent.</summary>
    private static void AssertClear(StoreException thrown, ScriptedServer server)
    {
        Assert.Contains(server.Endpoint.ToString(), thrown.Message, StringComparison.Ordinal);
        Assert.DoesNotContain(thrown.Message, char.IsControl);
        Assert.InRange(thrown.Message.Length, 1, 600);
    }

    private static string ValueBytes(AccountKey key, AccountState state)
    {
        var bytes = new byte[AccountCodec.ValueLength];
        AccountCodec.WriteValue(bytes, key, state);
        return Encoding.Latin1.GetString(bytes);
    }

    private static string Flipped(int bit)
    {
        var bytes = Encoding.Latin1.GetBytes(ValueBytes(Asked, State));
        bytes[bit / 8] ^= (byte)(1 << (bit % 8));
        return Encoding.Latin1.GetString(bytes);
    }

    private static string Bulk(string value) => FormattableString.Invariant($"${value.Length}\r\n{value}\r\n");
}

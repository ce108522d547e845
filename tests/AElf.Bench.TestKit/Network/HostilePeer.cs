using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using AElf.Bench.Akka.Links;
using AElf.Bench.Akka.Secrets.Proto;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using Google.Protobuf;

namespace AElf.Bench.TestKit.Network;

/// <summary>
/// Connects to a manager like a peer and sends input that no correct peer sends, drawn from a seed. It never
/// reports work that it did not do: only an audit detects such a report.
/// </summary>
/// <param name="manager">The manager's address for workers; the manager has no secret.</param>
/// <param name="pages">The manager's HTTP address.</param>
/// <param name="store">The store's address as workers report it.</param>
/// <param name="seed">The seed of all input.</param>
public sealed class HostilePeer(Endpoint manager, Endpoint pages, string store, int seed)
{
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(300);

    private readonly Random random = new(seed);
    private readonly ClusterMember member = new($"hostile{seed}", seed, 2, 2, "nowhere", store);

    /// <summary>Attacks before the handshake is complete, or in the middle of it.</summary>
    public Task AttackAsStrangerAsync() => IgnoringEndsAsync(random.Next(6) switch
    {
        0 => SendBytesAsync(manager, Bytes(random.Next(1, 100_000))),
        1 => SendBytesAsync(manager, Encoding.ASCII.GetBytes($"GET / HTTP/1.1\r\nHost: {manager}\r\nX: ")),
        2 => SendBytesAsync(manager, Delimited(Bytes(random.Next(1, 20_000)))),
        3 => SendBytesAsync(manager, Delimited(Mutated(Began().ToByteArray()))),
        4 => SendBytesAsync(
            manager, [.. Delimited(Began().ToByteArray()), .. Delimited(Mutated(Answer().ToByteArray()))]),
        _ => SendBytesAsync(
            manager,
            [
                .. Delimited(Began().ToByteArray()), .. Delimited(Answer().ToByteArray()),
                .. Delimited(Bytes(random.Next(1, 100_000))),
            ]),
    });

    /// <summary>Attacks as a benchmark: malformed requests, and requests that cannot be satisfied.</summary>
    public Task AttackAsBenchmarkAsync() => IgnoringEndsAsync(SendBytesAsync(pages, random.Next(8) switch
    {
        0 => Request("POST", "/runs", Mutated(Submission()), length: Many()),
        1 => Request("POST", "/runs", Mutated(Submission())),
        2 => Request("POST", "/runs", Submission()),
        3 => Request("POST", "/runs", Bytes(Many()), type: "multipart/form-data; boundary=x"),
        4 => Request("POST", "/runs", Form(Submission(), Bytes(Many())), type: "multipart/form-data; boundary=x"),
        5 => Request("GET", $"/runs/{Uri.EscapeDataString(Name())}/events", []),
        6 => Mutated(Request("DELETE", "/runs/0badcafe", [])),
        _ => Request("GET", "/runs/0badcafe", [], header: $"Authorization: AElf nonce={new string('0', Many() >> 8)}"),
    }));

    /// <summary>Attacks as a node of the cluster; some of these nodes were admitted as workers.</summary>
    public Task AttackAsMemberAsync() => IgnoringEndsAsync(SayAsMemberAsync());

    private byte[] Request(
        string method,
        string path,
        byte[] body,
        int? length = null,
        string type = "application/json",
        string? header = null) =>
    [
        .. Encoding.ASCII.GetBytes(
            $"{method} {path} HTTP/1.1\r\nHost: {pages}\r\nContent-Type: {type}\r\n{header ?? "X: y"}\r\n"
                + FormattableString.Invariant($"Content-Length: {length ?? body.Length}\r\n\r\n")),
        .. body,
    ];

    private static byte[] Form(byte[] run, byte[] load) =>
    [
        .. "--x\r\nContent-Disposition: form-data; name=\"run\"\r\n\r\n"u8, .. run,
        .. "\r\n--x\r\nContent-Disposition: form-data; name=\"load\"\r\n\r\n"u8, .. load, .. "\r\n--x--\r\n"u8,
    ];

    // Without a run id: an id would be executed after the first run ends.
    private byte[] Submission() => JsonSerializer.SerializeToUtf8Bytes(new
    {
        id = random.Next(2) == 0 ? Name() : new string('0', 9),
        submission = Number(),
        settings = Enumerable.Range(0, Many() >> 12)
            .ToDictionary(number => $"{Name()}{number}", _ => Name(), StringComparer.Ordinal),
    });

    private static async Task IgnoringEndsAsync(Task attack)
    {
        try
        {
            await attack;
        }
        catch (Exception exception) when (exception is IOException or SocketException or TimeoutException
            or WireException or OperationCanceledException or InvalidOperationException)
        {
            // The manager ended the connection, as it should.
        }
    }

    private static async Task SendBytesAsync(Endpoint peer, byte[] bytes)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(peer.Host, peer.Port);
        await client.GetStream().WriteAsync(bytes);
        using var patience = new CancellationTokenSource(Patience);
        _ = await client.GetStream().ReadAsync(new byte[1000], patience.Token);
    }

    private async Task SayAsMemberAsync()
    {
        await using var node = await HostileMember.JoinAsync(
            new ActorSystemOptions { Address = new Endpoint("127.0.0.1", 0) }, manager);
        if (random.Next(4) > 0)
        {
            await node.SayAsync(Frame(new Message.Hello(Message.ProtocolVersion, member)));
        }

        await (random.Next(8) switch
        {
            0 => node.SayAsync(new LinkMessage.Frames(Number(), default)),
            1 => node.SayAsync(new LinkMessage.Confirmed(Number())),
            2 => node.SayAsync(new LinkMessage.Opened(TimeSpan.Zero)),
            3 => node.SayAsync(Bytes(random.Next(1, 60_000))),
            4 => node.SayAsync(Mutated(Frame(Draw()))),
            _ => node.SayAsync(Frame(Draw())),
        });
        await node.Ended.WaitAsync(Patience);
    }

    private static Handshake Began() => new() { Began = true };

    private Handshake Answer() => new()
    {
        Answer = new Answer { Version = Message.ProtocolVersion, Nonce = ByteString.CopyFrom(Bytes(32)) },
    };

    // Delimited like the frames of Akka.Remote.
    private static byte[] Delimited(byte[] bytes) => HostileMember.Framed(bytes);

    private byte[] Bytes(int length)
    {
        var bytes = new byte[length];
        random.NextBytes(bytes);
        return bytes;
    }

    private static byte[] Frame(Message message) => HostileMember.Framed(FrameBytes.Of(message));

    private byte[] Mutated(byte[] bytes)
    {
        for (var flips = random.Next(8); flips >= 0; flips--)
        {
            bytes[random.Next(bytes.Length)] ^= (byte)(1 << random.Next(8));
        }

        return random.Next(3) == 0 ? bytes[..random.Next(1, bytes.Length + 1)] : bytes;
    }

    private long Number() => random.Next(5) switch
    {
        0 => long.MaxValue,
        1 => long.MinValue,
        2 => -1,
        3 => 1L << 48,
        _ => random.NextInt64(),
    };

    private string Name() => random.Next(5) switch
    {
        0 => "",
        1 => "\e[31mred\e]0;owned\a",
        2 => new string('n', 1 << random.Next(7, 23)),
        3 => "größe",
        _ => "deadbeef",
    };

    // Epochs that the manager never granted.
    private int Epoch() => random.Next(1 << 30, int.MaxValue);

    private int Many() => 1 << random.Next(0, 22);

    private Message Draw() => random.Next(12) switch
    {
        0 => new Message.Hello(
            Message.ProtocolVersion, new(Name(), Number(), (int)Number(), (int)Number(), Name(), Name())),
        1 => new Message.Hello(Message.ProtocolVersion, member with { Name = Name(), Server = Name() }),
        2 => new Message.Heartbeat(seed, 1, (int)Number(), "", new ActorHealth[Many()], []),
        3 => new Message.Heartbeat(seed, Number(), 4, "", [], Progress()),
        4 => new Message.Done(seed, 1, "deadbeef", 0, [.. Enumerable.Repeat(new Attempt(1, Epoch()), Many())]),
        5 => new Message.Done(seed, Number(), Name(), Number(), [new Attempt((int)Number(), Epoch())]),
        6 => new Message.Failed(
            seed, 1, Name(), Number(), new(random.Next(), Epoch(), AttemptStep.Read, Name(), Name(), Fatal: true)),
        7 => new Message.Sample(seed, Name(), Number()),
        8 => new Message.RoundResult(seed, Name(), long.MaxValue, Stats()),
        9 => new Message.Welcome(Number(), [.. Enumerable.Repeat(member, Many() >> 4)], TimeSpan.Zero, TimeSpan.Zero),
        10 => new Message.Rejected(Number(), Refusal.Version, Name()),
        _ => new Message.OpenRun(Name(), Name(), [KeyValuePair.Create(Name(), Name())], 1) { Proof = Bytes(Many()) },
    };

    private GrantProgress[] Progress()
    {
        var running = new GrantProgress[1 << random.Next(0, 16)];
        for (var at = 0; at < running.Length; at++)
        {
            running[at] = new GrantProgress(Grant.Initial(at), random.Next(-1, 4), Number());
        }

        return running;
    }

    private RoundStats Stats() => new()
    {
        Committed = Number(),
        Cpu = TimeSpan.FromTicks(Number()),
        Latency = new LatencyHistogram(),
        Faults = [new(Name(), Name(), (int)Number())],
    };
}

using System.Buffers;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.TestKit.Network;
using FsCheck;
using FsCheck.Fluent;

namespace AElf.Bench.Tests.Cluster.Wire;

public sealed class FrameCodecTests
{
    private static readonly Message Five = new Message.Sample(0, string.Empty, 5);
    private static readonly Config Some = Config.QuickThrowOnFailure.WithMaxTest(30);
    private static readonly Gen<byte[]> AnyBytes = Gen.Choose(0, 255).Select(value => (byte)value).ArrayOf();

    private static readonly ClusterMember Member = new("a", 1, 1, 1, "a", "a");
    private static readonly AttemptFailure Failure = new(1, 0, AttemptStep.Read, null, "why", Fatal: false);
    private static readonly RoundStats Stats = new() { Latency = new LatencyHistogram() };
    private static readonly Message.Assign Assign =
        new(1, "run", 0, -1, Grant.Initial(0), [0], new WorkPart(0, 2, new byte[2]));

    public static TheoryData<string> MessageKinds => [.. typeof(Message).GetNestedTypes().Select(type => type.Name)];

    [Theory]
    [MemberData(nameof(MessageKinds))]
    public void Message_EncodedAndDecoded_IsEqual(string kind) =>
        Prop.ForAll(Of(kind).ToArbitrary(), Survives).Check(Some);

    [Fact]
    public void FrameNumbers_OfThisVersion_AreFixed() => Assert.Equal(
        "Hello 1, Heartbeat 2, Done 3, Failed 4, Welcome 11, Rejected 12, OpenRun 13, Assign 15, Abort 16, "
        + "Acknowledged 17, CloseRun 18, Sample 31, RequestResult 32, RoundResult 33",
        string.Join(", ", MessageFormat.Table.Rows.Select(row => $"{row.Type.Name} {row.Number}")));

    [Fact]
    public void Decode_RandomBytes_IsRefusedOrDecoded() =>
        Prop.ForAll(AnyBytes.ToArbitrary(), DecodesOrRefuses).Check(Config.QuickThrowOnFailure.WithMaxTest(500));

    [Fact]
    public void Decode_RandomContent_IsRefusedOrDecoded() => Prop.ForAll(
        (from row in Gen.Elements(MessageFormat.Table.Rows.ToArray())
         from bytes in AnyBytes
         select (byte[])[row.Number, .. bytes]).ToArbitrary(),
        DecodesOrRefuses).Check(Config.QuickThrowOnFailure.WithMaxTest(2_000));

    [Fact]
    public void Decode_TruncatedFrame_IsRefusedOrDecoded() => Prop.ForAll(RandomMessages.All, message =>
    {
        var bytes = FrameBytes.Of(message);
        return Places(bytes.Length, 100).All(cut => DecodesOrRefuses(bytes[..cut]));
    }).Check(Some);

    [Fact]
    public void Decode_FlippedBit_IsRefusedOrAnotherFrame() => Prop.ForAll(RandomMessages.All, message =>
    {
        var bytes = FrameBytes.Of(message);
        foreach (var bit in Places(bytes.Length * 8, 200))
        {
            bytes[bit / 8] ^= (byte)(1 << (bit % 8));
            DecodesOrRefuses(bytes);
            bytes[bit / 8] ^= (byte)(1 << (bit % 8));
        }

        return true;
    }).Check(Some);

    [Fact]
    public void Decode_MessageOfALaterVersion_IsRefused()
    {
        AssertRefused("kind 19", [19, 0]);
        AssertRefused("a frame without a message", []);
        AssertRefused("1 bytes after a message", [.. FrameBytes.Of(Five), 0]);
    }

    public static TheoryData<string, string> Impossible => new()
    {
        { "-1 actors; expected at least 0", Text(new Message.Hello(1, Member with { Actors = -1 })) },
        { "-2 jobs waiting; expected at least 0", Text(Beat(new ActorHealth(1, -2, default))) },
        {
            "-00:00:00.0000001 of waiting; expected at least 0",
            Text(Beat(new ActorHealth(1, 2, TimeSpan.FromTicks(-1))))
        },
        { "round -2; expected at least 0, or -1 for none", Text(new Message.RequestResult("run", -2)) },
        {
            "a step of an attempt 5, which this version does not know",
            Text(new Message.Failed(1, 1, "run", 0, Failure with { Step = (AttemptStep)5 }))
        },
        {
            "a refusal 5, which this version does not know",
            Text(new Message.Rejected(1, (Refusal)5, "why"))
        },
        { "-1 lanes; expected at least 0", Text(new Message.OpenRun("run", "w", [], -1)) },
        {
            "a part of 2 bytes from 8 on; the whole has 9",
            Text(Assign with { Work = new WorkPart(8, 9, new byte[2]) })
        },
        {
            "-1 as an offset; expected at least 0",
            Text(Assign with { Work = new WorkPart(-1, 2, new byte[2]) })
        },
        { "-1 bytes; expected at least 0", Text(Assign with { Work = new WorkPart(0, -1, new byte[2]) }) },
        { "-1 as a unit; expected at least 0", Text(Assign with { Units = [3, -1] }) },
        { "actor -2; expected at least 0, or -1 for none", Text(Assign with { Actor = -2 }) },
        {
            "a grant of job 0, unit 0, epoch 0; a grant has a job or a unit, the other is -1, "
                + "and epochs start at 0",
            Text(Assign with { Grant = default })
        },
        {
            "a grant of job -1, unit 2, epoch -1; a grant has a job or a unit, the other is -1, "
                + "and epochs start at 0",
            Text(new Message.Abort(1, "run", 0, Grant.Retry(2, -1)))
        },
        {
            "-1 as a report's number; expected at least 0", Text(new Message.Acknowledged(1, -1))
        },
        { "-1 committed; expected at least 0", Text(new Message.Sample(1, "run", -1)) },
        {
            "invalid latencies: bucket 5 after bucket 5; they rise from 0 to 4561",
            Latencies([5, 5], [1, 1], 5)
        },
        {
            "invalid latencies: bucket 99999 after bucket -1; they rise from 0 to 4561",
            Latencies([99999], [1], 5)
        },
        {
            "invalid latencies: the longest latency is 6 ns, which is not of the last bucket, 5",
            Latencies([5], [1], 6)
        },
        {
            $"{long.MaxValue} committed; expected at most {WireCoder.MaxCount}",
            Text(new Message.Sample(1, "run", long.MaxValue))
        },
        {
            $"round {long.MaxValue}; expected at most {WireCoder.MaxCount}",
            Text(new Message.RequestResult("run", long.MaxValue))
        },
        { $"mark {long.MaxValue}, which is not a position in a grant", Text(Marked(long.MaxValue)) },
        { "mark 7, which is not a position in a grant", Text(Marked(7)) },
        { "mark -3, which is not a position in a grant", Text(Marked(-3)) },
        {
            "10675199.02:48:05.4775807 of processor; expected at most 3650.00:00:00",
            Text(new Message.RoundResult(1, "run", 0, Stats with { Cpu = TimeSpan.MaxValue }))
        },
        {
            $"{WireCoder.MaxCount + 2} latencies; expected at most {WireCoder.MaxCount}",
            Latencies([5, 6], [WireCoder.MaxCount, 2], 6)
        },
        {
            "a worker's name is empty; expected 1 to 64 printable ASCII characters",
            Text(new Message.Hello(1, Member with { Name = "" }))
        },
        {
            "a worker's name has 4 characters, or unprintable ones; "
                + "expected at most 64 printable ASCII characters",
            Text(new Message.Hello(1, Member with { Name = "a\e[1" }))
        },
        {
            "a worker's server has 65 characters, or unprintable ones; "
                + "expected at most 64 printable ASCII characters",
            Text(new Message.Hello(1, Member with { Server = new string('a', 65) }))
        },
        {
            "a run has 65 characters, or unprintable ones; expected at most 64 printable ASCII characters",
            Text(new Message.Sample(1, new string('a', 65), 0))
        },
        {
            "65537 attempts in a report; expected at most 65536",
            Text(new Message.Done(1, 1, "run", 0, new Attempt[65_537]))
        },
    };

    [Theory]
    [MemberData(nameof(Impossible))]
    public void Decode_ImpossibleValue_IsRefusedWithIt(string message, string bytes) =>
        AssertRefused(message, Convert.FromHexString(bytes));

    [Fact]
    public void Encode_InvalidText_ReplacesIt() =>
        Assert.Equal(
            new Message.CloseRun("run", "wh\uFFFD"),
            FrameCodec.Decode(FrameBytes.Of(new Message.CloseRun("run", "wh\uD800"))));

    [Fact]
    public void Decode_InvalidUtf8_IsRefused()
    {
        var bytes = FrameBytes.Of(new Message.CloseRun("run", Failure: "why"));
        bytes[^1] = 0xFF;
        AssertRefused("not UTF-8", bytes);
    }

    [Fact]
    public void Frame_TooLarge_IsNeitherEncodedNorDecoded()
    {
        const int Half = 1 << 25;
        var most = FrameCodec.MaxBytes - FrameBytes.Of(Work(Half)).Length + Half;
        var largest = FrameBytes.Of(Work(most));
        Assert.Equal(FrameCodec.MaxBytes, largest.Length);
        Assert.IsType<Message.Assign>(FrameCodec.Decode(largest));

        var message = $"a frame of {FrameCodec.MaxBytes + 1} bytes; expected at most {FrameCodec.MaxBytes}";
        Assert.Equal(message, Assert.Throws<WireException>(() => FrameBytes.Of(Work(most + 1))).Message);
        AssertRefused(message, new byte[FrameCodec.MaxBytes + 1]);
    }

    [Fact]
    public void Decode_TooManyObjects_IsRefused()
    {
        var text = new string('x', FrameCodec.MaxSmallBytes);
        Assert.Throws<WireException>(
            () => FrameCodec.Decode(FrameBytes.Of(new Message.Rejected(1, Refusal.Duplicate, text))));
        Assert.IsType<Message.Assign>(FrameCodec.Decode(FrameBytes.Of(Work(FrameCodec.MaxSmallBytes))));
    }

    [Fact]
    public void Decode_ErrorText_IsOneShortLineWithoutControlCharacters()
    {
        var reason = "red \e[31m\n" + new string('x', 9000);
        var failure = new AttemptFailure(1, 0, AttemptStep.Read, "it\aem", reason, Fatal: false);
        var failed = Assert.IsType<Message.Failed>(
            FrameCodec.Decode(FrameBytes.Of(new Message.Failed(1, 2, "run", 3, failure)))).Failure;
        Assert.Equal("it\uFFFDem", failed.Item);
        Assert.Equal("red \uFFFD[31m\uFFFD" + new string('x', 490), failed.Reason.Text);
    }

    [Fact]
    public void Decode_LargeLength_AllocatesNothing()
    {
        const byte Rejected = 12;
        byte[] bytes = [Rejected, 0, 0, .. VarInt(2 * 50_000_000), 1, 2, 3];
        Refused(bytes);
        var before = GC.GetAllocatedBytesForCurrentThread();
        Refused(bytes);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 100_000);
    }

    [Fact]
    public void Work_Decoded_SharesNoBytesWithTheFrame()
    {
        var assign =
            new Message.Assign(11, "run", 0, -1, Grant.Initial(0), [0, 3], new WorkPart(0, 3, new byte[] { 7, 8, 9 }));
        var bytes = FrameBytes.Of(assign);
        var decoded = FrameCodec.Decode(bytes);
        Array.Clear(bytes);
        Assert.Equal(MessageText.Describe(assign), MessageText.Describe(decoded));
    }

    // All positions of a short frame; of a long one the first and then one of several.
    private static IEnumerable<int> Places(int length, int count) =>
        Enumerable.Range(0, length).Where(place => place < count || place % (1 + (length / count)) == 0);

    private static Gen<Message> Of(string kind) =>
        RandomMessages.ByKind.Single(each => string.Equals(each.Key.Name, kind, StringComparison.Ordinal)).Value;

    private static bool Survives(Message message)
    {
        Assert.Equal(
            MessageText.Describe(message), MessageText.Describe(FrameCodec.Decode(FrameBytes.Of(message))));
        return true;
    }

    private static bool DecodesOrRefuses(byte[] bytes)
    {
        try
        {
            _ = FrameCodec.Decode(bytes);
        }
        catch (WireException exception)
        {
            Assert.NotEmpty(exception.Message);
        }

        return true;
    }

    private static void AssertRefused(string value, byte[] bytes) =>
        Assert.Contains(value, Refused(bytes).Message, StringComparison.Ordinal);

    private static WireException Refused(byte[] bytes) => Assert.Throws<WireException>(() => FrameCodec.Decode(bytes));

    private static string Text(Message message) => Convert.ToHexString(FrameBytes.Of(message));

    private static Message.Heartbeat Beat(ActorHealth actor) => new(1, 1, 1, "", [actor], []);

    private static Message.Heartbeat Marked(long mark) =>
        new(1, 1, 1, "", [], [new GrantProgress(Grant.Initial(0), 0, mark)]);

    /// <summary>A result with latencies that no histogram can have.</summary>
    private static string Latencies(int[] buckets, long[] counts, long longest)
    {
        var valid = FrameBytes.Of(
            new Message.RoundResult(1, "run", 0, Stats));
        var bytes = new ArrayBufferWriter<byte>();

        // The end of a valid result: no latency, longest latency 0, no kinds, no arrivals, no faults.
        bytes.Write(valid.AsSpan(..^5));
        var wire = new WireCoder(bytes);
        wire.List([.. buckets.Zip(counts)], (coder, each) => (coder.Int(each.First), coder.Long(each.Second)));
        wire.Long(longest);
        bytes.Write("\0\0\0"u8);
        return Convert.ToHexString(bytes.WrittenSpan);
    }

    private static byte[] VarInt(uint value)
    {
        var bytes = new List<byte>();
        for (; value >= 0x80; value >>= 7)
        {
            bytes.Add((byte)(value | 0x80));
        }

        return [.. bytes, (byte)value];
    }

    private static Message.Assign Work(int length) =>
        new(11, "run", 0, -1, Grant.Initial(0), [0], new WorkPart(0, length, new byte[length]));
}

using System.Buffers;
using System.Buffers.Binary;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Scheduling;
using FsCheck;
using FsCheck.Fluent;
using Google.Protobuf;
using Proto = AElf.Bench.Concurrency.Cluster.Wire.Proto;

namespace AElf.Bench.Tests.Cluster.Wire;

public sealed class FrameCodecTests
{
    private static readonly Message Five = new Message.Sample(0, string.Empty, 5);
    private static readonly Config Some = Config.QuickThrowOnFailure.WithMaxTest(30);
    private static readonly Gen<byte[]> AnyBytes = Gen.Choose(0, 255).Select(value => (byte)value).ArrayOf();

    public static TheoryData<string> MessageKinds => [.. typeof(Message).GetNestedTypes().Select(type => type.Name)];

    [Theory]
    [MemberData(nameof(MessageKinds))]
    public void A_message_survives_the_wire(string kind) =>
        Prop.ForAll(Of(kind).ToArbitrary(), Survives).Check(Some);

    [Fact]
    public void Frame_numbers_are_fixed() => Assert.Equal(
        "Hello 1, Heartbeat 2, Done 3, Failed 4, Welcome 11, Rejected 12, OpenRun 13, Assign 15, Abort 16, "
        + "Acknowledged 17, CloseRun 18, Sample 31, RequestResult 32, RoundResult 33",
        string.Join(
            ", ",
            Enum.GetValues<Proto.Envelope.FrameOneofCase>()
                .Where(kind => kind != Proto.Envelope.FrameOneofCase.None)
                .Select(kind => $"{kind} {(int)kind}")));

    [Fact]
    public void What_is_appended_is_what_is_encoded() => Prop.ForAll(RandomMessages.All, message =>
    {
        var destination = new ArrayBufferWriter<byte>();
        var (envelope, size) = FrameCodec.Measured(message);
        FrameCodec.Append(envelope, size, destination);
        return BinaryPrimitives.ReadInt32LittleEndian(destination.WrittenSpan) == size
            && destination.WrittenSpan[sizeof(int)..].SequenceEqual(FrameCodec.Encode(message));
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void Decode_RandomBytes_IsRefusedOrDecoded() =>
        Prop.ForAll(AnyBytes.ToArbitrary(), DecodesOrRefuses).Check(Config.QuickThrowOnFailure.WithMaxTest(500));

    [Fact]
    public void Random_bytes_as_the_contents_of_a_kind_are_refused_or_taken() => Prop.ForAll(
        (from kind in Gen.Elements(Enum.GetValues<Proto.Envelope.FrameOneofCase>())
         from bytes in AnyBytes
         select (byte[])[.. VarInt(((uint)kind << 3) | 2), .. VarInt((uint)bytes.Length), .. bytes]).ToArbitrary(),
        DecodesOrRefuses).Check(Config.QuickThrowOnFailure.WithMaxTest(2_000));

    [Fact]
    public void Every_cut_of_a_frame_is_refused_or_a_frame() => Prop.ForAll(RandomMessages.All, message =>
    {
        var bytes = FrameCodec.Encode(message);
        return Places(bytes.Length, 100).All(cut => DecodesOrRefuses(bytes[..cut]));
    }).Check(Some);

    [Fact]
    public void Every_flipped_bit_of_a_frame_is_refused_or_another_frame() => Prop.ForAll(RandomMessages.All, message =>
    {
        var bytes = FrameCodec.Encode(message);
        foreach (var bit in Places(bytes.Length * 8, 200))
        {
            bytes[bit / 8] ^= (byte)(1 << (bit % 8));
            DecodesOrRefuses(bytes);
            bytes[bit / 8] ^= (byte)(1 << (bit % 8));
        }

        return true;
    }).Check(Some);

    [Fact]
    public void Fields_of_a_later_version_are_skipped()
    {
        var bytes = FrameCodec.Encode(Five);

        // A field 15 of length 3 inside the message, and a field 999 behind it.
        byte[] longer = [.. bytes[..^2], .. bytes[^2..], 0x7A, 3, 1, 2, 3];
        longer[2] += 5;
        Assert.Equal(Five, FrameCodec.Decode((byte[])[.. longer, .. VarInt(999 << 3), 7]));
    }

    [Fact]
    public void Messages_of_a_later_version_are_not()
    {
        AssertRefused("kind 19", [.. VarInt((19 << 3) | 2), 1, 0]);
        AssertRefused("a frame without a message", []);
    }

    public static TheoryData<string, string> Impossible => new()
    {
        { "a message 'hello' without its worker", Text(new() { Hello = new() { Version = 1 } }) },
        {
            "-1 actors; expected at least 0",
            Text(new() { Hello = new() { Worker = new() { Name = "a", Actors = -1 } } })
        },
        {
            "-2 jobs waiting; expected at least 0",
            Text(new() { Heartbeat = new() { ActorCommitted = { 1 }, ActorWaiting = { -2 }, ActorOldestAge = { 0 } } })
        },
        {
            "-00:00:00.0000001 of waiting; expected at least 0",
            Text(new() { Heartbeat = new() { ActorCommitted = { 1 }, ActorWaiting = { 2 }, ActorOldestAge = { -1 } } })
        },
        {
            "a list of actors with 1 of one thing and 0 of another; a record has one of each",
            Text(new() { Heartbeat = new() { ActorCommitted = { 1 } } })
        },
        { "round -2; expected at least 0, or -1 for none", Text(new() { RequestResult = new() { Round = -2 } }) },
        {
            "a list of attempts with 1 of one thing and 2 of another; a record has one of each",
            Text(new() { Done = new() { Unit = { 1 }, Epoch = { 1, 2 } } })
        },
        { "a step 0 of an attempt, which this version does not know", Text(new() { Failed = new() }) },
        {
            "a step 6 of an attempt, which this version does not know",
            Text(new() { Failed = new() { Step = (Proto.Step)6 } })
        },
        {
            "a refusal 5, which this version does not know",
            Text(new() { Rejected = new() { Refusal = (Proto.Refusal)5 } })
        },
        { "-1 lanes; expected at least 0", Text(new() { OpenRun = new() { Lanes = -1 } }) },
        {
            "a part of 2 bytes from 8 on; the whole has 9",
            Text(new() { Assign = new() { WorkOffset = 8, WorkLength = 9, Work = ByteString.CopyFrom(new byte[2]) } })
        },
        { "-1 as an offset; expected at least 0", Text(new() { Assign = new() { WorkOffset = -1 } }) },
        { "-1 bytes; expected at least 0", Text(new() { Assign = new() { WorkLength = -1 } }) },
        { "-1 as a unit; expected at least 0", Text(new() { Assign = new() { Unit = { 3, -1 } } }) },
        { "actor -2; expected at least 0, or -1 for none", Text(new() { Assign = new() { Actor = -2 } }) },
        { "a message 'assign' without its grant", Text(new() { Assign = new() }) },
        {
            "a grant of job 0, unit 0, epoch 0; a grant has a job or a unit, the other is -1, and epochs start at 0",
            Text(new() { Assign = new() { Grant = new() } })
        },
        {
            "a grant of job -1, unit 2, epoch -1; a grant has a job or a unit, the other is -1, and epochs start at 0",
            Text(new() { Abort = new() { Grant = new() { Job = -1, Unit = 2, Epoch = -1 } } })
        },
        { "a message 'abort' without its grant", Text(new() { Abort = new() }) },
        { "-1 as a report's number; expected at least 0", Text(new() { Acknowledged = new() { Number = -1 } }) },
        { "-1 committed; expected at least 0", Text(new() { Sample = new() { Committed = -1 } }) },
        { "a message 'result' without its operations", Text(new() { RoundResult = new() }) },
        {
            "latencies that cannot be: bucket 5 after bucket 5; they rise from 0 to 4561",
            Text(Latencies([5, 5], [1, 1], 5))
        },
        {
            "latencies that cannot be: bucket 99999 after bucket -1; they rise from 0 to 4561",
            Text(Latencies([99999], [1], 5))
        },
        {
            "latencies that cannot be: the longest latency is 6 ns, which is not of the last bucket, 5",
            Text(Latencies([5], [1], 6))
        },
        {
            $"{long.MaxValue} committed; expected at most {WireRules.MaxCount}",
            Text(new() { Sample = new() { Committed = long.MaxValue } })
        },
        {
            $"round {long.MaxValue}; expected at most {WireRules.MaxCount}",
            Text(new() { RequestResult = new() { Round = long.MaxValue } })
        },
        { $"mark {long.MaxValue}, which is not a position in a grant", Text(Marked(long.MaxValue)) },
        { "mark 7, which is not a position in a grant", Text(Marked(7)) },
        { "mark -3, which is not a position in a grant", Text(Marked(-3)) },
        {
            "10675199.02:48:05.4775807 of processor; expected at most 3650.00:00:00",
            Text(new()
            {
                RoundResult = new() { Operations = new(), FaultOperations = new(), Cpu = long.MaxValue },
            })
        },
        {
            $"{WireRules.MaxCount + 2} latencies; expected at most {WireRules.MaxCount}",
            Text(Latencies([5, 6], [WireRules.MaxCount, 2], 6))
        },
        {
            "a worker's name is empty; expected 1 to 64 printable ASCII characters",
            Text(new() { Hello = new() { Worker = new() } })
        },
        {
            "a worker's name has 4 characters or some that cannot be printed; expected at most 64 of printable ASCII",
            Text(new() { Hello = new() { Worker = new() { Name = "a\e[1" } } })
        },
        {
            "a worker's server has 65 characters or some that cannot be printed; "
                + "expected at most 64 of printable ASCII",
            Text(new() { Hello = new() { Worker = new() { Name = "a", Server = new string('a', 65) } } })
        },
        {
            "a run has 65 characters or some that cannot be printed; expected at most 64 of printable ASCII",
            Text(new() { Sample = new() { Run = new string('a', 65) } })
        },
        {
            "65537 attempts in a report; expected at most 65536",
            Text(new() { Done = new() { Unit = { new int[65_537] }, Epoch = { new int[65_537] } } })
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
            FrameCodec.Decode(FrameCodec.Encode(new Message.CloseRun("run", "wh\uD800"))));

    [Fact]
    public void Decode_InvalidUtf8_IsRefused()
    {
        var bytes = FrameCodec.Encode(new Message.CloseRun("run", Failure: "why"));
        bytes[^1] = 0xFF;
        AssertRefused($"{bytes.Length} bytes", bytes);
    }

    [Fact]
    public void A_frame_that_is_too_large_is_not_encoded_and_not_decoded()
    {
        const int Half = 1 << 25;
        var most = FrameCodec.MaxBytes - FrameCodec.Encode(Work(Half)).Length + Half;
        var largest = FrameCodec.Encode(Work(most));
        Assert.Equal(FrameCodec.MaxBytes, largest.Length);
        Assert.IsType<Message.Assign>(FrameCodec.Decode(largest));

        var message = $"a frame of {FrameCodec.MaxBytes + 1} bytes; expected at most {FrameCodec.MaxBytes}";
        Assert.Equal(message, Assert.Throws<WireException>(() => FrameCodec.Encode(Work(most + 1))).Message);
        AssertRefused(message, new byte[FrameCodec.MaxBytes + 1]);
    }

    [Fact]
    public void Decode_TooManyObjects_IsRefused()
    {
        var text = new string('x', FrameCodec.MaxSmallBytes);
        Assert.Throws<WireException>(
            () => FrameCodec.Decode(FrameCodec.Encode(new Message.Rejected(1, Refusal.Duplicate, text))));
        Assert.IsType<Message.Assign>(FrameCodec.Decode(FrameCodec.Encode(Work(FrameCodec.MaxSmallBytes))));
    }

    [Fact]
    public void Decode_ErrorText_IsOneShortLineWithoutControlCharacters()
    {
        var reason = "red \e[31m\n" + new string('x', 9000);
        var failure = new AttemptFailure(1, 0, AttemptStep.Read, "it\aem", reason, Fatal: false);
        var failed = Assert.IsType<Message.Failed>(
            FrameCodec.Decode(FrameCodec.Encode(new Message.Failed(1, 2, "run", 3, failure)))).Failure;
        Assert.Equal("it\uFFFDem", failed.Item);
        Assert.Equal("red \uFFFD[31m\uFFFD" + new string('x', 490), failed.Reason.Text);
    }

    [Fact]
    public void Decode_LargeLength_AllocatesNothing()
    {
        const uint Tag = ((uint)Proto.Envelope.FrameOneofCase.Assign << 3) | 2;
        byte[] bytes = [.. VarInt(Tag), .. VarInt(60_000_000), 0x4A, .. VarInt(50_000_000), 1, 2, 3];
        Refused(bytes);
        var before = GC.GetAllocatedBytesForCurrentThread();
        Refused(bytes);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 100_000);
    }

    [Fact]
    public void Decoded_work_shares_nothing_with_the_bytes()
    {
        var assign =
            new Message.Assign(11, "run", 0, -1, Grant.Initial(0), [0, 3], new WorkPart(0, 3, new byte[] { 7, 8, 9 }));
        var bytes = FrameCodec.Encode(assign);
        var decoded = FrameCodec.Decode(bytes);
        Array.Clear(bytes);
        Assert.Equal(MessageText.Describe(assign), MessageText.Describe(decoded));
    }

    // All of what is short, and of what is long the first and then one in so many.
    private static IEnumerable<int> Places(int length, int count) =>
        Enumerable.Range(0, length).Where(place => place < count || place % (1 + (length / count)) == 0);

    private static Gen<Message> Of(string kind) =>
        RandomMessages.ByKind.Single(each => string.Equals(each.Key.Name, kind, StringComparison.Ordinal)).Value;

    private static bool Survives(Message message)
    {
        Assert.Equal(
            MessageText.Describe(message), MessageText.Describe(FrameCodec.Decode(FrameCodec.Encode(message))));
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

    private static string Text(Proto.Envelope envelope) => Convert.ToHexString(envelope.ToByteArray());

    private static Proto.Envelope Latencies(int[] buckets, long[] counts, long max) => new()
    {
        RoundResult = new()
        {
            Operations = new(),
            FaultOperations = new(),
            Latency = new() { Bucket = { buckets }, Count = { counts }, Max = max },
        },
    };

    private static Proto.Envelope Marked(long mark) => new()
    {
        Heartbeat = new()
        {
            RunningJob = { 0 },
            RunningUnit = { -1 },
            RunningEpoch = { 0 },
            RunningActor = { 0 },
            RunningPosition = { mark },
        },
    };

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

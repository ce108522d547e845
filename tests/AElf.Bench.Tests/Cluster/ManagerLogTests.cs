using System.Security.Cryptography;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Workloads;

namespace AElf.Bench.Tests.Cluster;

public sealed class ManagerLogTests
{
    private static readonly RoundManifest Manifest = new(0, 3, 2, 8, 0xC0FFEE);

    private static readonly LogRecord[] Records =
    [
        new LogRecord.RunOpened(LogRecord.RunOpened.CurrentVersion, "run1", "strict, 8 transfers"),
        new LogRecord.RoundOpened(Manifest),
        new LogRecord.Granted(0, Grant.Initial(0), 7001),
        new LogRecord.Granted(0, Grant.Initial(1), 7002),
        new LogRecord.Done(0, [new Attempt(1, 0)]),
        new LogRecord.Granted(0, Grant.Retry(0, 1), 7002),
        new LogRecord.Done(0, [new Attempt(0, 1), new Attempt(2, 0)]),
        new LogRecord.FaultMet("worker", "worker größte was lost"),
        new LogRecord.RunClosed(new Problem(ProblemKind.Cancelled, "größte Einheit")),
    ];

    private static byte[] Bytes => [.. Records.SelectMany(ManagerLog.Encode)];

    [Fact]
    public void Log_WrittenRecords_AreReadBack()
    {
        var contents = ManagerLog.Read(Bytes);

        Assert.Equal(Records, contents.Records);
        Assert.Equal(Bytes.Length, contents.ValidLength);
    }

    [Fact]
    public void Log_CutAtAnyByte_HasTheRecordsBeforeTheCut()
    {
        var bytes = Bytes;
        var lengths = Records.Select(record => ManagerLog.Encode(record).Length);
        var ends = lengths.Aggregate(new List<int> { 0 }, (sums, length) => [.. sums, sums[^1] + length]);
        for (var cut = 0; cut <= bytes.Length; cut++)
        {
            var contents = ManagerLog.Read(bytes.AsSpan(0, cut));

            var whole = ends.FindLastIndex(end => end <= cut);
            Assert.Equal(Records.Take(whole), contents.Records);
            Assert.Equal(ends[whole], contents.ValidLength);
        }
    }

    [Fact]
    public void Log_FlippedBitAnywhere_IsNamed()
    {
        var bytes = Bytes;
        for (var bit = 0; bit < bytes.Length * 8; bit++)
        {
            bytes[bit / 8] ^= (byte)(1 << (bit % 8));
            var exception = Assert.Throws<LogException>(() => ManagerLog.Read(bytes));
            Assert.Matches(@"^record\s[0-8].*byte\s\d+,", exception.Message);
            bytes[bit / 8] ^= (byte)(1 << (bit % 8));
        }
    }

    [Fact]
    public void Log_WrittenSeedAttempts_AreReadBack()
    {
        LogRecord[] records = [Records[0], new LogRecord.SeedingBegun(1), new LogRecord.SeedingBegun(4)];

        var state = LogReplay.Run(
            ManagerLog.Read([.. records.SelectMany(ManagerLog.Encode)]).Records, "run1", "strict, 8 transfers");

        Assert.Equal([1, 4], state.SeedVersions);
        Assert.Equal(4, state.LastEpoch);
    }

    [Fact]
    public void Log_ZerosAfterTheLastRecord_AreATornTail()
    {
        var contents = ManagerLog.Read([.. Bytes, .. new byte[4096]]);

        Assert.Equal(Records, contents.Records);
        Assert.Equal(Bytes.Length, contents.ValidLength);
    }

    [Fact]
    public void Read_PayloadAtTheLimit_IsARecordAndOneByteMoreIsDamage()
    {
        const int Frame = ManagerLog.HeaderLength + sizeof(uint);
        var most = new string('a', ManagerLog.MaxPayload - ManagerLog.Encode(FaultOf(new string('a', 1 << 21))).Length
            + Frame + (1 << 21));

        Assert.Equal([FaultOf(most)], ManagerLog.Read(ManagerLog.Encode(FaultOf(most))).Records);
        var damage = Assert.Throws<LogException>(() => ManagerLog.Read(ManagerLog.Encode(FaultOf(most + 'a'))));
        Assert.Contains($"length is {ManagerLog.MaxPayload + 1}", damage.Message, StringComparison.Ordinal);

        static LogRecord.FaultMet FaultOf(string text) => new("worker", text);
    }

    [Fact]
    public void Replay_Log_FindsCompletedAndOpenUnitsAndTheLastEpoch()
    {
        var state = LogReplay.Run(Records[..7], "run1", "strict, 8 transfers");

        Assert.Equal(7, state.Records);
        Assert.Equal(1, state.LastEpoch);
        Assert.False(state.Closed);
        Assert.Equal([0, 1], state.Rounds[0].History.GrantedJobs);
        Assert.Equal([Grant.Retry(0, 1)], state.Rounds[0].History.Retries);
        Assert.Equal(
            Records.OfType<LogRecord.Granted>().Select(granted => (granted.Incarnation, granted.Grant)),
            state.Rounds[0].Grants);
        Assert.Equal(
            "0@1 1@0 2@0", string.Join(' ', state.Rounds[0].History.Done.Select(unit => $"{unit.Key}@{unit.Value}")));
    }

    [Theory]
    [InlineData("run2", "strict, 8 transfers", "the log is of run run1; the run to resume is run2")]
    [InlineData("run1", "batch", "the log is of a run configured 'strict, 8 transfers'; this one is 'batch'")]
    public void Log_OfAnotherRun_IsRefused(string run, string configuration, string message) =>
        Assert.Equal(message, Assert.Throws<LogException>(() => LogReplay.Run(Records, run, configuration)).Message);

    [Theory]
    [InlineData(LogRecord.RunOpened.CurrentVersion - 1)]
    [InlineData(LogRecord.RunOpened.CurrentVersion + 1)]
    public void Log_OfAnotherVersion_IsRefused(int version) => Assert.Contains(
        $"version {version}",
        Assert.Throws<LogException>(
            () => LogReplay.Run([new LogRecord.RunOpened(version, "run1", "")], "run1", "")).Message,
        StringComparison.Ordinal);

    [Fact]
    public void Encode_EachTypeOfRecord_HasTheBytesOfThisVersion()
    {
        LogRecord[] each = [.. Records, new LogRecord.SeedingBegun(7)];
        var hash = Convert.ToHexString(SHA256.HashData([.. each.SelectMany(ManagerLog.Encode)]))[..16];

        Assert.Equal(
            typeof(LogRecord).GetNestedTypes().Select(type => type.Name).Order(StringComparer.Ordinal),
            each.Select(record => record.GetType().Name).Distinct().Order(StringComparer.Ordinal));
        Assert.Equal((4, "8046502C9A365A17"), (LogRecord.RunOpened.CurrentVersion, hash));
    }

    [Fact]
    public void Read_FailureOfVersion3_HasNoKind()
    {
        // Length, type and checksum; true and the text; a checksum.
        var bytes = Convert.FromHexString("1200000005A2DC838F01106772C3B6C39F74652045696E6865697432F1069C");

        Assert.Equal([new LogRecord.RunClosed("größte Einheit")], ManagerLog.Read(bytes).Records);
    }

    [Fact]
    public void Replay_ContradictoryLog_IsRefused()
    {
        Assert.Throws<LogException>(() => LogReplay.Run(
            [.. Records[..2], new LogRecord.SeedingBegun(1)], "run1", "strict, 8 transfers"));
        Assert.Throws<LogException>(() => LogReplay.Run(
            [Records[0], new LogRecord.SeedingBegun(1), new LogRecord.SeedingBegun(1)], "run1", "strict, 8 transfers"));
        Assert.Throws<LogException>(() => LogReplay.Run(Records[1..], "run1", "strict, 8 transfers"));
        Assert.Throws<LogException>(() => LogReplay.Run([Records[0], Records[2]], "run1", "strict, 8 transfers"));
        Assert.Throws<LogException>(() => LogReplay.Run(
            [.. Records[..2], new LogRecord.Granted(0, Grant.Initial(2), 1)], "run1", "strict, 8 transfers"));
        Assert.Throws<LogException>(() => LogReplay.Run(
            [.. Records[..2], new LogRecord.Done(0, [new Attempt(3, 0)])], "run1", "strict, 8 transfers"));
        Assert.Throws<LogException>(() => LogReplay.Run([.. Records[..7], Records[4]], "run1", "strict, 8 transfers"));
    }
}

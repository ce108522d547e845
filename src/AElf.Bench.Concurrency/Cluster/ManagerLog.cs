using System.Buffers.Binary;
using System.Text;
using AElf.Bench.Core.Files;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>A log that cannot be continued: it is damaged, or belongs to another run.</summary>
public sealed class LogException(string message) : Exception(message);

/// <summary>The contents of a log.</summary>
/// <param name="ValidLength">
/// Bytes of these records. The rest is a torn tail, which is removed before the next append.
/// </param>
public sealed record LogContents(IReadOnlyList<LogRecord> Records, long ValidLength);

/// <summary>
/// The bytes of log records: length of the payload (int32), type (byte), CRC-32C of these five bytes, payload, CRC-32C
/// of the payload; little-endian. The header has its own checksum, to distinguish a damaged length from a torn tail.
/// </summary>
public static class ManagerLog
{
    /// <summary>Bytes before the payload.</summary>
    public const int HeaderLength = 9;

    /// <summary>Maximum bytes of a payload; a larger one is damaged.</summary>
    public const int MaxPayload = 1 << 24;

    private const int ChecksumLength = 4;

    private enum RecordType : byte
    {
        RunOpened = 1,
        RoundOpened = 2,
        Granted = 3,
        Done = 4,
        RunClosed = 5,
        SeedingBegun = 6,
        FaultMet = 7,
    }

    public static byte[] Encode(LogRecord record)
    {
        using var bytes = new MemoryStream();
        bytes.Position = HeaderLength;
        using var writer = new BinaryWriter(bytes, Encoding.UTF8);
        var type = Write(writer, record);
        var length = (int)bytes.Length - HeaderLength;
        writer.Write(0);
        var encoded = bytes.ToArray();
        BinaryPrimitives.WriteInt32LittleEndian(encoded, length);
        encoded[4] = (byte)type;
        BinaryPrimitives.WriteUInt32LittleEndian(encoded.AsSpan(5), Crc32C.Compute(encoded.AsSpan(0, 5)));
        BinaryPrimitives.WriteUInt32LittleEndian(
            encoded.AsSpan(HeaderLength + length), Crc32C.Compute(encoded.AsSpan(HeaderLength, length)));
        return encoded;
    }

    /// <summary>The records in the bytes, up to the torn tail of an interrupted append.</summary>
    /// <exception cref="LogException">A whole record is damaged: a crash of this program cannot cause that.</exception>
    public static LogContents Read(ReadOnlySpan<byte> bytes)
    {
        var records = new List<LogRecord>();
        var at = 0;
        while (bytes.Length - at >= HeaderLength)
        {
            var rest = bytes[at..];
            var length = BinaryPrimitives.ReadInt32LittleEndian(rest);
            if (BinaryPrimitives.ReadUInt32LittleEndian(rest[5..]) != Crc32C.Compute(rest[..5]))
            {
                // A file system may have grown the file before the bytes were written.
                return rest.ContainsAnyExcept((byte)0)
                    ? throw Damaged(records.Count, at, "header does not match the checksum")
                    : new LogContents(records, at);
            }

            if (length is < 0 or > MaxPayload)
            {
                throw Damaged(records.Count, at, $"length is {length}, expected 0 to {MaxPayload}");
            }

            if (rest.Length < HeaderLength + length + ChecksumLength)
            {
                break;
            }

            var payload = rest.Slice(HeaderLength, length);
            if (BinaryPrimitives.ReadUInt32LittleEndian(rest[(HeaderLength + length)..]) != Crc32C.Compute(payload))
            {
                throw Damaged(records.Count, at, "payload does not match the checksum");
            }

            records.Add(Decode((RecordType)rest[4], payload, records.Count, at));
            at += HeaderLength + length + ChecksumLength;
        }

        return new LogContents(records, at);
    }

    private static LogException Damaged(int record, int at, string what) => new(
        $"record {record} of the log, at byte {at}, is damaged: its {what}; the run cannot be resumed from this log");

    private static RecordType Write(BinaryWriter writer, LogRecord record)
    {
        switch (record)
        {
            case LogRecord.RunOpened opened:
                writer.Write(opened.Version);
                writer.Write(opened.Run);
                writer.Write(opened.Configuration);
                return RecordType.RunOpened;
            case LogRecord.SeedingBegun(var version):
                writer.Write(version);
                return RecordType.SeedingBegun;
            case LogRecord.RoundOpened(var manifest):
                writer.Write(manifest.Number);
                writer.Write(manifest.Units);
                writer.Write(manifest.Jobs);
                writer.Write(manifest.Weight);
                writer.Write(manifest.Checksum);
                return RecordType.RoundOpened;
            case LogRecord.Granted granted:
                writer.Write(granted.Round);
                writer.Write(granted.Grant.Job);
                writer.Write(granted.Grant.Unit);
                writer.Write(granted.Grant.Epoch);
                writer.Write(granted.Incarnation);
                return RecordType.Granted;
            case LogRecord.Done done:
                writer.Write(done.Round);
                writer.Write(done.Attempts.Count);
                foreach (var attempt in done.Attempts)
                {
                    writer.Write(attempt.Unit);
                    writer.Write(attempt.Epoch);
                }

                return RecordType.Done;
            case LogRecord.FaultMet(var kind, var what):
                writer.Write(kind);
                writer.Write(what);
                return RecordType.FaultMet;
            case LogRecord.RunClosed closed:
                writer.Write(closed.Failure is not null);
                writer.Write(closed.Failure?.Text ?? string.Empty);
                writer.Write(Problem.NameOf(closed.Failure?.Kind ?? ProblemKind.Unnamed));
                return RecordType.RunClosed;
            default:
                throw new ArgumentOutOfRangeException(nameof(record), record, "no record of the log");
        }
    }

    private static LogRecord Decode(RecordType type, ReadOnlySpan<byte> payload, int record, int at)
    {
        using var reader = new BinaryReader(new MemoryStream(payload.ToArray()), Encoding.UTF8);
        try
        {
            return type switch
            {
                RecordType.RunOpened => new LogRecord.RunOpened(
                    reader.ReadInt32(), reader.ReadString(), reader.ReadString()),
                RecordType.SeedingBegun => new LogRecord.SeedingBegun(reader.ReadInt32()),
                RecordType.RoundOpened => new LogRecord.RoundOpened(new RoundManifest(
                    reader.ReadInt64(),
                    reader.ReadInt32(),
                    reader.ReadInt32(),
                    reader.ReadInt64(),
                    reader.ReadUInt32())),
                RecordType.Granted => new LogRecord.Granted(
                    reader.ReadInt64(),
                    new Grant(reader.ReadInt32(), reader.ReadInt32(), reader.ReadInt32()),
                    reader.ReadInt64()),
                RecordType.Done => ReadDone(reader, payload.Length),
                RecordType.FaultMet => new LogRecord.FaultMet(reader.ReadString(), reader.ReadString()),
                RecordType.RunClosed => new LogRecord.RunClosed(
                    reader.ReadBoolean() ? ReadFailure(reader, payload.Length) : null),
                _ => throw new LogException(
                    $"record {record} of the log, at byte {at}, is of type {(byte)type}, "
                        + "which this version does not know"),
            };
        }
        catch (EndOfStreamException)
        {
            throw Damaged(record, at, "payload does not match its type");
        }
    }

    // Logs of version 3 contain no kind. The program also removes keys of ended runs by the logs of older builds.
    private static Problem ReadFailure(BinaryReader reader, int length)
    {
        var text = reader.ReadString();
        return new(
            reader.BaseStream.Position < length ? Problem.KindOf(reader.ReadString()) : ProblemKind.Unnamed, text);
    }

    private static LogRecord.Done ReadDone(BinaryReader reader, int length)
    {
        var round = reader.ReadInt64();
        var count = reader.ReadInt32();
        if (count < 0 || count > length / 8)
        {
            throw new EndOfStreamException();
        }

        var attempts = new Attempt[count];
        for (var i = 0; i < count; i++)
        {
            attempts[i] = new Attempt(reader.ReadInt32(), reader.ReadInt32());
        }

        return new LogRecord.Done(round, attempts);
    }
}

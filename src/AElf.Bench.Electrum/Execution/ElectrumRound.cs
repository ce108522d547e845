using System.Buffers;
using System.Buffers.Binary;
using AElf.Bench.Core.Files;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Electrum.Execution;

/// <summary>
/// The wallets' requests in batches; a batch is a unit. Requests only read, so attempts can be repeated in any order.
/// </summary>
/// <param name="offer">Number of repetitions of the requests.</param>
/// <param name="version">The version of the queried index.</param>
/// <param name="maxLookupsOf">Maximum store reads of a unit, for one repetition.</param>
internal sealed class ElectrumRound(
    Offer offer, Batches batches, Jobs jobs, int version, Func<int, long> maxLookupsOf) : IRound
{
    private const int HeaderLength = 16;

    // Maximum age of a round: a day.
    private const long MaxMicroseconds = 86_400_000_000;

    private readonly int blocks = offer.Blocks;
    private long? openedAt;

    public long Number { get; } = offer.Round;

    public Jobs Jobs => jobs;

    public RoundManifest Manifest { get; } = new(
        offer.Round,
        jobs.UnitCount,
        jobs.Count,
        (long)batches.Requests * offer.Blocks,
        ChecksumOf(batches, offer.Blocks));

    /// <summary>Measures the age of the round for other processes; null in a closed loop.</summary>
    public TimeProvider? Clock { get; init; }

    public int WeightOf(int unit) => batches[unit].Count * blocks;

    public int AnchorOf(int unit) => unit;

    public void Accept(Attempt attempt)
    {
        // Requests write nothing under any version.
    }

    public ElectrumWork WorkOf(in Grant grant) =>
        new(version, blocks, 0, grant.Job >= 0 ? Jobs[grant.Job].ToArray() : [grant.Unit]);

    public void Encode(in Grant grant, IBufferWriter<byte> work)
    {
        var units = WorkOf(grant).Units;
        openedAt ??= Clock?.GetTimestamp();
        var ago = Clock is null ? 0 : (long)Clock.GetElapsedTime(openedAt!.Value).TotalMicroseconds;
        var bytes = work.GetSpan(HeaderLength + (sizeof(int) * units.Length));
        BinaryPrimitives.WriteInt32LittleEndian(bytes, version);
        BinaryPrimitives.WriteInt32LittleEndian(bytes[4..], blocks);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[8..], ago);
        for (var i = 0; i < units.Length; i++)
        {
            BinaryPrimitives.WriteInt32LittleEndian(bytes[(HeaderLength + (sizeof(int) * i))..], units[i]);
        }

        work.Advance(HeaderLength + (sizeof(int) * units.Length));
    }

    /// <summary>Reads the bytes of <see cref="Encode"/>.</summary>
    /// <param name="unitCount">The number of units.</param>
    /// <exception cref="FormatException">The bytes are not work of this workload.</exception>
    public static ElectrumWork Decode(ReadOnlySpan<byte> work, int unitCount)
    {
        if (work.Length < HeaderLength || work.Length % sizeof(int) != 0)
        {
            throw new FormatException($"{work.Length} bytes are not batches of requests");
        }

        var units = new int[(work.Length - HeaderLength) / sizeof(int)];
        for (var i = 0; i < units.Length; i++)
        {
            units[i] = BinaryPrimitives.ReadInt32LittleEndian(work[(HeaderLength + (sizeof(int) * i))..]);
            if ((uint)units[i] >= (uint)unitCount)
            {
                throw new FormatException($"unknown batch {units[i]} of {unitCount}");
            }
        }

        var passes = BinaryPrimitives.ReadInt32LittleEndian(work[4..]);
        var ago = BinaryPrimitives.ReadInt64LittleEndian(work[8..]);
        return (passes, ago) switch
        {
            ( < 1, _) => throw new FormatException($"batches are offered {passes} times; expected once or more"),
            (_, < 0 or > MaxMicroseconds) =>
                throw new FormatException($"a round began {ago} µs ago; expected 0 to {MaxMicroseconds}"),
            _ => new ElectrumWork(BinaryPrimitives.ReadInt32LittleEndian(work), passes, ago, units),
        };
    }

    public (int Unit, string? Item) Locate(in Grant grant, in LanePosition position) =>
        (Jobs.UnitOf(grant, Math.Min(position.UnitCursor, Jobs.CountOf(grant) - 1)), $"pass {position.Position}");

    public OperationCounts MaxOperationsOf(in Grant grant)
    {
        var reads = 0L;
        foreach (var unit in WorkOf(grant).Units)
        {
            reads += blocks * maxLookupsOf(unit);
        }

        return OperationCounts.Gets(reads);
    }

    private static uint ChecksumOf(Batches batches, int blocks)
    {
        Span<byte> shape = stackalloc byte[12];
        BinaryPrimitives.WriteInt32LittleEndian(shape, batches.Requests);
        BinaryPrimitives.WriteInt32LittleEndian(shape[4..], batches.Size);
        BinaryPrimitives.WriteInt32LittleEndian(shape[8..], blocks);
        return Crc32C.Compute(shape);
    }
}

/// <summary>The work of a grant.</summary>
/// <param name="Version">The version of the queried index.</param>
/// <param name="Blocks">Number of repetitions of each batch.</param>
/// <param name="OpenedMicrosecondsAgo">
/// Age of the round in microseconds, from another process; 0 in a closed loop.
/// </param>
/// <param name="Units">The numbers of the batches.</param>
internal readonly record struct ElectrumWork(int Version, int Blocks, long OpenedMicrosecondsAgo, int[] Units);

/// <summary>Requests in batches of one size; the last may be smaller.</summary>
/// <param name="Size">Requests in a batch.</param>
internal readonly record struct Batches(int Requests, int Size)
{
    public int Count => (Requests + Size - 1) / Size;

    /// <summary>The first request of a batch, and its number of requests.</summary>
    public (int First, int Count) this[int batch] => (batch * Size, Math.Min(Size, Requests - (batch * Size)));
}

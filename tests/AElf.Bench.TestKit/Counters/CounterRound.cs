using System.Buffers;
using System.Buffers.Binary;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.TestKit.Counters;

/// <summary>A round that increments each counter a fixed number of times. A counter is a unit.</summary>
/// <param name="offer">How often the counters are offered.</param>
/// <param name="jobs">The counters merged into jobs.</param>
/// <param name="increments">Increments of each counter in a block.</param>
/// <param name="versions">The version that holds each counter's accepted value.</param>
public sealed class CounterRound(Offer offer, Jobs jobs, int increments, int[] versions) : IRound
{
    private const int HeaderLength = 12;

    public long Number { get; } = offer.Round;

    public Jobs Jobs { get; } = jobs;

    /// <summary>Increments of each counter before the round.</summary>
    public long Before { get; } = offer.BlocksBefore * increments;

    /// <summary>Increments of each counter in the round.</summary>
    public int Increments { get; } = offer.Blocks * increments;

    public RoundManifest Manifest { get; } =
        new(
        offer.Round, jobs.UnitCount, jobs.Count, (long)jobs.UnitCount * increments * offer.Blocks, (uint)increments);

    public int WeightOf(int unit) => Increments;

    public int AnchorOf(int unit) => unit;

    public void Accept(Attempt attempt) => versions[attempt.Unit] = attempt.Epoch;

    /// <summary>The counters of a grant, each with the version that holds its accepted value.</summary>
    public (int Counter, int Version)[] CountersOf(in Grant grant)
    {
        int[] units = grant.Job >= 0 ? Jobs[grant.Job].ToArray() : [grant.Unit];
        return Array.ConvertAll(units, unit => (unit, versions[unit]));
    }

    public void Encode(in Grant grant, IBufferWriter<byte> work)
    {
        var counters = CountersOf(grant);
        var bytes = work.GetSpan(HeaderLength + (8 * counters.Length));
        BinaryPrimitives.WriteInt64LittleEndian(bytes, Before);
        BinaryPrimitives.WriteInt32LittleEndian(bytes[8..], Increments);
        for (var i = 0; i < counters.Length; i++)
        {
            BinaryPrimitives.WriteInt32LittleEndian(bytes[(HeaderLength + (8 * i))..], counters[i].Counter);
            BinaryPrimitives.WriteInt32LittleEndian(bytes[(HeaderLength + 4 + (8 * i))..], counters[i].Version);
        }

        work.Advance(HeaderLength + (8 * counters.Length));
    }

    /// <summary>Reads what <see cref="Encode"/> wrote.</summary>
    public static (long Before, int Increments, (int Counter, int Version)[] Counters) Decode(
        ReadOnlySpan<byte> work)
    {
        var counters = new (int, int)[(work.Length - HeaderLength) / 8];
        for (var i = 0; i < counters.Length; i++)
        {
            counters[i] = (
                BinaryPrimitives.ReadInt32LittleEndian(work[(HeaderLength + (8 * i))..]),
                BinaryPrimitives.ReadInt32LittleEndian(work[(HeaderLength + 4 + (8 * i))..]));
        }

        return (
            BinaryPrimitives.ReadInt64LittleEndian(work), BinaryPrimitives.ReadInt32LittleEndian(work[8..]), counters);
    }

    public (int Unit, string? Item) Locate(in Grant grant, in LanePosition position)
    {
        var counters = CountersOf(grant);
        return (counters[Math.Min(position.UnitCursor, counters.Length - 1)].Counter, $"increment {position.Position}");
    }

    public OperationCounts MaxOperationsOf(in Grant grant)
    {
        // One read and one write for each increment; a copied counter needs one more of each.
        var most = grant.Job >= 0 ? (long)Jobs[grant.Job].Length * Increments : Increments + 1L;
        return new OperationCounts(most, most, 0, 0, most, most);
    }
}

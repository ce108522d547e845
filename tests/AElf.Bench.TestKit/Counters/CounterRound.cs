using System.Buffers;
using System.Buffers.Binary;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.TestKit.Counters;

/// <summary>Each counter is incremented so many times: a counter is a unit.</summary>
public sealed class CounterRound(long number, Jobs jobs, int increments, int[] versions) : IRound
{
    /// <inheritdoc/>
    public long Number { get; } = number;

    /// <inheritdoc/>
    public Jobs Jobs { get; } = jobs;

    /// <summary>Increments of each counter.</summary>
    public int Increments { get; } = increments;

    /// <inheritdoc/>
    public RoundManifest Manifest { get; } =
        new(number, jobs.UnitCount, jobs.Count, (long)jobs.UnitCount * increments, (uint)increments);

    /// <inheritdoc/>
    public int WeightOf(int unit) => Increments;

    /// <inheritdoc/>
    public int AnchorOf(int unit) => unit;

    /// <inheritdoc/>
    public void Accept(Attempt attempt) => versions[attempt.Unit] = attempt.Epoch;

    /// <summary>The counters of a grant, each with the version that holds its accepted value.</summary>
    public (int Counter, int Version)[] CountersOf(in Grant grant)
    {
        int[] units = grant.Job >= 0 ? Jobs[grant.Job].ToArray() : [grant.Unit];
        return Array.ConvertAll(units, unit => (unit, versions[unit]));
    }

    /// <inheritdoc/>
    public void Encode(in Grant grant, IBufferWriter<byte> work)
    {
        var counters = CountersOf(grant);
        var bytes = work.GetSpan(4 + (8 * counters.Length));
        BinaryPrimitives.WriteInt32LittleEndian(bytes, Increments);
        for (var i = 0; i < counters.Length; i++)
        {
            BinaryPrimitives.WriteInt32LittleEndian(bytes[(4 + (8 * i))..], counters[i].Counter);
            BinaryPrimitives.WriteInt32LittleEndian(bytes[(8 + (8 * i))..], counters[i].Version);
        }

        work.Advance(4 + (8 * counters.Length));
    }

    /// <summary>Reads what <see cref="Encode"/> wrote.</summary>
    public static (int Increments, (int Counter, int Version)[] Counters) Decode(ReadOnlySpan<byte> work)
    {
        var counters = new (int, int)[(work.Length - 4) / 8];
        for (var i = 0; i < counters.Length; i++)
        {
            counters[i] = (
                BinaryPrimitives.ReadInt32LittleEndian(work[(4 + (8 * i))..]),
                BinaryPrimitives.ReadInt32LittleEndian(work[(8 + (8 * i))..]));
        }

        return (BinaryPrimitives.ReadInt32LittleEndian(work), counters);
    }

    /// <inheritdoc/>
    public (int Unit, string? Item) Locate(in Grant grant, in LanePosition position)
    {
        var counters = CountersOf(grant);
        return (counters[Math.Min(position.UnitCursor, counters.Length - 1)].Counter, $"increment {position.Position}");
    }

    /// <inheritdoc/>
    public OperationCounts MaxOperationsOf(in Grant grant)
    {
        // One read and one write for each increment, and one more of each when a counter is copied.
        var most = grant.Job >= 0 ? Jobs.WeightOf(grant.Job) : Increments + 1L;
        return new OperationCounts(most, most, 0, 0, most, most);
    }
}

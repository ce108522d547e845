using System.Buffers;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Core.Scheduling;

/// <summary>
/// A round for the scheduler: units of work, merged into jobs. The workload defines the units. Units share no state, so
/// any two may run in parallel; the work inside a unit runs in order.
/// </summary>
public interface IRound
{
    /// <summary>Rounds of the run before this one, warm-up included.</summary>
    long Number { get; }

    /// <summary>The units, merged into jobs.</summary>
    Jobs Jobs { get; }

    /// <summary>Identifies the units of the round, to tell two rounds apart.</summary>
    RoundManifest Manifest { get; }

    /// <summary>The weight of a unit: the number of its counted items, such as transfers.</summary>
    int WeightOf(int unit);

    /// <summary>
    /// An item that the unit always uses. A router can send units with one anchor to the same actor in every round.
    /// </summary>
    int AnchorOf(int unit);

    /// <summary>Makes the keys of a done attempt the unit's accepted state.</summary>
    void Accept(Attempt attempt);

    /// <summary>Writes all that another process needs to execute a grant; its pump reads it.</summary>
    void Encode(in Grant grant, IBufferWriter<byte> work);

    /// <summary>
    /// The unit at a lane's position, and its item, such as <c>account 12</c>; the item is null if it is unknown.
    /// </summary>
    (int Unit, string? Item) Locate(in Grant grant, in LanePosition position);

    /// <summary>The most operations that a grant may take: a bound on the operations of a lost process.</summary>
    OperationCounts MaxOperationsOf(in Grant grant);
}

/// <summary>
/// Identifies the contents of a round in the log: a round with the same number and another manifest is a different
/// round.
/// </summary>
/// <param name="Number">The round's number in the run.</param>
/// <param name="Jobs">The number of jobs.</param>
/// <param name="Weight">The weight of all units.</param>
/// <param name="Checksum">CRC-32C of the contents of the units.</param>
public sealed record RoundManifest(long Number, int Units, int Jobs, long Weight, uint Checksum);

/// <summary>
/// The work of a grant for a pump: the round itself in the process that made it, its encoded bytes in others.
/// </summary>
/// <param name="RoundNumber">The round's number in the run.</param>
/// <param name="Round">The round; null in another process.</param>
/// <param name="Encoded">What <see cref="IRound.Encode"/> wrote; empty in the process that made the round.</param>
public readonly record struct GrantWork(long RoundNumber, IRound? Round, ReadOnlyMemory<byte> Encoded)
{
    /// <summary>The units of the grant; empty in the process that made the round, which knows them.</summary>
    public ReadOnlyMemory<int> Units { get; init; }

    /// <summary>The work of a round of this process.</summary>
    public static GrantWork Of(IRound round) => new(round.Number, round, default);
}

/// <summary>
/// The load of a round: the block, repeated N times. Each unit executes its part of all blocks in a row, without
/// waiting for other units.
/// </summary>
/// <param name="Round">Rounds of the run before it, warm-up included.</param>
/// <param name="BlocksBefore">Blocks offered in those rounds. The numbering over the run continues after them.</param>
/// <param name="Blocks">The number of blocks, at least 1.</param>
public readonly record struct Offer(long Round, long BlocksBefore, int Blocks)
{
    /// <summary>One block, in a run whose rounds are all of one block.</summary>
    public static Offer Once(long round) => new(round, round, 1);
}

/// <summary>The known state of a round that another process began, from which a scheduler continues.</summary>
public sealed class RoundHistory
{
    /// <summary>Jobs granted for the first time.</summary>
    public SortedSet<int> GrantedJobs { get; } = [];

    /// <summary>The epoch of each unit's accepted attempt.</summary>
    public SortedDictionary<int, int> Done { get; } = [];

    /// <summary>
    /// Units granted again, each with the epoch whose keys it may have written, in the order granted.
    /// </summary>
    public IList<Grant> Retries { get; } = [];
}

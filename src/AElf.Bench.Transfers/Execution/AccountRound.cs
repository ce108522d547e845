using System.Buffers;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Transfers.Execution;

/// <summary>A block over accounts, offered once or several times. Its groups are the units of the round.</summary>
/// <param name="groups">The block's groups.</param>
/// <param name="jobs">The groups merged into jobs.</param>
/// <param name="offer">How often the block is offered; sequence numbers continue from earlier blocks.</param>
/// <param name="versions">
/// The key version that holds each account's accepted state; kept over the rounds of a run.
/// </param>
/// <param name="anchorOf">The account that represents a group.</param>
public abstract class AccountRound(
    TransferGroups groups, Jobs jobs, Offer offer, int[] versions, Func<int, int> anchorOf) : IRound
{
    private readonly int[] openings = ByGroup(versions, groups.Count, anchorOf);

    public TransferGroups Groups => groups;
    public Jobs Jobs => jobs;
    public Offer Offer => offer;

    /// <summary>The clock for the age of the round, which other processes need; null in a closed loop.</summary>
    public TimeProvider? Clock { get; init; }

    public long Number => offer.Round;

    /// <summary>The key version that holds each account's accepted state; kept over the rounds of a run.</summary>
    public int[] Versions => versions;

    public RoundManifest Manifest => field ??= new(
        Number, groups.Count, jobs.Count, (long)Work.Numbering.BlockLength * offer.Blocks, Checksum);

    /// <summary>The whole round, for lanes of this process.</summary>
    internal abstract AccountWork Work { get; }

    internal RoundAge Age => field ??= new RoundAge(Clock);

    private protected abstract uint Checksum { get; }

    public int WeightOf(int unit) => groups.SizeOf(unit) * offer.Blocks;

    public int AnchorOf(int unit) => anchorOf(unit);

    /// <summary>
    /// The accepted version of a group when the round began. A first attempt writes it, and later attempts copy it. An
    /// attempt whose grant was ended may begin after a later attempt was accepted, and must not write the version of
    /// that attempt. Without groups, it is the epoch of the job.
    /// </summary>
    public int OpeningVersionOf(int group) => openings[group];

    /// <summary>The written accounts of a group; an account may occur several times.</summary>
    public abstract IEnumerable<int> AccountsOf(int group);

    public abstract void Encode(in Grant grant, IBufferWriter<byte> work);

    public abstract OperationCounts MaxOperationsOf(in Grant grant);

    /// <summary>Accepts the version of an attempt for its whole group.</summary>
    public void Accept(Attempt attempt)
    {
        if (versions[AnchorOf(attempt.Unit)] == attempt.Epoch)
        {
            // The usual case. The accounts of a large block are far apart, so it reads only one.
            return;
        }

        foreach (var account in AccountsOf(attempt.Unit))
        {
            versions[account] = attempt.Epoch;
        }
    }

    /// <summary>
    /// The lane's current group, and the account of its current transaction; null for an attempt that copies, because
    /// each actor collects accounts in its own order.
    /// </summary>
    public (int Unit, string? Item) Locate(in Grant grant, in LanePosition position)
    {
        var group = jobs.UnitOf(grant, Math.Min(position.UnitCursor, jobs.CountOf(grant) - 1));
        var (first, end) = Work.SlotsOf(group);
        var slot = first + AccountLane.PlaceAt(position.Position, end - first);
        return (group, grant.Epoch == 0 && slot < end ? ItemAt(Work.IndexOf((int)slot)) : null);
    }

    /// <summary>The account that identifies a transaction of the block; null if there are several.</summary>
    private protected abstract string? ItemAt(int index);

    private static int[] ByGroup(int[] versions, int groups, Func<int, int> anchorOf)
    {
        var accepted = new int[groups];
        for (var group = 0; group < groups; group++)
        {
            accepted[group] = versions[anchorOf(group)];
        }

        return accepted;
    }
}

/// <summary>The age of a round, which its work sends to other processes.</summary>
/// <param name="clock">Null in a closed loop, where the age is 0.</param>
internal sealed class RoundAge(TimeProvider? clock)
{
    // More than a year, longer than any round.
    private const ulong Max = 1UL << 45;

    private long? openedAt;

    /// <summary>Microseconds since the first work of the round was encoded.</summary>
    public long Microseconds()
    {
        openedAt ??= clock?.GetTimestamp();
        return clock is null ? 0 : (long)clock.GetElapsedTime(openedAt!.Value).TotalMicroseconds;
    }

    /// <summary>Reads an age, limited to a bound that no round reaches.</summary>
    public static long Read(ref VarintReader reader) => (long)Math.Min(reader.Read(), Max);
}

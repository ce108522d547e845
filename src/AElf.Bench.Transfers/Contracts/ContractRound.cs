using System.Buffers;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>A block of contracts, offered once or several times. Its groups are the units of the round.</summary>
/// <param name="block">The transactions.</param>
/// <param name="groups">The block's groups.</param>
/// <param name="jobs">The groups merged into jobs.</param>
/// <param name="offer">How often the block is offered; sequence numbers continue from earlier blocks.</param>
/// <param name="versions">The key version that holds each account's accepted state.</param>
internal sealed class ContractRound(ContractBlock block, TransferGroups groups, Jobs jobs, Offer offer, int[] versions)
    : IAccountRound
{
    private readonly int[] openings = AccountRounds.ByGroup(
        versions, groups.Count, group => Anchor(block, groups, group));

    public long Number => offer.Round;

    public Jobs Jobs => jobs;

    public int[] Versions => versions;

    /// <summary>Tells other processes how long ago the round began; null in a closed loop.</summary>
    public TimeProvider? Clock { get; init; }

    public RoundManifest Manifest { get; } =
        new(offer.Round, groups.Count, jobs.Count, (long)block.Count * offer.Blocks, block.Checksum);

    /// <summary>The whole round, for lanes of this process.</summary>
    public ContractWork Work { get; } = new(
        block,
        groups.Order,
        groups.Starts,
        new Numbering(offer.BlocksBefore * block.Count, block.Count, offer.Blocks),
        block.FirstUnwritten < 0 ? 0 : versions[block.FirstUnwritten]);

    public int WeightOf(int unit) => groups.SizeOf(unit) * offer.Blocks;

    public int AnchorOf(int unit) => Anchor(block, groups, unit);

    AccountWork IAccountRound.Work => Work;

    /// <summary>The version of the group when the round began; without groups, the epoch of its job.</summary>
    public int OpeningVersionOf(int group) => openings[group];

    public void Accept(Attempt attempt) => this.AcceptWhole(attempt);

    internal RoundAge Age => field ??= new RoundAge(Clock);

    /// <summary>The written accounts of a group, once for each transaction that names them.</summary>
    public IEnumerable<int> AccountsOf(int group) => block.FirstJob >= 0
        ? [block.FirstJob + group]
        : block.WrittenAccounts(groups[group].ToArray());

    public void Encode(in Grant grant, IBufferWriter<byte> work) => Work.Encode(this, grant, work);

    public (int Unit, string? Item) Locate(in Grant grant, in LanePosition position)
    {
        var (group, index) = this.TransactionAt(grant, position);
        return (group, index >= 0 ? $"account {(int)block.AccountsAt(index)[0]}" : null);
    }

    public OperationCounts MaxOperationsOf(in Grant grant)
    {
        // A transaction reads and writes each account once, and an account is copied at most once for each.
        var roles = (long)block.File.MaxRoles;
        var keys = roles * (grant.Job >= 0
            ? offer.Blocks * (long)Jobs.WeightOf(grant.Job)
            : (offer.Blocks + 1L) * groups.SizeOf(grant.Unit));
        return new OperationCounts(keys, keys, keys, keys, 2 * keys, 2 * keys) { Exec = keys, EvalSha = keys };
    }

    private static int Anchor(ContractBlock block, TransferGroups groups, int group) =>
        (block.FirstJob, block.FirstWritten(groups[group][0])) switch
        {
            ( >= 0 and var first, _) => first + group,
            (_, >= 0 and var account) => account,
            _ => (int)block.AccountsAt(groups[group][0])[0],
        };
}

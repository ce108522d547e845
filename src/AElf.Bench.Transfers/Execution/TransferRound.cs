using System.Buffers;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Transfers.Execution;

/// <summary>A block, offered once or several times. Its groups are the units of the round.</summary>
public sealed class TransferRound : IAccountRound
{
    private readonly int[] openings;
    private RoundManifest? manifest;

    /// <summary>Makes a round of a block, with a new encoder.</summary>
    /// <param name="block">The transfers.</param>
    /// <param name="groups">The block's groups.</param>
    /// <param name="jobs">The groups merged into jobs.</param>
    /// <param name="offer">How often the block is offered; sequence numbers continue from earlier blocks.</param>
    /// <param name="versions">
    /// The key version that holds each account's accepted state; kept over the rounds of a run.
    /// </param>
    /// <param name="mode">Store operations of first attempts.</param>
    public TransferRound(
        Block block, TransferGroups groups, Jobs jobs, Offer offer, int[] versions, TransferMode mode)
    {
        Block = block;
        Groups = groups;
        Jobs = jobs;
        Offer = offer;
        Versions = versions;
        Mode = mode;
        Work = new TransferWork(block.TransferArray, groups.Order, groups.Starts, Numbering);
        openings = AccountRounds.ByGroup(versions, groups.Count, AnchorOf);
    }

    /// <summary>Encodes the grants. All rounds of a run may share one.</summary>
    internal WorkEncoder Encoder
    {
        private get => field ??= new WorkEncoder(Block);
        init;
    }

    public Block Block { get; }
    public TransferGroups Groups { get; }

    public Jobs Jobs { get; }

    public Offer Offer { get; }

    /// <summary>Tells other processes how long ago the round began; null in a closed loop.</summary>
    public TimeProvider? Clock { get; init; }

    public long Number => Offer.Round;

    /// <summary>The key version that holds each account's accepted state.</summary>
    public int[] Versions { get; }

    /// <summary>Store operations of first attempts.</summary>
    public TransferMode Mode { get; }

    public RoundManifest Manifest =>
        manifest ??= new RoundManifest(
            Number, Groups.Count, Jobs.Count, (long)Block.Count * Offer.Blocks, Block.Checksum);

    internal Numbering Numbering => new(Offer.BlocksBefore * Block.Count, Block.Count, Offer.Blocks);

    /// <summary>The whole round, for lanes of this process.</summary>
    internal TransferWork Work { get; }

    AccountWork IAccountRound.Work => Work;

    public int WeightOf(int unit) => Groups.SizeOf(unit) * Offer.Blocks;

    public int AnchorOf(int unit) => Block.Transfers[Groups[unit][0]].To;

    public int OpeningVersionOf(int group) => openings[group];

    public void Accept(Attempt attempt) => this.AcceptWhole(attempt);

    internal RoundAge Age => field ??= new RoundAge(Clock);

    /// <summary>The accounts of a group, once for each transfer that names them.</summary>
    public IEnumerable<int> AccountsOf(int group) => Groups.AccountsOf(group, Block);

    public void Encode(in Grant grant, IBufferWriter<byte> work) => Encoder.Encode(this, grant, work);

    public (int Unit, string? Item) Locate(in Grant grant, in LanePosition position)
    {
        var (group, index) = this.TransactionAt(grant, position);
        return (
            group,
            index >= 0 && Mode != TransferMode.Batch ? $"account {Block.Transfers[index].From}" : null);
    }

    public OperationCounts MaxOperationsOf(in Grant grant)
    {
        // A transfer has at most 2 reads and 2 writes. A copied account has one more read and one more write. A group
        // has at most two accounts for each transfer.
        var transfers = Offer.Blocks
            * (grant.Job >= 0 ? Jobs.WeightOf(grant.Job) : 2L * Groups.SizeOf(grant.Unit));
        return new OperationCounts(2 * transfers, 2 * transfers, transfers, transfers, 2 * transfers, 2 * transfers)
        {
            Exec = transfers,
        };
    }
}

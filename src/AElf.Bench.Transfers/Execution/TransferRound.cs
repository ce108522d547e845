using System.Buffers;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Transfers.Execution;

/// <summary>A block of transfers, offered once or several times.</summary>
/// <param name="block">The transfers.</param>
/// <param name="groups">The block's groups.</param>
/// <param name="jobs">The groups merged into jobs.</param>
/// <param name="offer">How often the block is offered; sequence numbers continue from earlier blocks.</param>
/// <param name="versions">The key version that holds each account's accepted state.</param>
/// <param name="mode">Store operations of first attempts.</param>
public sealed class TransferRound(
    Block block, TransferGroups groups, Jobs jobs, Offer offer, int[] versions, TransferMode mode)
    : AccountRound(groups, jobs, offer, versions, unit => block.Transfers[groups[unit][0]].To)
{
    /// <summary>Encodes the grants. All rounds of a run may share one.</summary>
    internal WorkEncoder Encoder
    {
        private get => field ??= new WorkEncoder(block);
        init;
    }

    public Block Block => block;

    internal override TransferWork Work { get; } = new(
        block.TransferArray, groups.Order, groups.Starts, Numbering.Of(offer, block.Count));

    private protected override uint Checksum => block.Checksum;

    public override IEnumerable<int> AccountsOf(int group) => Groups.AccountsOf(group, block);

    public override void Encode(in Grant grant, IBufferWriter<byte> work) => Encoder.Encode(this, grant, work);

    public override OperationCounts MaxOperationsOf(in Grant grant)
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

    private protected override string? ItemAt(int index) =>
        mode == TransferMode.Batch ? null : $"account {block.Transfers[index].From}";
}

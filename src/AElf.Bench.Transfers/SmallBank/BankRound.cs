using System.Buffers;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Transfers.SmallBank;

/// <summary>A block of SmallBank offered once or several times: its groups are the round's units.</summary>
/// <param name="block">The transactions.</param>
/// <param name="groups">The block's groups.</param>
/// <param name="jobs">The groups merged into jobs.</param>
/// <param name="offer">How often it is offered; sequence numbers continue from the blocks before.</param>
/// <param name="versions">The key version that holds each account's accepted state.</param>
internal sealed class BankRound(BankBlock block, TransferGroups groups, Jobs jobs, Offer offer, int[] versions)
    : IAccountRound
{
    public long Number => offer.Round;

    public Jobs Jobs => jobs;

    public int[] Versions => versions;

    public RoundManifest Manifest { get; } =
        new(offer.Round, groups.Count, jobs.Count, (long)block.Count * offer.Blocks, block.Checksum);

    /// <summary>The whole round as lanes of this process see it.</summary>
    public BankWork Work { get; } = new(
        block.TransactionArray,
        groups.Order,
        groups.Starts,
        new Numbering(offer.BlocksBefore * block.Count, block.Count, offer.Blocks));

    public int WeightOf(int unit) => groups.SizeOf(unit) * offer.Blocks;

    public int AnchorOf(int unit) => BankTransaction.SavingsOf(block.Transactions[groups[unit][0]].Customer);

    public void Accept(Attempt attempt) => this.AcceptWhole(attempt);

    /// <summary>Both accounts of each customer of a group, as often as its transactions name him.</summary>
    public IEnumerable<int> AccountsOf(int group)
    {
        for (var i = 0; i < groups.SizeOf(group); i++)
        {
            var transaction = block.Transactions[groups[group][i]];
            yield return BankTransaction.SavingsOf(transaction.Customer);
            yield return BankTransaction.CheckingOf(transaction.Customer);
            if (transaction.Other != transaction.Customer)
            {
                yield return BankTransaction.SavingsOf(transaction.Other);
                yield return BankTransaction.CheckingOf(transaction.Other);
            }
        }
    }

    public void Encode(in Grant grant, IBufferWriter<byte> work) => BankWork.Encode(this, grant, work);

    public (int Unit, string? Item) Locate(in Grant grant, in LanePosition position)
    {
        var job = grant.Job >= 0 ? Jobs[grant.Job] : [];
        var group = grant.Job >= 0 ? job[Math.Min(position.UnitCursor, job.Length - 1)] : grant.Unit;
        var inBlock = position.Position % BankLane.StepsOf(groups.SizeOf(group));
        return (
            group,
            grant.Epoch == 0 && inBlock < 2L * groups.SizeOf(group)
                ? $"customer {block.Transactions[groups[group][(int)(inBlock / 2)]].Customer}"
                : null);
    }

    public OperationCounts MaxOperationsOf(in Grant grant)
    {
        // A transaction reads and writes at most three accounts, and names at most four to be copied.
        var transactions = offer.Blocks
            * (grant.Job >= 0 ? Jobs.WeightOf(grant.Job) : (long)groups.SizeOf(grant.Unit));
        var copies = grant.Job >= 0 ? 0 : 4L * groups.SizeOf(grant.Unit);
        var keys = (BankTransaction.MaxAccounts * transactions) + copies;
        return new OperationCounts(keys, keys, 0, 0, keys, keys);
    }
}

using System.Buffers;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>A block of contracts, offered once or several times.</summary>
/// <param name="block">The transactions.</param>
/// <param name="groups">The block's groups.</param>
/// <param name="jobs">The groups merged into jobs.</param>
/// <param name="offer">How often the block is offered; sequence numbers continue from earlier blocks.</param>
/// <param name="versions">The key version that holds each account's accepted state.</param>
internal sealed class ContractRound(ContractBlock block, TransferGroups groups, Jobs jobs, Offer offer, int[] versions)
    : AccountRound(groups, jobs, offer, versions, group => Anchor(block, groups, group))
{
    internal override ContractWork Work { get; } = new(
        block,
        groups.Order,
        groups.Starts,
        Numbering.Of(offer, block.Count),
        block.FirstUnwritten < 0 ? 0 : versions[block.FirstUnwritten]);

    private protected override uint Checksum => block.Checksum;

    public override IEnumerable<int> AccountsOf(int group) => block.FirstJob >= 0
        ? [block.FirstJob + group]
        : block.WrittenAccounts(Groups[group].ToArray());

    public override void Encode(in Grant grant, IBufferWriter<byte> work) => Work.Encode(this, grant, work);

    public override OperationCounts MaxOperationsOf(in Grant grant)
    {
        // A transaction reads and writes each account once, and an account is copied at most once for each.
        var roles = (long)block.File.MaxRoles;
        var keys = roles * (grant.Job >= 0
            ? Offer.Blocks * (long)Jobs.WeightOf(grant.Job)
            : (Offer.Blocks + 1L) * Groups.SizeOf(grant.Unit));
        return new OperationCounts(keys, keys, keys, keys, 2 * keys, 2 * keys) { Exec = keys, EvalSha = keys };
    }

    private protected override string ItemAt(int index) => $"account {(int)block.AccountsAt(index)[0]}";

    private static int Anchor(ContractBlock block, TransferGroups groups, int group) =>
        (block.FirstJob, block.FirstWritten(groups[group][0])) switch
        {
            ( >= 0 and var first, _) => first + group,
            (_, >= 0 and var account) => account,
            _ => (int)block.AccountsAt(groups[group][0])[0],
        };
}

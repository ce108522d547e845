using AElf.Bench.Core.Accounts;
using AElf.Bench.Core.Grouping;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Core.Execution;

/// <summary>Everything the actors need to know of one round. Shared by all of them, changed only between attempts of a group.</summary>
/// <param name="Block">The transfers.</param>
/// <param name="Groups">The block's groups.</param>
/// <param name="Jobs">The groups merged into jobs.</param>
/// <param name="BlockNumber">Blocks executed before this one in the run: the sequence numbers go on from there.</param>
/// <param name="Versions">The key version that holds each account's accepted state.</param>
/// <param name="Mode">How first attempts put reads and writes to the store.</param>
public sealed record RoundPlan(Block Block, TransferGroups Groups, Jobs Jobs, long BlockNumber, int[] Versions, TransferMode Mode)
{
    /// <summary>Rounds of the run before this one, warm-up included.</summary>
    public long Number => BlockNumber;

    /// <summary>What a unit, which is a group, weighs: its transfers.</summary>
    public int WeightOf(int unit) => Groups.SizeOf(unit);

    /// <summary>The accounts of a group, each as often as the group's transfers name it.</summary>
    public IEnumerable<int> AccountsOf(int group) => Groups.AccountsOf(group, Block);

    /// <summary>Which group a grant is at, and the paying account of its transfer; −1 where the mark does not tell the account.</summary>
    public (int Group, int Account) Locate(in Grant grant, in LanePosition position)
    {
        var group = grant.Job >= 0 ? Jobs[grant.Job][Math.Min(position.GroupCursor, Jobs[grant.Job].Length - 1)] : grant.Group;

        // Copies and batches go by account, and the order in which an actor collects a group's accounts is its own affair.
        var goesByTransfer = grant.Epoch == 0 && Mode != TransferMode.Batch && position.Position < Groups.SizeOf(group);
        return (group, goesByTransfer ? Block.Transfers[Groups[group][position.Position]].From : -1);
    }

    /// <summary>Takes the keys of a group's attempt that is done for those that hold its accounts' accepted state.</summary>
    public void AdoptVersion(int group, int epoch)
    {
        foreach (var account in AccountsOf(group))
        {
            Versions[account] = epoch;
        }
    }
}

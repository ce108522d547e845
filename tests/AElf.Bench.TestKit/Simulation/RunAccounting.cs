using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>Compares a manager's reports and log of a run with the executed operations.</summary>
internal sealed class RunAccounting(ClusterWorld world, SimulatedRun run)
{
    // The counts of the previous manager are lost with it.
    private OperationCounts reported;
    private OperationCounts bound;

    /// <summary>
    /// Checks that no operation is reported twice, however often results are requested and sent; and that the reported
    /// operations and the bound of the unreported ones together cover all operations on the store.
    /// </summary>
    public void Add(ManagerEffect.RoundMeasured measured)
    {
        reported += measured.Workers.Aggregate(
            default(OperationCounts), (sum, worker) => sum + worker.Stats.Operations);
        bound += measured.Unreported;
        world.Met.RoundsReported += measured.Unreported == default(OperationCounts) ? 1 : 0;
        world.Met.RoundsBounded += measured.Unreported == default(OperationCounts) ? 0 : 1;
        var asked = run.Pumps.Aggregate(default(OperationCounts), (sum, pump) => sum + pump.Operations);
        if (!Covers(asked, reported))
        {
            world.Break($"{reported} were reported, and only {asked} were asked of the store");
        }

        // A restarted manager finishes the rounds of the last one in their order.
        if (measured.Round == run.LastRound && !Covers(reported + bound, asked))
        {
            world.Break($"{asked} were asked of the store; {reported} are reported, and at most {bound} are not");
        }
    }

    /// <summary>Checks that no write is under way to the version of an accepted Done (I4).</summary>
    public void CheckQuiet(AccountRound round, LogRecord.Done done)
    {
        foreach (var (group, epoch) in run.Load.HasOwnKeys ? done.Attempts : [])
        {
            foreach (var account in round.AccountsOf(group))
            {
                var key = new AccountKey(account, epoch > 0 ? epoch : round.Versions[account]);
                if (!world.Store.IsQuiet(key, run.Space))
                {
                    world.Break($"a write to account {account} at version {key.Version} is under way although its "
                        + "group is done");
                }
            }
        }
    }

    /// <summary>Checks that each transfer is in exactly one accepted Done: the replay refuses a second one.</summary>
    public static void CheckLog(ClusterWorld world, SimulatedRun run)
    {
        var state = LogReplay.Run(
            ManagerLog.Read(run.Log.ToArray()).Records, run.Options.Run, run.Options.Configuration);
        foreach (var round in state.Rounds.Values)
        {
            if (round.History.Done.Count != round.Manifest.Units)
            {
                world.Break($"{round.History.Done.Count} groups of round {round.Manifest.Number} are done in the log, "
                    + $"not {round.Manifest.Units}");
            }
        }

        if (state.Rounds.Count != SimulatedRun.Rounds)
        {
            world.Break($"{state.Rounds.Count} rounds are in the log, not {SimulatedRun.Rounds}");
        }
    }

    private static bool Covers(OperationCounts most, OperationCounts counts) =>
        counts.Get <= most.Get && counts.Set <= most.Set
        && counts.MultiGet <= most.MultiGet && counts.MultiSet <= most.MultiSet
        && counts.Exec <= most.Exec && counts.EvalSha <= most.EvalSha
        && counts.KeysRead <= most.KeysRead && counts.KeysWritten <= most.KeysWritten;
}

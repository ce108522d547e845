using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.TestKit.Stores;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>
/// A manager's process during a run, besides granting: it takes the lock, seeds the accounts, starts the rounds,
/// compares the accounts, and removes the keys. If it is killed anywhere, another process starts again from the log.
/// </summary>
internal sealed class SimulatedLifecycle(ClusterWorld world, SimulatedManager manager, SimulatedRun run)
    : ISimulatedDriver
{
    private readonly IWorkload workload = run.Open(world.ConnectManager(run));
    private readonly RunAccounting accounting = new(world, run);
    private readonly List<Grant> retries = [];
    private AccountRound? round;

    /// <summary>Starts or resumes the run.</summary>
    public void Begin()
    {
        if (!world.Store.TryTakeLock(run.Space, run))
        {
            world.Break("the lock of a run that is to begin is held by another");
        }

        run.IsBegun = true;
        var state = manager.Open(run);
        retries.AddRange(state.Rounds.Values.SelectMany(each => each.History.Retries));
        if (run.Audited is not null)
        {
            workload.Adopt([.. state.SeedVersions]);
            CleanUp();
        }
        else if (state.Rounds.Count > 0)
        {
            workload.Adopt([.. state.SeedVersions]);
            manager.Handle(new ManagerEvent.Announce());
        }
        else
        {
            world.Met.SeededAgain += state.SeedVersions.Count > 0 ? 1 : 0;
            workload.Adopt([.. state.SeedVersions]);
            manager.Handle(new ManagerEvent.BeginSeeding());
        }
    }

    public void On(ManagerEffect effect)
    {
        switch (effect)
        {
            case ManagerEffect.SeedingLogged(var version):
                Later(() => Seed(version));
                break;
            case ManagerEffect.RunReady:
                Later(() => Execute(0));
                break;
            case ManagerEffect.Append(_, LogRecord.Done done):
                accounting.CheckQuiet(round!, done);
                break;
            case ManagerEffect.Reassigned(var grant, _, _):
                world.Met.Reassignments++;
                retries.Add(grant);
                break;
            case ManagerEffect.RoundMeasured(var number, _, _) measured when number >= 0:
                accounting.Add(measured);
                if (number != round!.Number)
                {
                    world.Break($"round {number} is measured while round {round.Number} is executed");
                }

                Later(() => Execute(number + 1));
                break;
            case ManagerEffect.RunFailed(var reason, _):
                world.Fail($"{reason}");
                break;
            default:
                break;
        }
    }

    private void Later(Action action) => world.Time.In(world.Random.Next(3), () => manager.WhenRunning(action));

    private void Seed(int version)
    {
        // Without the guard every attempt writes the keys of the first one.
        var under = world.Mutation == ClusterMutation.SeedVersions ? run.Options.EpochsBefore + 1 : version;
        Touch(() => workload.Seed(under, CancellationToken.None), () => manager.Handle(new ManagerEvent.Announce()));
    }

    private void Execute(long number)
    {
        if (number == SimulatedRun.Rounds)
        {
            Compare();
            return;
        }

        run.LastRound = Math.Max(run.LastRound, number);
        round = (AccountRound)workload.OpenRound(run.OfferOf(number));
        manager.Handle(new ManagerEvent.Execute(round));
    }

    private void Compare()
    {
        world.Store.Arm(faults: 0, losses: 0, chance: 1);
        Touch(
            () =>
            {
                if (world.Mutation != ClusterMutation.FinalComparison
                    && workload.Audit(run.TotalBlocks) is not { Wrong: 0, Conserved: true })
                {
                    world.Fail("the final comparison found a difference");
                    return;
                }

                run.Audited = [.. round!.Versions];
                run.WasRight = run.IsRightIn(world.Store, world.Mutation);
            },
            () => Later(CleanUp));
    }

    private void CleanUp()
    {
        if (run.Audited is null)
        {
            return;
        }

        Touch(Remove, () => Later(End));
    }

    private void Remove()
    {
        workload.NoteRetries(workload.OpenRound(Offer.Once(0)), retries);
        workload.RemoveKeys();
        if (world.Mutation == ClusterMutation.None && world.Store.KeysLeft(run.Space).ToList() is [var left, ..] all)
        {
            world.Break($"{all.Count} keys are left, such as version {left.Version}");
        }

        world.Store.ReleaseLock(run.Space, run);
    }

    private void End()
    {
        manager.Close();
        if (world.Mutation != ClusterMutation.Log)
        {
            RunAccounting.CheckLog(world, run);
        }

        run.Log.Clear();
        run.HasEnded = true;
        world.OnEnded(run);
    }

    /// <summary>
    /// Uses the store. After a fault the run pauses like a resumed run; the process may also be killed in the middle.
    /// </summary>
    private void Touch(Action action, Action next)
    {
        try
        {
            action();
        }
        catch (StoreException)
        {
            GiveUpForNow();
            return;
        }
        catch (ManagerKilledException)
        {
            world.KillManager();
            return;
        }

        next();
    }

    private void GiveUpForNow()
    {
        try
        {
            workload.RemoveKeys();
        }
        catch (StoreException)
        {
            // The next attempt knows these keys from the log.
        }
        catch (ManagerKilledException)
        {
            world.KillManager();
            return;
        }

        manager.Close();
        world.Time.In(5 + world.Random.Next(20), () => manager.WhenRunning(() => world.Begin(manager, run)));
    }
}

/// <summary>Handles the effects of a simulated manager.</summary>
internal interface ISimulatedDriver
{
    void On(ManagerEffect effect);
}

/// <summary>The process of the manager is killed here.</summary>
internal sealed class ManagerKilledException : Exception;

/// <summary>A connection of a manager that is killed at an exchange.</summary>
internal sealed class KilledConnection(IAccountConnection connection, int exchanges) : ForwardedConnection(connection)
{
    private int left = exchanges;

    public override ReadOnlySpan<AccountReply> Exchange() =>
        --left < 0 ? throw new ManagerKilledException() : base.Exchange();
}

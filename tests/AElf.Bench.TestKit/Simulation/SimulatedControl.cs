using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>
/// A manager's process during the control of a finished run: it only starts the rounds. A killed control is not
/// resumed.
/// </summary>
internal sealed class SimulatedControl(ClusterWorld world, SimulatedManager manager, SimulatedRun control)
    : ISimulatedDriver
{
    private readonly IWorkload workload = control.Open(
        new SimulatedAccounts(() => throw new InvalidOperationException("a control has no store")));
    private readonly long struckBefore = world.Met.Lost + world.Met.Doubled;

    public void Begin()
    {
        // Most faults of the runs are over by now.
        if (world.Random.Next(8) == 0)
        {
            world.Time.In(world.Random.Next(60), world.KillManager);
        }

        if (world.Random.Next(8) == 0)
        {
            world.Time.In(
                world.Random.Next(60), () => world.KillWorker(world.Random.Next(world.Workers.Count), replay: true));
        }

        manager.Open(control);
        manager.Handle(new ManagerEvent.Announce());
    }

    public void On(ManagerEffect effect)
    {
        switch (effect)
        {
            case ManagerEffect.RunReady:
                Later(() => Execute(0));
                break;
            case ManagerEffect.RoundMeasured(var number, var workers, _) when number >= 0:
                if (workers.Any(worker => worker.Stats.Operations != default(OperationCounts)))
                {
                    world.Break($"round {number} of the control of {control} asked something of the store");
                }

                Later(() => Execute(number + 1));
                break;
            case ManagerEffect.RunFailed(var reason, _):
                world.Fail($"the control failed: {reason}");
                break;
            default:
                break;
        }
    }

    private void Later(Action action) => world.Time.In(world.Random.Next(3), () => manager.WhenRunning(action));

    private void Execute(long number)
    {
        if (number < SimulatedRun.Rounds)
        {
            manager.Handle(new ManagerEvent.Execute(workload.OpenRound(control.OfferOf(number))));
            return;
        }

        manager.Close();
        RunAccounting.CheckLog(world, control);
        world.Met.Controls++;
        world.Met.ControlsStruck += world.Met.Lost + world.Met.Doubled > struckBefore ? 1 : 0;
        world.OnControlled();
    }
}

namespace AElf.Bench.TestKit.Simulation;

/// <summary>Draws the faults of a simulated cluster's processes and connections, and their times.</summary>
internal sealed class ClusterStrikes(ClusterWorld world)
{
    private const int MaxWindow = 400;

    /// <summary>Schedules the faults, and the calm of the network after them.</summary>
    public void Schedule()
    {
        var window = world.Random.Next(3) switch { 0 => 40, 1 => 120, _ => MaxWindow };
        for (var count = world.Random.Next(7); count > 0; count--)
        {
            world.Time.In(world.Random.Next(window), Strike);
        }

        world.Time.In(window + 200, world.Network.CalmDown);
    }

    private void Strike()
    {
        if (world.Ending is not null)
        {
            return;
        }

        var random = world.Random;
        var node = random.Next(world.Workers.Count);
        switch (random.Next(10))
        {
            case 0 or 1:
                world.KillWorker(node, replay: random.Next(2) == 0);
                break;
            case 2:
                world.Met.Pauses++;
                world.Workers[node]?.Pause(random.Next(40));
                break;
            case 3:
                world.Met.Pauses++;
                world.Workers[node]?.Pause(70 + random.Next(200));
                break;
            case 4:
                world.Met.Cuts++;
                world.Cut(world.Workers[node]?.Link, managerNotices: random.Next(3) != 0, workerNotices: true);
                break;
            case 5 or 6:
                world.KillManager();
                break;
            case 7:
                world.Met.ManagerPauses++;
                world.Manager?.Pause(random.Next(random.Next(2) == 0 ? 40 : 300));
                break;
            case 8:
                TakeLockOf(world.Runs[^1]);
                break;
            default:
                world.Replay(node);
                break;
        }
    }

    /// <summary>Another program tries to execute a run with the same id.</summary>
    private void TakeLockOf(SimulatedRun run)
    {
        var rival = new object();
        if (world.Store.TryTakeLock(run.Space, rival) && run is { IsBegun: true, HasEnded: false })
        {
            // Between the removal of the keys and the end of the run the lock guards nothing.
            if (run.Audited is null)
            {
                world.Break("the lock of a run under way could be taken");
            }
        }

        world.Store.ReleaseLock(run.Space, rival);
    }
}

using System.Globalization;
using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Cluster.Faults;

/// <summary>Peers that send invalid messages to a cluster during a run.</summary>
public sealed class HostilePeersTests(ITestOutputHelper log)
{
    private const int MaxResidentKilobytes = 256 << 10;
    private const int AttackersAtOnce = 8;

    // A hostile member takes work and ends, so the manager repeats the grant. A unit is granted at most ten times.
    private const int MaxMembers = 8;

    [Fact]
    public Task Run_HostilePeers_Continues() => AttackAsync(attacks: 40);

    [SlowFact]
    public Task Run_ManyHostilePeers_Continues() =>
        AttackAsync(attacks: 4000);

    [Fact]
    public async Task Status_StorePaused_IsAnswered()
    {
        await using var redis = await RedisServer.StartAsync();

        // A store time-out that is far longer than the wait for a status.
        var options = ClusterTrial.OptionsOver(redis) with
        {
            StoreArguments = ["--timeout", "60000"],
        };
        await using var trial = await ClusterTrial.StartAsync(log, options, redis);
        redis.Pause();
        try
        {
            // Longer than the manager caches store figures: meanwhile it asks the paused store again.
            var since = (await trial.Cluster.StatusAsync()).At;
            while ((await trial.Cluster.StatusAsync()).At - since < TimeSpan.FromSeconds(3))
            {
                await Task.Delay(TimeSpan.FromMilliseconds(100), ThisTest.Cancelled);
            }
        }
        finally
        {
            redis.Resume();
        }

        Assert.Equal(2, (await trial.Cluster.StatusAsync()).Workers.Count);
    }

    private async Task AttackAsync(int attacks)
    {
        var seed = Environment.GetEnvironmentVariable("AELF_HOSTILE_SEED") is { } given
            ? int.Parse(given, CultureInfo.InvariantCulture)
            : Random.Shared.Next(1_000_000);
        log.WriteLine($"AELF_HOSTILE_SEED={seed.ToString(CultureInfo.InvariantCulture)} replays the attacks");
        await using var redis = await RedisServer.StartAsync();
        var options = ClusterTrial.OptionsOver(redis, ClusterTrial.Manager) with
        {
            StoreArguments = ["--timeout", "600000"],
        };
        await using var trial = await ClusterTrial.StartAsync(log, options, redis);

        // The round does not end before the last attack.
        using var program = await trial.SubmitHeldAsync(ClusterTrial.Wide);
        await Parallel.ForEachAsync(
            Enumerable.Range(0, attacks),
            new ParallelOptions { MaxDegreeOfParallelism = AttackersAtOnce },
            async (number, _) =>
                await AttackAsync(trial, seed + number, isMember: number % (attacks / MaxMembers) == 0));
        Assert.False(program.HasExited, trial.Cluster.Logs);
        trial.Cluster.Workers[0].Store.LetGo();
        var run = await trial.EndOfAsync(program);
        run.AssertExit(0, 5);
        ClusterTrial.AssertProved(run, ClusterTrial.Wide);
        Assert.False(trial.Cluster.Manager.HasExited, "the manager has exited");
        var resident = MaxResident(trial.Cluster.Manager.Id);
        log.WriteLine($"the manager took {resident.ToString(CultureInfo.InvariantCulture)} kB of memory at most");
        Assert.InRange(resident, 1, MaxResidentKilobytes);
        Assert.DoesNotContain('\e', trial.Cluster.Logs);
        await trial.AssertNothingLeftAsync();
    }

    private static Task AttackAsync(ClusterTrial trial, int seed, bool isMember)
    {
        var peer = new HostilePeer(
            trial.Cluster.ManagerEndpoint,
            trial.Cluster.ManagerPages,
            trial.Cluster.Workers[0].Store.Endpoint.ToString(), seed);
        return isMember ? peer.AttackAsMemberAsync()
            : seed % 3 == 0 ? peer.AttackAsBenchmarkAsync()
            : peer.AttackAsStrangerAsync();
    }

    /// <summary>The peak resident memory of a process, in kilobytes.</summary>
    private static int MaxResident(int process)
    {
        var line = File.ReadLines($"/proc/{process.ToString(CultureInfo.InvariantCulture)}/status")
            .Single(each => each.StartsWith("VmHWM:", StringComparison.Ordinal));
        return int.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture);
    }
}

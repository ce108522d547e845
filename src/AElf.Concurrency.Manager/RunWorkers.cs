using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Configuration;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Runs;
using AElf.Concurrency.Manager.CommandLine;

namespace AElf.Concurrency.Manager;

/// <summary>The workers that make a run: how many it waits for, where their actors are, what they are told.</summary>
/// <param name="host">Knows the members.</param>
/// <param name="options">The manager's.</param>
/// <param name="run">The run.</param>
/// <param name="settings">Its settings.</param>
/// <param name="load">What it offers.</param>
internal sealed class RunWorkers(
    ManagerHost host, ManagerProgramOptions options, RunSubmission run, ResolvedSettings settings, ILoad load)
{
    private static readonly TimeSpan MaxWait = TimeSpan.FromSeconds(60);

    /// <summary>Waits until as many have joined as the run asks for.</summary>
    /// <param name="waiting">Told how many there are.</param>
    /// <param name="cancellation">Ends the wait.</param>
    /// <exception cref="RunStoppedException">They have not joined in time.</exception>
    public void Await(Action<string> waiting, CancellationToken cancellation)
    {
        var wanted = settings.Get(Settings.Workers) ?? options.Workers;
        if (host.Members.Count >= wanted)
        {
            return;
        }

        var since = TimeProvider.System.GetTimestamp();
        var isThere = false;
        for (var left = MaxWait;
             !isThere && left > TimeSpan.Zero && !cancellation.IsCancellationRequested;
             left = MaxWait - TimeProvider.System.GetElapsedTime(since))
        {
            var joined = host.Members.Count;
            waiting($"waiting for workers: {joined} of {wanted} {(joined == 1 ? "has" : "have")} joined");
            isThere = joined >= wanted
                || (host.WaitForMembers(Math.Min(joined + 1, wanted), left, cancellation)
                    && host.Members.Count >= wanted);
        }

        if (!isThere)
        {
            throw cancellation.IsCancellationRequested
                ? new RunStoppedException(
                    ExitCode.DegradedOrFailed,
                    $"interrupted while {host.Members.Count} of {wanted} workers had joined: nothing was measured")
                : new RunStoppedException(
                    ExitCode.Environment,
                    $"{host.Members.Count} of {wanted} workers have joined within {MaxWait.TotalSeconds:0} s: "
                        + "start more, or lower --workers");
        }
    }

    /// <summary>How the actors of these workers make the run.</summary>
    public ActorOptions ActorsOf(IReadOnlyList<ClusterMember> members) =>
        SettingsBinder.Actors(settings) with { Actors = members.Sum(member => member.Actors) };

    /// <summary>Where they are.</summary>
    public RunTopology TopologyOf(IReadOnlyList<ClusterMember> members)
    {
        var servers = members.Select(member => member.Server).Distinct(StringComparer.Ordinal).Count();
        return new RunTopology(
            options.Store.Type == StoreType.Twemproxy ? "distributed" : "cluster",
            servers,
            (members.Count + servers - 1) / servers,
            (members.Sum(member => member.Actors) + members.Count - 1) / members.Count);
    }

    /// <summary>What they are told of the run.</summary>
    /// <param name="actors">How their actors work.</param>
    /// <param name="addedRoundTrip">What they add to each round trip to the store.</param>
    public ManagerOptions Describe(ActorOptions actors, TimeSpan addedRoundTrip)
    {
        var name = new RunName(RunId.Parse(run.Id), run.Number);
        return new ManagerOptions
        {
            AddedRoundTrip = addedRoundTrip,
            Run = name.ToString(),
            EpochsBefore = name.EpochsBefore,
            Configuration = string.Join(
                '\n',
                run.Settings.OrderBy(pair => pair.Key, StringComparer.Ordinal)
                    .Select(pair => $"{pair.Key}={pair.Value}")
                    .Append($"store={run.Store}")),
            StoreAddresses = ManagerSession.StoreAddressesOf(options.Store),
            System = options.Hosts,
            Workload = options.Workload.Name,
            WorkloadSettings = load.PumpSettings,
            Scheduling = new SchedulerOptions
            {
                Actors = actors,
                Seed = settings.Get(Settings.Seed),
                MaxIdleObservations = 3 + (int)Math.Ceiling(
                    (options.Store.Timeout + options.Store.ReconnectDeadline) / options.Hosts.HeartbeatInterval),
            },
            WorkerWait = MaxWait,
            ResultWait = RunExecutor.TimeOuts(options.Store),

            // On a slow wire each part that comes shows that the rest is on its way.
            MaxWorkBytes = Math.Clamp(options.Hosts.MaximumFrameBytes - 1024, 256, 32 << 10),
        };
    }
}

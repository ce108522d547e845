using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Harness.Submitted;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Concurrency.Manager;

/// <summary>The workers of a run: waits until enough have joined, chooses them, and builds their settings.</summary>
internal sealed class RunWorkers(
    ManagerHost host, ProgramOptions options, ClusterRun run, ResolvedSettings settings)
{
    private static readonly TimeSpan MaxWait = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan MaxSleep = TimeSpan.FromSeconds(1);

    private readonly int? servers = settings.Get(ClusterSettings.ServersOfRun);
    private readonly int? processes = settings.Get(ClusterSettings.ProcessesOfRun);
    private readonly WorkerCount wanted = WantedBy(settings, options.Settings.Get(ClusterSettings.Workers)!.Value);
    private RunMembers members = RunMembers.All;

    /// <summary>
    /// The members that take part in the run, with the actors that it uses; empty before <see cref="Await"/>.
    /// </summary>
    public IReadOnlyList<ClusterMember> Members { get; private set; } = [];

    /// <summary>Waits until the workers that the run needs have joined.</summary>
    /// <param name="waiting">Called with a text that says how many have joined.</param>
    /// <exception cref="RunStoppedException">The workers have not joined in time, or have too few actors.</exception>
    public void Await(Action<string> waiting, CancellationToken cancellation)
    {
        var since = TimeProvider.System.GetTimestamp();
        var until = RunState.Waiting.Until(MaxWait, TimeProvider.System);
        IReadOnlyList<ClusterMember>? chosen;
        while ((chosen = Choose(host.Members)) is null)
        {
            var joined = host.Members.Count;
            var left = MaxWait - TimeProvider.System.GetElapsedTime(since);
            if (cancellation.IsCancellationRequested)
            {
                throw new RunStoppedException(
                    ExitCode.DegradedOrFailed,
                    new Problem(
                        ProblemKind.Cancelled,
                        $"the run was cancelled while {Joined(" workers had joined")}: nothing was measured"));
            }

            if (left <= TimeSpan.Zero)
            {
                throw new RunStoppedException(
                    ExitCode.Environment,
                    $"{Joined(" workers have joined")} within {MaxWait.TotalSeconds:0} s: start more{Fewer()}");
            }

            waiting($"waiting for workers: {Joined(joined == 1 ? " has joined" : " have joined")}; {until}");
            host.WaitForMembers(joined + 1, left < MaxSleep ? left : MaxSleep, cancellation);
        }

        Take(chosen);
    }

    /// <summary>The names of the members that do not take part in the run.</summary>
    public IReadOnlyList<string> Idle() =>
    [
        .. host.Members.Where(member => !members.Has(member))
            .Select(member => member.Name).Order(StringComparer.Ordinal),
    ];

    /// <summary>The settings of the actors; their number is the sum over the workers of the run.</summary>
    public ActorOptions Actors() =>
        SettingsBinder.Actors(settings) with { Actors = Members.Sum(member => member.Actors) };

    private IReadOnlyList<ClusterMember>? Choose(IReadOnlyList<ClusterMember> joined) =>
        wanted.OrMore && joined.Count < wanted.Count
            ? null
            : RunMembers.Choose(joined, wanted.OrMore ? null : wanted.Count, servers, processes);

    // A run that sets no number uses the manager's number.
    private static WorkerCount WantedBy(ResolvedSettings settings, WorkerCount usual) =>
        (
            settings.Get(ClusterSettings.Workers),
            settings.Get(ClusterSettings.ServersOfRun),
            settings.Get(ClusterSettings.ProcessesOfRun)) switch
        {
            ({ } workers, _, _) => workers,
            (_, null, null) => usual,
            (_, var servers, var processes) => new((servers ?? 1) * (processes ?? 1), OrMore: true),
        };

    private string Joined(string verb)
    {
        var places = host.Members.CountBy(member => member.Server, StringComparer.Ordinal)
            .Select(server => Math.Min(server.Value, processes ?? int.MaxValue))
            .OrderDescending()
            .Take(servers ?? int.MaxValue)
            .ToList();
        return $"{places.Sum()} of {wanted.Count}{verb}"
            + (servers is null ? "" : $", on {places.Count} of {Counted(servers.Value, "server")}");
    }

    /// <summary>
    /// Advice with options that the joined workers can satisfy, appended to <c>start more</c>; empty without workers.
    /// </summary>
    private string Fewer()
    {
        var places = host.Members.CountBy(member => member.Server, StringComparer.Ordinal)
            .Select(server => server.Value).OrderDescending().ToList();
        var whole = places.Count(count => count >= (processes ?? 1));
        return places.Count switch
        {
            0 => "",
            _ when whole > 0 && whole < servers => $", or ask for --servers {whole}",
            var count when processes is not null =>
                $", or ask for --processes {places[Math.Min(count, servers ?? 1) - 1]}",
            _ => $", or ask for --workers {places.Sum()}",
        };
    }

    private void Take(IReadOnlyList<ClusterMember> chosen)
    {
        int? bound = run.Settings.ContainsKey(ActorSettings.ActorCount.Name)
            ? settings.Get(ActorSettings.ActorCount)
            : null;
        if (bound is not null && chosen.FirstOrDefault(member => member.Actors < bound) is { } small)
        {
            throw new RunStoppedException(
                ExitCode.Usage,
                $"--actors: {bound} is above the actors of worker {small.Name}; expected at most "
                    + $"{chosen.Min(member => member.Actors)}");
        }

        // A run on all workers also uses workers that join later.
        var names = wanted.OrMore && (servers ?? processes) is null
            ? null
            : chosen.Select(member => member.Name).ToHashSet(StringComparer.Ordinal);
        members = new RunMembers(names, bound ?? int.MaxValue);
        Members = [.. chosen.Select(members.Use)];
    }

    public RunTopology Topology()
    {
        var places = Members.Select(member => member.Server).Distinct(StringComparer.Ordinal).Count();
        return new RunTopology(
            options.Store.Type is StoreType.Redis or StoreType.Ssdb ? "cluster" : "distributed",
            places,
            (Members.Count + places - 1) / places,
            (Members.Sum(member => member.Actors) + Members.Count - 1) / Members.Count);
    }

    /// <summary>The manager's settings for the run.</summary>
    public ManagerOptions Describe(ActorOptions actors, ILoad load)
    {
        var name = new RunName(run.RunId, run.Number);
        return new ManagerOptions
        {
            Members = members,
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
            Settings = [.. run.Settings],
            Proof = load.Proof,
            Scheduling = new SchedulerOptions
            {
                Actors = actors,
                Seed = settings.Get(CommonSettings.Seed),
                RetryTimeout = options.Store.ReconnectDeadline,
                MaxIdleObservations = 3 + (int)Math.Ceiling(
                    (options.Store.Timeout + options.Store.ReconnectDeadline) / options.Hosts.HeartbeatInterval),
            },
            WorkerWait = MaxWait,
            ResultWait = RunExecutor.TimeOuts(options.Store),

            // Small parts show on a slow connection that the rest is on its way.
            MaxWorkBytes = Math.Clamp(options.Hosts.MaximumFrameBytes - 1024, 256, 32 << 10),
        };
    }
}

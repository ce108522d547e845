using AElf.Bench.Harness.Reports;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// Finds the limit of a run, from the figures of its report only. Each possible limit has a bound. Of the limits near
/// their bound, it names the limit that explains the others: a shard with a full core explains a slow store, but a slow
/// store does not explain a full core.
/// </summary>
internal static class LimitFinder
{
    // The depth is the limit if the store reaches at least this factor more with more requests in flight.
    private const double MinGain = 1.25;

    // Above 1, because CPU time and the time of rounds come from different clocks. A server that uses more has several
    // threads, and one core does not limit it.
    private const double MaxOfCore = 1.05;

    /// <summary>Null for a run without TPS.</summary>
    /// <param name="run">The report.</param>
    /// <param name="machine">Processors of the machine; null if unknown.</param>
    public static LimitReport? Find(RunReport run, double? machine = null)
    {
        if (run.Tps is not { } tps || run.Rounds.Count == 0)
        {
            return null;
        }

        var bounds = Candidates(run, tps.Median, machine).Where(bound => double.IsFinite(bound.Share))
            .Select(bound => LimitKind.Of(bound.Name).IsPart ? bound with { Share = Math.Min(1, bound.Share) } : bound)
            .ToList();
        var limit = bounds.Find(bound => bound.Share >= LimitKind.Of(bound.Name).Near);
        if (limit is { Name: "manager" })
        {
            // Serialization is named instead of the manager if it is most of the manager's work.
            limit = bounds.Find(bound => bound.Name is "serialization" && bound.Share >= limit.Share / 2) ?? limit;
        }

        var others = bounds.Where(bound => bound != limit).OrderByDescending(bound => bound.Share);
        return limit is null ? new LimitReport(null, [.. others]) : new LimitReport(limit.Name, [limit, .. others]);
    }

    // Each candidate explains the candidates after it.
    private static IEnumerable<BoundReport> Candidates(RunReport run, double tps, double? machine)
    {
        var seconds = run.Rounds.Sum(round => round.ExecuteMs) / 1e3;
        if (run.OpenLoop is { } loop)
        {
            yield return new("schedule", loop.Share, "of the requested rate");
        }

        // Units of one step do not wait for other steps.
        if (run.CriticalPath is { } path && (path.Steps > 1 || run.Units == 1))
        {
            yield return new("load", path.Reached(run.BlockWeight), Chain(path, run));
        }

        if (!run.HasMultiKeyCommands && Depth(run) is { } depth)
        {
            yield return depth;
        }

        if (run.Store.Shards.Where(shard => shard.CpuShare <= MaxOfCore).MaxBy(shard => shard.CpuShare)
            is { CpuShare: { } ofCore } shard)
        {
            yield return new($"shard {shard.Endpoint}", ofCore, "of its core");
        }

        if (seconds > 0)
        {
            yield return new("garbage collection", (Figures.GcPauseMs.Of(run) ?? 0) / 1e3 / seconds, "of the time");
        }

        foreach (var bound in OfTheManager(run, tps))
        {
            yield return bound;
        }

        yield return BusiestActors(run, tps);
        if (Figures.MachineBusy.Of(run) is { } busy)
        {
            yield return new("processors", busy, OfMachine(run.Processors, busy, machine));
        }

        // The store alone uses one key per command, so it is slower than a run with several keys per command.
        if (run is { HasMultiKeyCommands: false, BareStore: { Ratio: { } ratio } bareStore })
        {
            yield return new(BareName(run, bareStore), ratio, "of the store alone at the same depth");
        }

        foreach (var bound in OfTheHarness(run.Controls, tps))
        {
            yield return bound;
        }

        if (RoundTrip(run) is { } roundTrip)
        {
            yield return roundTrip;
        }
    }

    private static string OfMachine(ProcessorReport? used, double busy, double? machine) => (machine, used) switch
    {
        (null, _) => "of this machine",
        ({ } all, { Others: not null }) =>
            $"of {Cores(all)} of this machine, {Percent(Math.Min(busy, used.Own / all))} by this run",
        ({ } all, _) => $"of {Cores(all)} of this machine",
    };

    private static string Chain(CriticalPathReport path, RunReport run)
    {
        var steps = $"of the maximum for {Counted(path.Steps, run.Workload.Noun)} in a row";
        return path.Item is null
            ? steps
            : $"{steps}; {(path.Steps == run.BlockWeight ? "all" : "these")} share {path.Item}, so they run one after "
                + "the other, and more servers do not help";
    }

    /// <summary>
    /// The run's share of the store's rate with the same few requests in flight, if that rate is much lower than the
    /// store's maximum. Then an exchange costs more than its requests.
    /// </summary>
    private static BoundReport? Depth(RunReport run)
    {
        if (run is not { BareStore: { Ratio: { } ratio, Deep: { } deep } bareStore, Dispatchers: { } dispatchers }
            || deep.Tps < MinGain * bareStore.Tps)
        {
            return null;
        }

        var processes = run.Servers * run.Processes;
        var inFlight = Math.Min(run.Jobs, run.AllLanes);
        return new(
            "depth",
            ratio,
            $"of the store alone with {Counted(Math.Max(1, inFlight / (dispatchers * processes)), "job")} per round "
                + $"trip; with {deep.Depth / 2} it reaches {Whole(deep.Tps)}: use "
                + (run.HasIdleLanes ? $"more {run.Workload.UnitNoun}s" : "more --lanes")
                + (processes > 1 && inFlight > 1 ? ", fewer processes" : "")
                + (dispatchers > 1 && inFlight > 1 ? ", or --dispatchers auto" : ""));
    }

    /// <summary>Null for a store in this process, which has no round trip.</summary>
    private static BoundReport? RoundTrip(RunReport run) =>
        run is not { LatencyUs: { Min: > 0, Mean: > 0 } latency, Store.Endpoint: not null } ? null : new(
            LimitKind.RoundTrip,
            latency.Min / latency.Mean,
            $"of a {run.Workload.Noun}'s latency; more {(run.HasIdleLanes ? $"{run.Workload.UnitNoun}s" : "lanes")} "
                + "may help");

    private static IEnumerable<BoundReport> OfTheManager(RunReport run, double tps)
    {
        if (Figures.ManagerCpuUs.Of(run) is not { } manager)
        {
            yield break;
        }

        if (Figures.SerializationUs.Of(run) is { } serialization)
        {
            yield return new("serialization", serialization * tps / 1e6, "of a core of the manager");
        }

        yield return new("manager", manager * tps / 1e6, "of a core");
    }

    private static IEnumerable<BoundReport> OfTheHarness(ControlReport? controls, double tps)
    {
        if (controls?.NullActorTps is { } withoutActors)
        {
            var name = controls.NullActorIn is ControlReport.Cluster ? "manager and wire" : "mailboxes";
            yield return new(name, tps / withoutActors, "of the rate with null actors");
        }

        if (controls?.NullStoreTps is { } inMemory)
        {
            yield return new("harness", tps / inMemory, "of its rate over an in-memory store");
        }
    }

    /// <summary>
    /// The owner of the ceiling: the proxies if a shard alone is faster than the store through them; a single shard if
    /// it is not.
    /// </summary>
    private static string BareName(RunReport run, BareStoreReport bareStore)
    {
        if (run.Store.Proxies == 0)
        {
            return "store";
        }

        var used = run.Workers.Select(worker => worker.Store).Distinct(StringComparer.Ordinal).ToList();
        return bareStore.BareShard switch
        {
            { Ratio: >= LimitKind.Usual } shard when run.Store.Shards.Count == 1 => $"shard {shard.Endpoint}",
            { Ratio: < LimitKind.Usual } when used.Count < 2 => $"proxy {used.FirstOrDefault() ?? run.Store.Endpoint}",
            _ => "proxies",
        };
    }

    private static BoundReport BusiestActors(RunReport run, double tps)
    {
        if (run.Workers.Count == 0)
        {
            var threads = Math.Min(run.Dispatchers ?? run.Actors, run.Environment.Cores);
            return new(
                "actors",
                (Figures.CpuCores.Of(run) ?? double.NaN) / threads,
                $"of {Cores(threads)} they can use");
        }

        var committed = run.Workers.Sum(worker => worker.Committed ?? 0);
        var (worker, share) = run.Workers
            .Select(each => (
                each,
                Share: each.CpuUsPerTransfer * tps * (each.Committed ?? 0) / committed / 1e6
                    / ThreadsOf(each.Actors)))
            .MaxBy(each => each.Share);
        var noun = run.Dispatchers is null ? "actor" : "dispatcher";
        return new(
            $"worker {worker.Name}",
            share,
            $"of a core for each of {Counted(ThreadsOf(worker.Actors), noun)}");

        int ThreadsOf(int actors) => Math.Min(run.Dispatchers ?? actors, actors);
    }
}

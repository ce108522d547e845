using AElf.Bench.Core.Reports;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports;

/// <summary>The line that a TPS figure must be quoted with.</summary>
public static class ClaimLine
{
    private const string Separator = " · ";

    /// <summary>The figure, or <c>FAILED</c> or <c>CANCELLED</c>, then the setup, then the load.</summary>
    public static string Compose(RunReport run) => string.Join(Separator, Figure(run), Setup(run), Load(run));

    /// <summary>
    /// The requested setup, load, rounds or duration, and number of starts: figures with equal conditions can be
    /// compared. It omits the values that a run finds itself: dispatchers, blocks, the number of rounds, and the free
    /// ports of a scenario.
    /// </summary>
    public static string Conditions(RunReport run) =>
        string.Join(Separator, AskedActors(run), AskedStore(run), AskedLoad(run));

    /// <summary>Part of <see cref="Conditions"/>: the load, with rounds or duration, starts and schedule.</summary>
    internal static string AskedLoad(RunReport run) => RunSections.LoadOf(run with { Blocks = 1 }) + Asked(run)
        + (run.ProcessStarts > 1 ? Starts(run) : "") + Schedule(run);

    /// <summary>Part of <see cref="Conditions"/>: scenario, actors, and how the load is executed.</summary>
    internal static string AskedActors(RunReport run) => Executed(run with { Dispatchers = null });

    /// <summary>Part of <see cref="Conditions"/>: the store.</summary>
    internal static string AskedStore(RunReport run) =>
        Store(IsStarted(run) ? run.Store with { Endpoint = "a free port" } : run.Store);

    /// <summary>
    /// The conditions of the figure apart from the load: scenario, servers × processes × actors × lanes, mode, store,
    /// persistence.
    /// </summary>
    public static string Setup(RunReport run) => string.Join(Separator, Executed(run), Store(run.Store));

    private static string Executed(RunReport run) =>
        string.Join(Separator, run.Scenario, Topology(run), run.Workload.Setup);

    private static string Figure(RunReport run)
    {
        if (!run.HasNumber())
        {
            return run.WasCancelled() ? "CANCELLED" : "FAILED";
        }

        var figure = run.OpenLoop is { } loop
            ? $"{PerSecond(loop.Achieved)} of {PerSecond(loop.Offered)} {Plural(run.Workload.Noun)}/s offered"
                + $"{(loop.IsReached ? "" : ", NOT REACHED")}, committed and audited"
            : $"{Whole(run.Tps?.Median)} {Plural(run.Workload.Noun)}/s committed and audited";
        figure += run.DeclinedText is { } declined ? $", {declined}" : "";
        if (run.Profile is not null)
        {
            figure += $"{Separator}PROFILED";
        }

        return run.Verdict switch
        {
            Verdict.Degraded =>
                $"{figure}{Separator}DEGRADED, {Counted(run.Faults.Sum(fault => fault.Count), "fault")}",
            Verdict.Disturbed => $"DISTURBED: {figure}",
            _ => figure,
        };
    }

    internal static string Topology(RunReport run) => string.Join(
        " × ",
        Counted(run.Servers, "server"),
        Counted(run.Processes, "process", "processes"),
        Actors(run),
        Counted(run.Lanes, "lane"));

    /// <summary>For example <c>16 actors on 2 dispatchers</c>; without dispatchers if each actor has its own.</summary>
    internal static string Actors(RunReport run) => Counted(run.Actors, "actor")
        + (run.Dispatchers is { } own && own != run.Actors ? $" on {Counted(own, "dispatcher")}" : "");

    private static string Load(RunReport run) =>
        RunSections.LoadOf(run) + (run.HasNumber() ? Rounds(run.Rounds.Count) + Starts(run) : "") + Schedule(run);

    private static string Rounds(int count) => $" × {Counted(count, "round")}";

    private static string Schedule(RunReport run) =>
        run.OpenLoop is { } loop ? $"{Separator}open loop at {loop.Rate} per second" : "";

    private static string Asked(RunReport run) =>
        run.RequestedDuration is { } duration ? $" for {duration}" : Rounds(run.RequestedRounds ?? run.Rounds.Count);

    private static bool IsStarted(RunReport run) =>
        run.Store.Endpoint is not null && run.Options.Values.Any(used => used.Source is "scenario");

    private static string Starts(RunReport run) => run.ProcessStarts == 1
        ? " in one process start"
        : $" in {Count(run.ProcessStarts)} process starts";

    private static string Store(StoreReport store) => store.Endpoint is null
        ? $"{store.Type} via {store.Client}{Separator}no socket"
            + (store.Type is "inmemory" ? ", nothing persisted" : "")
        : string.Join(
            Separator,
            [
                $"{Server(store)} via {store.Client} at {store.Endpoint}", .. store.Peculiarities, Shards(store),
                Persistence(store),
            ]);

    /// <summary>
    /// The properties of a store, without its address: server with version and mode, client, shards, persistence.
    /// </summary>
    internal static IReadOnlyDictionary<string, string> PartsOf(StoreReport store) =>
        new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["store"] = Server(store),
            ["client"] = store.Client,
            ["store of"] = Shards(store),
            ["persistence"] = Kinds(store),
        };

    private static string Shards(StoreReport store) =>
        $"{Counted(store.Shards.Count, "shard")}, {Counted(store.Proxies, "proxy", "proxies")}";

    internal static string Server(StoreReport store)
    {
        var versions = Distinct(store.Shards.Select(shard => shard.Version));
        if (versions.Length == 0)
        {
            return store.Type;
        }

        // Several servers speak the Redis protocol: the server's own name counts.
        var isSharded = store.Shards.Count > 1 && store.Type is not "redis";
        return store.Proxies > 0 || isSharded ? $"{store.Type} over {versions}" : versions;
    }

    internal static string Persistence(StoreReport store) => Kinds(store) switch
    {
        "" or "unknown" => "persistence unknown",
        "none" => "no persistence",
        var kinds => kinds,
    };

    private static string Kinds(StoreReport store) => Distinct(store.Shards.Select(shard => shard.Persistence));

    private static string Distinct(IEnumerable<string> values) =>
        string.Join(" + ", values.Distinct(StringComparer.Ordinal));
}

using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Harness.Reports.Summaries;

/// <summary>Suggests the next step after a run.</summary>
internal static class NextStep
{
    /// <summary>One suggestion; null for none.</summary>
    /// <param name="run">The published report.</param>
    /// <param name="command">The command of the run; null if unknown.</param>
    public static string? After(RunReport run, string? command) => run switch
    {
        _ when run.WasCancelled() => null,
        { Verdict: Verdict.Failed } => run.TextOf(CommonSettings.JsonOutput.Name) is null
            ? "--json FILE writes all data of the run"
            : null,
        { Verdict: Verdict.Disturbed } when !IsByOthers(run) =>
            "--warmup 100 makes a longer warm-up, so that all methods are compiled before measuring",
        { Verdict: Verdict.Disturbed } => "stop other programs, or wait longer with --quiet-budget 200%; "
            + "'compare' also works on a busy machine",
        { Tps.Count: < SummaryStatistics.MinForInterval } =>
            (run.RequestedDuration is null ? "--rounds 10" : "a longer --duration")
                + " measures more rounds, and shows how much the figure varies",
        { Store: { Endpoint: null, Type: "inmemory" } } =>
            $"{command} --database redis".TrimStart()
                + " measures a Redis at 127.0.0.1:6379; 'scenario cluster' starts its own Redis",
        { Limit.Name: LimitKind.RoundTrip, HasIdleLanes: true } =>
            $"a load with more {run.Workload.UnitNoun}s keeps more requests in flight",
        { Limit.Name: { } limit } when LimitKind.Of(limit).Next is { } next => next,
        { OpenLoop: null, Limit: not null, TakesRate: true } when LanesForRate(run) is { } lanes =>
            $"--rate N{lanes} starts N {run.Workload.Noun}s per second and shows their latency at that rate",
        _ => null,
    };

    // An open loop needs a lane for each unit. Null if an actor cannot have so many.
    private static string? LanesForRate(RunReport run) =>
        Math.Ceiling((double)run.Units * run.Lanes / run.AllLanes) switch
        {
            var lanes when lanes <= run.Lanes => "",
            var lanes and <= ActorOptions.MaxLanes => FormattableString.Invariant($" with --lanes {lanes}"),
            _ => null,
        };

    private static bool IsByOthers(RunReport run) =>
        run.Processors is { IsDisturbed: true } || run.Rounds.Any(round => round.IsDisturbed);
}

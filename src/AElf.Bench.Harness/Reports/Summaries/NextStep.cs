using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Reports.Summaries;

/// <summary>Suggests what to try after a run.</summary>
internal static class NextStep
{
    /// <summary>Rounds a report takes for an interval.</summary>
    private const int Enough = 5;

    /// <summary>One suggestion; null when none suits.</summary>
    /// <param name="run">As it is published.</param>
    /// <param name="command">The command that made it; null when unknown.</param>
    public static string? After(RunReport run, string? command) => run switch
    {
        _ when run.WasCancelled() => null,
        { Verdict: Verdict.Failed } => "--json FILE writes everything known about the run",
        { Verdict: Verdict.Disturbed } when !IsByOthers(run) =>
            "--warmup 100 runs more rounds before measuring, so that all methods get compiled",
        { Verdict: Verdict.Disturbed } => "stop other programs, or wait longer with --quiet-budget 200%; "
            + "'compare' also works on a busy machine",
        { Tps.Count: < Enough } => "--rounds 10 measures more rounds, and shows how much the figure varies",
        { Store: { Endpoint: null, Type: "inmemory" } } =>
            $"{command} --database redis".TrimStart()
                + " measures a Redis server at 127.0.0.1:6379; 'scenario cluster' starts one",
        { Limit.Name: LimitKind.RoundTrip, HasIdleLanes: true } =>
            $"a load with more {run.Workload.UnitNoun}s keeps more requests in flight",
        { Limit.Name: { } limit } when LimitKind.Of(limit).Next is { } next => next,
        { OpenLoop: null, Limit: not null } =>
            $"--rate N starts N {run.Workload.Noun}s per second and shows their latency at that rate",
        _ => null,
    };

    private static bool IsByOthers(RunReport run) =>
        run.Processors is { IsDisturbed: true } || run.Rounds.Any(round => round.IsDisturbed);
}

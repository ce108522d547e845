using AElf.Bench.Core.Execution;
using AElf.Bench.Harness.Processors;
using AElf.Bench.Harness.Reports;
using static AElf.Bench.Harness.Runs.RunDerivation;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// Separates the run's use of the processors from that of other programs, and decides which rounds count. The time of
/// other programs is the time that is not idle, not stolen, not the run's and not of interrupts.
/// </summary>
internal static class ProcessorAccount
{
    /// <summary>
    /// A round's use of the processors. A server's report of its time is used if its process is invisible, or is not
    /// the listening process, as in a container.
    /// </summary>
    public static RawProcessors Read(
        MachineUse machine, IReadOnlyList<OperationLedger.ServerCpu> servers, IReadOnlyList<WorkerOutcome> workers)
    {
        var here = servers.Where(each => machine.IsHere(each.Endpoint)).ToList();
        var others = here.Where(each => each.Process is { } process
            ? !machine.Processes.Contains(process)
            : machine.Unseen.Contains(each.Endpoint, StringComparer.Ordinal));
        var own = machine.Own
            + others.Aggregate(TimeSpan.Zero, (sum, each) => sum + each.Time)
            + workers.Where(worker => string.Equals(worker.Machine, MachineIdentity.Current, StringComparison.Ordinal))
                .Aggregate(TimeSpan.Zero, (sum, worker) => sum + worker.Cpu);
        return new(
            Nanoseconds(machine.Span),
            Nanoseconds(own),
            machine.Ticks.Interrupts,
            machine.Ticks.Steal,
            machine.Throttled is { } throttled ? Nanoseconds(throttled) : null,
            machine.Pressure is { } pressure ? Nanoseconds(pressure) : null,
            [.. machine.Unseen.Except(here.Select(each => each.Endpoint), StringComparer.Ordinal)]);
    }

    /// <summary>The use of the processors in a round; null if unknown.</summary>
    /// <param name="cores">Processors the run may use, by affinity and quota.</param>
    public static ProcessorReport? Of(RawRound round, double cores) => Of([round], cores);

    /// <summary>The use of the processors over several rounds; null if unknown for one of them.</summary>
    public static ProcessorReport? Of(IReadOnlyList<RawRound> rounds, double cores)
    {
        var all = rounds.Select(round => round.Processors).ToList();
        var seconds = all.Sum(each => each?.SpanNs ?? 0) / 1e9;
        if (all.Contains(null) || seconds <= 0)
        {
            return null;
        }

        double Cores(Func<RawRound, RawProcessors, double> time) =>
            rounds.Sum(round => time(round, round.Processors!)) / seconds;
        double? Known(Func<RawProcessors, long?> nanoseconds) => all.Exists(each => nanoseconds(each!) is null)
            ? null
            : all.Sum(each => nanoseconds(each!)!.Value) / 1e9 / seconds;

        var tick = MachineMeter.Tick.TotalSeconds;
        var stolen = Cores((_, each) => each.StealTicks * tick);
        var idle = Cores((round, _) => (round.ProcessorTicks - round.BusyTicks) * tick);
        var own = Cores((_, each) => (each.OwnNs / 1e9) + (each.InterruptTicks * tick));
        string[] unseen = [.. all.SelectMany(each => each!.Unseen).Distinct(StringComparer.Ordinal)];

        // Processors that the run may not use are ignored.
        return new(
            cores,
            own,
            unseen.Length > 0 ? null : Math.Max(0, cores - idle - stolen - own),
            stolen,
            // If the run used all its cores, the quota took nothing from it.
            Known(each => each.ThrottledNs) is { } throttled
                ? Math.Min(throttled, Math.Max(0, cores - own))
                : null,
            Known(each => each.PressureNs),

            // Each reading is rounded down to a tick. Over many readings these errors add up like random errors.
            Math.Sqrt(rounds.Count) * tick / seconds,
            unseen);
    }

    /// <summary>Processors of the machine, for all programs; null if unknown.</summary>
    public static double? OfMachine(IReadOnlyList<RawRound> rounds)
    {
        var seconds = rounds.Sum(round => round.Processors?.SpanNs ?? 0) / 1e9;
        var ticks = rounds.Sum(round => round.ProcessorTicks) * MachineMeter.Tick.TotalSeconds;
        return seconds > 0 && ticks > 0 ? Math.Max(1, Math.Round(ticks / seconds)) : null;
    }

    /// <summary>
    /// The rounds behind the figures: the undisturbed rounds, or all rounds if too few are undisturbed.
    /// </summary>
    public static IReadOnlyList<RawRound> Counted(RawRun raw, double cores)
    {
        RawRound[] quiet = [.. raw.Rounds.Where(round => Of(round, cores) is not { IsDisturbed: true })];
        return RoundReport.AreEnough(quiet.Length, raw.Rounds.Count) ? quiet : raw.Rounds;
    }
}

using AElf.Bench.Core.Execution;
using AElf.Bench.Harness.Processors;
using AElf.Bench.Harness.Reports;
using static AElf.Bench.Harness.Runs.RunDerivation;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// Tells the run's use of the processors from others', and which rounds are worth a figure. Time that is neither idle,
/// stolen, the run's nor an interrupt's belongs to other programs.
/// </summary>
internal static class ProcessorAccount
{
    /// <summary>
    /// A round's use of the processors, with a server's own account of its time where its process cannot be seen, or is
    /// not the one that listens, such as a container's.
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
            // A quota that stopped a run which had used it up took nothing of what the run could use.
            Known(each => each.ThrottledNs) is { } throttled
                ? Math.Min(throttled, Math.Max(0, cores - own))
                : null,
            Known(each => each.PressureNs),

            // Each reading is cut to a whole tick; over many readings the cuts add up as errors do.
            Math.Sqrt(rounds.Count) * tick / seconds,
            unseen);
    }

    /// <summary>Processors of the machine, whoever may use them; null when unknown.</summary>
    public static double? OfMachine(IReadOnlyList<RawRound> rounds)
    {
        var seconds = rounds.Sum(round => round.Processors?.SpanNs ?? 0) / 1e9;
        var ticks = rounds.Sum(round => round.ProcessorTicks) * MachineMeter.Tick.TotalSeconds;
        return seconds > 0 && ticks > 0 ? Math.Max(1, Math.Round(ticks / seconds)) : null;
    }

    /// <summary>
    /// The rounds that figures are made of: the undisturbed ones, or all when too few are undisturbed.
    /// </summary>
    public static IReadOnlyList<RawRound> Counted(RawRun raw, double cores)
    {
        RawRound[] quiet = [.. raw.Rounds.Where(round => Of(round, cores) is not { IsDisturbed: true })];
        return RoundReport.AreEnough(quiet.Length, raw.Rounds.Count) ? quiet : raw.Rounds;
    }
}

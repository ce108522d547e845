using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processors;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Tests.Runs;

namespace AElf.Bench.Tests.Reports;

/// <summary>A run of two workers by a schedule that is measured to its end and fails its audit.</summary>
internal static class RefusedRun
{
    /// <summary>The published report of the run.</summary>
    /// <param name="pace">The factor of all durations.</param>
    public static RunReport Of(int pace)
    {
        using var rig = new RunRig();
        rig.Request = rig.Request with
        {
            Measure = rig.Request.Measure with { Rate = ArrivalRate.Parse("1000"), BareStore = true },
            Controls = (_, _) => new ControlRates(1e6 / pace, 2e6 / pace),
            EffectiveOptions = new SortedDictionary<string, UsedSetting>(StringComparer.Ordinal)
            {
                ["Measure.Rate"] = new("1000", SettingSource.CommandLine),
            },
        };
        rig.OnPhase = phase =>
        {
            if (phase == RunPhase.Audit)
            {
                rig.Spoil(5);
            }
        };
        rig.ResourcesOf = _ => Used(pace);
        rig.Executor.ChangeOutcome = (round, outcome) => OutcomeOf(rig, round, outcome, pace);
        return rig.Run();
    }

    private static RoundResources Used(int pace) => new(Ms(50 * pace), Ms(3 * pace), Ms(2 * pace), Collections: 1)
    {
        Machine = new MachineUse([])
        {
            Ticks = new MachineTicks(All: 40 * pace, Idle: 25 * pace, Interrupts: pace, Steal: pace),
            Span = Ms(200 * pace),
            Own = Ms(100 * pace),
            Processes = new HashSet<int>(),
        },
    };

    private static RoundOutcome OutcomeOf(RunRig rig, int round, RoundOutcome outcome, int pace)
    {
        var latency = new LatencyHistogram();
        latency.Record(1_000_000L * pace, rig.Transfers);
        var arrivals = new ArrivalStats();
        for (var transfer = 0; transfer < rig.Transfers; transfer++)
        {
            arrivals.Record(3_000_000L * pace, 2_000_000L * pace);
        }

        arrivals.Extend(Ms((200 * pace) + round));
        var half = outcome.Stats.Operations;
        return outcome with
        {
            Window = Ms((200 * pace) + round),
            Routing = Ms(pace),
            Stats = outcome.Stats with
            {
                Latency = latency,
                Arrivals = arrivals,
                AllocatedBytes = 1000,
                Idle = Ms((30 * pace) + round),
            },
            Coding = Ms(pace),
            Slices = [new Slice(TimeSpan.Zero, Ms((200 * pace) + round), rig.Transfers, 3, Ms(pace))],
            Faults = [new Fault(Ms(7), "timeout", "worker 1, group 3, writing: no answer", 1)],
            Workers = [.. new[] { "w1", "w2" }.Select(name => new WorkerOutcome(
                name, "a server", "a store", 2, rig.Transfers / 2,
                new(half.Get / 2, half.Set / 2, half.MultiGet / 2, half.MultiSet / 2, half.KeysRead / 2,
                    half.KeysWritten / 2),
                Ms(10 * pace), Ms(pace), Ms(15 * pace)))],
        };
    }

    private static TimeSpan Ms(double milliseconds) => TimeSpan.FromMilliseconds(milliseconds);
}

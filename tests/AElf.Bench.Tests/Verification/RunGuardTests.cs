using System.Text.Json;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Harness.Runs.Rules;
using AElf.Bench.Harness.Verification;

namespace AElf.Bench.Tests.Verification;

/// <summary>A guard checks several conditions. The violation of each single condition breaks the guard.</summary>
public sealed class RunGuardTests
{
    private static readonly Lazy<string> Whole = new(() => RunVerificationTests.Report(workers: 2));

    private static readonly Dictionary<string, (string Guard, Func<RunReport, RunReport> Change)> Changes = new(
        StringComparer.Ordinal)
    {
        ["an account differs"] = ("audit", run => run with
        {
            Audit = run.Audit with { Differences = [new DifferenceReport(0, "0", "1")] },
        }),
        ["a shard is not reported"] = ("servers", run => run with { Store = run.Store with { Shards = [] } }),
        ["a round trip is longer where there is none"] = ("servers", run => run with
        {
            Store = run.Store with { AddedRoundTripMs = 1 },
        }),
        ["a round offered more"] = ("counts", run => Second(run, round => round with { Offered = 2 * round.Offered })),
        ["a warm-up offered a part"] = ("counts", run => Raw(run, raw => raw with
        {
            WarmUp = [raw.WarmUp[0] with { Offered = 59, Committed = 59 }],
        })),
        ["more rounds than were asked for"] = ("counts", run => Asked(run, 4)),
        ["fewer rounds than were asked for"] = ("counts", run => Asked(run, 6)),
        ["more was declined than executed"] = ("parts", run => Raw(run, raw => raw with
        {
            Outcomes = [new("one", 5, [new("late", 6)]), new("other", 100, [])],
        })),
        ["a share above 1"] = ("parts", run => Raw(run, raw => raw with
        {
            Facts = Fact.Named(new Fact("hotAccountShare", new Share(3, 2))),
        })),
        ["more jobs than units"] = ("parts", run => Raw(run, raw => raw with { Jobs = 1_000_000 })),
        ["a job heavier than the block"] = ("parts", run => Raw(run, raw => raw with { HeaviestJob = 1_000_000 })),
        ["a median above the 99th percentile"] = ("parts", run => Second(run, round => round with
        {
            Latency = new(3, 2, 4),
        })),
        ["a 99th percentile above the longest"] = ("parts", run => Second(run, round => round with
        {
            Latency = new(3, 5, 4),
        })),
        ["more interrupts than ticks"] = ("parts", run => Second(run, round => round with
        {
            Processors = new(1, 1, round.ProcessorTicks, 1, null, null, []),
        })),
        ["a slice of a round before the first"] = ("slices", run => Slice(run, slice => slice with { Round = 0 })),
        ["a slice of a round behind the last"] = ("slices", run => Slice(run, slice => slice with { Round = 6 })),
        ["a slice has one more"] = ("slices", run => First(run, slice => slice with
        {
            Committed = slice.Committed + 1,
        })),
        ["a gap between two slices"] = ("slices", run => run with
        {
            Slices =
            [
                run.Slices[0] with { LengthMs = 100 },
                run.Slices[0] with { StartMs = 102, Committed = 0 },
                .. run.Slices.Skip(1),
            ],
        }),
        ["a slice before its round"] = ("slices", run => First(run, slice => slice with { StartMs = -1 })),
        ["a slice of negative length"] = ("slices", run => First(run, slice => slice with { LengthMs = -1 })),
        ["a message of negative age"] = ("slices", run => First(run, slice => slice with { OldestMs = -1 })),
        ["a mailbox of negative depth"] = ("slices", run => First(run, slice => slice with { DeepestMailbox = -1 })),
        ["nothing was read"] = ("operations", run => Uncounted(
            Each(run, round => round with { Ops = round.Ops with { Get = 0, MultiGet = 0 } }))),
        ["nothing was written"] = ("operations", run => Uncounted(
            Each(run, round => round with { Ops = round.Ops with { Set = 0, MultiSet = 0 } }))),
        ["more was written than the load has"] = ("operations", run => Raw(run, raw => raw with { Writes = 1 })),
        ["methods were compiled in each round"] = ("warm", run => Each(run, round => round with
        {
            CompilingNs = round.WindowNs / 5,
        })),
        ["rounds that end before their last slices"] = ("round times", run => Each(run, round => round with
        {
            WindowNs = round.WindowNs * 3 / 4,
        })),
        ["rounds that end behind their last slices"] = ("round times", run => Each(run, round => round with
        {
            WindowNs = round.WindowNs + 1_100_000,
        })),
        ["readings of the processors inside of a round"] = ("round times", run => Second(run, round => round with
        {
            Processors = Reading(round.WindowNs - 1_100_000),
        })),
        ["readings of the processors far outside of the rounds"] = ("round times", _ => Each(OfThisProcess, round =>
            round with { Processors = Reading(round.WindowNs * 4 / 3) })),
        ["actors that were idle for longer than the rounds"] = ("round times", run => Each(run, round => round with
        {
            IdleNs = round.Actors * (round.WindowNs + 1_100_000),
        })),
        ["a schedule longer than its round"] = ("round times", run => Second(run, round => round with
        {
            ScheduleNs = round.WindowNs + 1_100_000,
        })),
        ["routing took longer than the round"] = ("clock", run => Second(run, round => round with
        {
            RoutingNs = round.WindowNs + 1,
        })),
        ["grouping took longer than measuring"] = ("clock", run => Second(run, round => round with
        {
            GroupingNs = 600_000_000,
        })),
        ["the warm-up was longer than its phase"] = ("clock", run => Phases(run, each => each with { WarmUp = 0 })),
        ["preparing took negative time"] = ("clock", run => Phases(run, each => each with { Prepare = -1 })),
        ["seeding took negative time"] = ("clock", run => Phases(run, each => each with { Seed = -1 })),
        ["the store alone took a negative time"] = ("clock", run => Phases(run, each => each with { BareStore = -1 })),
        ["an audit of no time"] = ("clock", run => Phases(run, each => each with { Audit = 0 })),
        ["cleaning up took negative time"] = ("clock", run => Phases(run, each => each with { Cleanup = -1 })),
        ["a machine of a negative number of processors"] = ("processors", _ => OnNegativeProcessors(
            Read(RunVerificationTests.Report(workers: 20)))),
        ["a round took negative processor time"] = ("processors", run => Second(run, round => round with
        {
            CpuNs = -1_000_000_000,
        })),
        ["a negative number of ticks"] = ("processors", run => Second(run, round => round with { BusyTicks = -1 })),
        ["more ticks than there were"] = ("processors", run => Second(run, round => round with
        {
            BusyTicks = round.ProcessorTicks + 1,
        })),
        ["the harness does no more in memory"] = ("limit", run => run with
        {
            Controls = new ControlReport(run.Tps!.Median / 0.9, 1e9, 40),
        }),
        ["no worker committed anything"] = ("topology", run => Raw(run, raw => raw with
        {
            Workers = [.. raw.Workers.Select(worker => worker with { Committed = 0 })],
        })),
        ["a latency longer than all rounds"] = ("latency", run => Timed(run, (int)run.LatencyUs!.Count, 300_000_000)),
        ["a commit that was not timed"] = ("latency", run => Timed(run, (int)run.LatencyUs!.Count - 1, 1_000_000)),
    };

    public static TheoryData<string> Names => [.. Changes.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void Guard_OneViolation_IsBroken(string what)
    {
        var (guard, change) = Changes[what];

        var found = Check(change(Read(Whole.Value)));

        var broken = Assert.Single(found.Guards, each => each.Name.Equals(guard, StringComparison.Ordinal));
        Assert.Equal(GuardState.Broken, broken.State);
    }

    private static readonly Dictionary<string, (string Guard, Func<RunReport, RunReport> Change)> Right = new(
        StringComparer.Ordinal)
    {
        ["the servers do not count"] = ("servers", run => Uncounted(
            Each(run, round => round with { ServedOps = null }))),
        ["a load that writes nothing"] = ("operations", run => Uncounted(Raw(
            Each(run, round => round with { Ops = round.Ops with { Set = 0, MultiSet = 0, KeysWritten = 0 } }),
            raw => raw with { Writes = 0 }))),
        ["a duration makes as many rounds as it takes"] = ("counts", run => Asked(run, 4, duration: "1s")),
        ["a retry reads and writes again"] = ("operations", run => Uncounted(Second(run, round => round with
        {
            Ops = OperationReport.Sum([round.Ops, round.Ops]),
            FaultOps = round.Ops,
        }))),
        ["a worker that was silent timed nothing"] = ("latency", run => Timed(
            Second(run, round => round with { Silent = ["w1"] }), (int)run.LatencyUs!.Count - 1, 1_000_000)),
        ["a write in doubt was applied but not timed"] = ("latency", run => Timed(
            Second(run, round => round with { RetriedUnits = 1 }) with
            {
                Faults = [new FaultReport(2, 1, "closed", "cut", 1)],
            },
            (int)run.LatencyUs!.Count - 1,
            1_000_000)),
        ["readings of the processors around the rounds"] = ("round times", _ => Each(OfThisProcess, round =>
            round with { Processors = Reading(round.WindowNs * 25 / 24) })),
        ["a first round with much around it"] = ("round times", _ => Raw(OfThisProcess, raw => raw with
        {
            Rounds =
            [
                .. raw.Rounds.Select((round, index) => round with
                {
                    Processors = Reading(round.WindowNs * (index == 0 ? 3 : 1)),
                }),
            ],
        })),
        ["a cluster that waits for its network"] = ("round times", run => Each(run, round => round with
        {
            Processors = Reading(round.WindowNs * 4 / 3),
        })),
        ["a schedule that ends after its last slice"] = ("round times", _ => Scheduled(Read(Whole.Value))),
        ["a round by itself does not vary"] = ("steady", _ => Read(RunVerificationTests.Report(workers: 2, rounds: 1))),
    };

    public static TheoryData<string> RightNames => [.. Right.Keys];

    [Theory]
    [MemberData(nameof(RightNames))]
    public void Guard_Allowed_IsKept(string what)
    {
        var (guard, change) = Right[what];

        var found = Check(change(Read(Whole.Value)));

        var held = Assert.Single(found.Guards, each => each.Name.Equals(guard, StringComparison.Ordinal));
        Assert.Equal(GuardState.Ok, held.State);
    }

    // A screen shows only the start of a reason, so the advice must be in it.
    [Fact]
    public void Servers_ProxyHasMoreThanNamed_AsksForThemFirst()
    {
        var run = Raw(Read(Whole.Value), raw => raw with
        {
            Shards = [.. raw.Shards.Select(shard => shard with { Ops = OperationReport.None })],
        });

        var reasons = RunDerivation.Of(run with { Store = run.Store with { Proxies = 1 } }).Reasons;

        Assert.Contains(reasons, reason => $"{reason}"[..Math.Min(160, $"{reason}".Length)]
            .Contains("--shards", StringComparison.Ordinal));
    }

    private static RunReport OfThisProcess => Read(RunVerificationTests.Report(workers: 0));

    // The run used all cores, so other programs disturbed no round.
    private static RawProcessors Reading(long spanNs) => new(spanNs, spanNs * 64, 0, 0, null, null, []);

    // Rounds of a schedule that is 50 ms longer than their slices.
    private static RunReport Scheduled(RunReport run)
    {
        var round = run.Raw!.Rounds[0];
        var latency = run.LatencyUs!;
        var longer = Each(run, each => each with { WindowNs = round.WindowNs + 50_000_000 });
        var rate = ArrivalRate.Parse(FormattableString.Invariant(
            $"{Math.Round(round.Committed / ((round.WindowNs + 50_000_000) / 1e9), 3)}"))!;
        return longer with { OpenLoop = new(rate, rate.Mean, rate.Mean, latency, latency, 0) };
    }

    private static RunReport Raw(RunReport run, Func<RawRun, RawRun> change) => run with { Raw = change(run.Raw!) };

    private static RunReport Each(RunReport run, Func<RawRound, RawRound> change) =>
        Raw(run, raw => raw with { Rounds = [.. raw.Rounds.Select(change)] });

    private static RunReport Second(RunReport run, Func<RawRound, RawRound> change) => Raw(run, raw => raw with
    {
        Rounds = [raw.Rounds[0], change(raw.Rounds[1]), .. raw.Rounds.Skip(2)],
    });

    // An additional slice, so that the slices of its round still add up.
    private static RunReport Slice(RunReport run, Func<SliceReport, SliceReport> change) =>
        run with { Slices = [.. run.Slices, change(run.Slices[0] with { Committed = 0 })] };

    private static RunReport First(RunReport run, Func<SliceReport, SliceReport> change) =>
        run with { Slices = [change(run.Slices[0]), .. run.Slices.Skip(1)] };

    private static RunReport Phases(RunReport run, Func<PhaseReport, PhaseReport> change) =>
        run with { PhasesMs = change(run.PhasesMs!) };

    private static RunReport Uncounted(RunReport run) =>
        Raw(run, raw => raw with { CountersUnavailable = "the server does not tell" });

    // Many workers that did almost nothing: the resolution of their clocks alone would allow it.
    private static RunReport OnNegativeProcessors(RunReport run)
    {
        var idle = Raw(run, raw => raw with
        {
            Rounds = [.. raw.Rounds.Select(round => round with { CompilingNs = 0 })],
            Workers = [.. raw.Workers.Select(worker => worker with { CpuNs = 0 })],
        });
        return idle with { Environment = run.Environment with { Cores = -1 } };
    }

    // A number of commits of a millisecond; one of them took longer.
    private static RunReport Timed(RunReport run, int commits, long slowestNs)
    {
        var latency = new LatencyHistogram();
        latency.Record(1_000_000, commits - 1);
        latency.Record(slowestNs, 1);
        return run with { LatencyUs = LatencyReport.From(latency) };
    }

    private static RunReport Asked(RunReport run, int rounds, string duration = "none") => run with
    {
        Options = new Dictionary<string, UsedSetting>(StringComparer.Ordinal)
        {
            ["Measure.Rounds"] = new($"{rounds}", SettingSource.CommandLine),
            ["Measure.Duration"] = new(duration, SettingSource.CommandLine),
        },
    };

    private static RunVerification Check(RunReport run)
    {
        using var document = JsonDocument.Parse(JsonExporter.Format([run]));
        return RunVerification.Of(document.RootElement);
    }

    private static RunReport Read(string text)
    {
        using var document = JsonDocument.Parse(text);
        return ReportReader.Read(document.RootElement);
    }
}

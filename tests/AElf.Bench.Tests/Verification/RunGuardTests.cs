using System.Text.Json;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Runs.Rules;
using AElf.Bench.Harness.Verification;

namespace AElf.Bench.Tests.Verification;

/// <summary>A guard holds several things: each alone, when it does not hold, breaks the guard.</summary>
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
        ["a round offered more"] = ("counts", run => Second(run, round => round with { Offered = 2 * round.Offered })),
        ["a warm-up offered a part"] = ("counts", run => Raw(run, raw => raw with
        {
            WarmUp = [raw.WarmUp[0] with { Offered = 59, Committed = 59 }],
        })),
        ["more rounds than were asked for"] = ("counts", run => Asked(run, 4)),
        ["fewer rounds than were asked for"] = ("counts", run => Asked(run, 6)),
        ["a slice of a round before the first"] = ("slices", run => Slice(run, slice => slice with { Round = 0 })),
        ["a slice of a round behind the last"] = ("slices", run => Slice(run, slice => slice with { Round = 6 })),
        ["a slice has one more"] = ("slices", run => run with
        {
            Slices = [run.Slices[0] with { Committed = run.Slices[0].Committed + 1 }, .. run.Slices.Skip(1)],
        }),
        ["a mailbox below empty"] = ("slices", run => run with
        {
            Slices = [run.Slices[0] with { DeepestMailbox = -1 }, .. run.Slices.Skip(1)],
        }),
        ["nothing was written"] = ("operations", run => Raw(
            Each(run, round => round with { Ops = round.Ops with { Set = 0, MultiSet = 0 } }),
            raw => raw with { CountersUnavailable = "the server does not tell" })),
        ["routing took longer than the round"] = ("clock", run => Second(run, round => round with
        {
            RoutingNs = round.WindowNs + 1,
        })),
        ["routing took less than nothing"] = ("clock", run => Second(run, round => round with { RoutingNs = -1 })),
        ["grouping took less than nothing"] = ("clock", run => Second(run, round => round with { GroupingNs = -1 })),
        ["the warm-up was longer than its phase"] = ("clock", run => run with
        {
            PhasesMs = run.PhasesMs! with { WarmUp = 0 },
        }),
        ["an audit of no time"] = ("clock", run => run with { PhasesMs = run.PhasesMs! with { Audit = 0 } }),
        ["fewer ticks than none"] = ("processors", run => Second(run, round => round with { BusyTicks = -1 })),
        ["more ticks than there were"] = ("processors", run => Second(run, round => round with
        {
            BusyTicks = round.ProcessorTicks + 1,
        })),
        ["a latency longer than any round"] = ("latency", run =>
        {
            var latency = new LatencyHistogram();
            latency.Record(1_000_000, (int)run.LatencyUs!.Count - 1);
            latency.Record(10_000_000_000, 1);
            return run with { LatencyUs = LatencyReport.From(latency) };
        }
        ),
    };

    public static TheoryData<string> Names => [.. Changes.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void One_thing_that_does_not_hold_breaks_its_guard(string what)
    {
        var (guard, change) = Changes[what];

        var found = Check(change(Read(Whole.Value)));

        var broken = Assert.Single(found.Guards, each => each.Name.Equals(guard, StringComparison.Ordinal));
        Assert.Equal(GuardState.Broken, broken.State);
    }

    private static RunReport Raw(RunReport run, Func<RawRun, RawRun> change) => run with { Raw = change(run.Raw!) };

    private static RunReport Each(RunReport run, Func<RawRound, RawRound> change) =>
        Raw(run, raw => raw with { Rounds = [.. raw.Rounds.Select(change)] });

    private static RunReport Second(RunReport run, Func<RawRound, RawRound> change) => Raw(run, raw => raw with
    {
        Rounds = [raw.Rounds[0], change(raw.Rounds[1]), .. raw.Rounds.Skip(2)],
    });

    // A further one, so that those of the round it was of still add up.
    private static RunReport Slice(RunReport run, Func<SliceReport, SliceReport> change) =>
        run with { Slices = [.. run.Slices, change(run.Slices[0] with { Committed = 0 })] };

    private static RunReport Asked(RunReport run, int rounds) => run with
    {
        Options = new Dictionary<string, UsedSetting>(StringComparer.Ordinal)
        {
            ["Measure.Rounds"] = new($"{rounds}", SettingSource.CommandLine),
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

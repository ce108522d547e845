using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Harness.Runs.Rules;
using AElf.Bench.Harness.Statistics;
using AElf.Bench.Harness.Verification;
using AElf.Bench.TestKit.Reports;
using AElf.Bench.Tests.Reports;
using AElf.Bench.Tests.Runs;

namespace AElf.Bench.Tests.Verification;

public sealed class RunVerificationTests
{
    private static readonly StringComparer Ordinal = StringComparer.Ordinal;
    private static readonly Lazy<string> Local = new(() => Report(workers: 0));
    private static readonly Lazy<string> Cluster = new(() => Report(workers: 2));

    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    public void Verify_EachChangedNumber_IsFound(int workers) =>
        Assert.Equal([], ReportMutations.Missed(Report(workers)));

    [Fact]
    public void Contradiction_GuardThatTheRunReported_IsNone()
    {
        var found = Check(Report(workers: 0, rounds: 2));

        Assert.Equal(VerificationOutcome.Refused, found.Outcome);
        Assert.Null(found.Contradiction);
    }

    [Theory]
    [InlineData("claim", false, true)]
    [InlineData("claim", true, false)]
    [InlineData("tps.median", false, false)]
    [InlineData("tps.median", true, false)]
    public void Contradiction_ChangedField_IsNamedUnlessAnotherVersionWordsItOtherwise(
        string path, bool isOfThisBuild, bool agrees)
    {
        var run = JsonNode.Parse(Local.Value)!;
        run["environment"]!["version"] = isOfThisBuild ? RunVerification.Build : "0.0.1";
        if (path is "claim")
        {
            run["claim"] = "other words";
        }
        else
        {
            run["tps"]!["median"] = 1e12;
        }

        Assert.Equal(agrees ? null : path, Check(run.ToJsonString()).Contradiction?.Split(' ')[0]);
    }

    [Theory]
    [InlineData("failIf[0]")]
    [InlineData("hosts[0].clockAheadMs")]
    [InlineData("idleWorkers[0]")]
    [InlineData("profile.samples")]
    [InlineData("store.shards[1].setup.maxMemoryPolicy")]
    [InlineData("starts[1].store.shards[1].evictionPolicy")]
    public void IsDerived_ObservedOrRequestedField_IsFalse(string path) =>
        Assert.False(RunVerification.IsDerived(path));

    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    public void Verify_UnchangedReport_DerivesEachFigure(int workers)
    {
        var found = Check(Report(workers));

        Assert.True(found.Fields.Count > 80);
        Assert.All(found.Fields, field => Assert.True(field.IsSame, $"{field}"));
        Assert.DoesNotContain(found.Guards, guard => guard.State is GuardState.Broken);
        Assert.Equal(VerificationOutcome.Verified, found.Outcome);
    }

    [Fact]
    public void Verify_FieldsAddedAtTheEnd_FollowFromTheReport()
    {
        var run = Read(Report(workers: 2));

        var added = RunReportBuilder.WithNotKept(RunReportBuilder.WithIdleWorkers(run, ["w3"]), "the disk is full");

        var kinds = added.Notes.Select(note => note.Kind);
        Assert.Equal([ProblemKind.IdleWorkers, ProblemKind.ReportNotKept], kinds.Except([ProblemKind.Unnamed]));
        Assert.DoesNotContain(Check(Write(added)).Fields, field => !field.IsSame);
    }

    [Fact]
    public void Verify_ChangedOutcomes_AreFound()
    {
        var run = Read(Local.Value);
        var executed = run.Raw!.WarmUp.Sum(round => round.Committed) + run.Raw.Rounds.Sum(round => round.Committed);
        KindOutcomes bet = new("bet", executed, [new("broke", executed)]);

        var declining = RunDerivation.Of(run with { Raw = run.Raw with { Outcomes = [bet] } });

        var text = Write(declining);
        Assert.Contains("100.0 % declined", declining.Claim, StringComparison.Ordinal);
        Assert.Equal(VerificationOutcome.Verified, Check(text).Outcome);
        Assert.Equal([], ReportMutations.Missed(text, onceOfList: true));
    }

    [Fact]
    public void Verify_FigureDiffers_IsNamedWithBothValues()
    {
        var found = Check(ReportMutations.Changed(Local.Value, "tps.median"));

        var field = Assert.Single(found.Fields, field => !field.IsSame);
        Assert.Equal("tps.median", field.Path, Ordinal);
        Assert.NotEqual(field.Given, field.Derived, Ordinal);
        Assert.Same(field, found.Fields[0]);
        Assert.Equal(VerificationOutcome.Refused, found.Outcome);
    }

    [Theory]
    [InlineData("\"claim\": \"", "\"claim\": \"9", "claim")]
    [InlineData("\"reconciliation\": \"equal\"", "\"reconciliation\": \"within bounds: x\"", "store.reconciliation")]
    [InlineData("\"verdict\": \"pass\"", "\"verdict\": \"degraded\"", "verdict")]
    [InlineData("\"notes\": []", "\"notes\": [\"none\"]", "notes[0]")]
    [InlineData("\"runId\"", "\"owner\": 5, \"runId\"", "owner")]
    [InlineData("\"tps\": {", "\"tps\": { \"best\": 5,", "tps.best")]
    [InlineData("\"mode\": \"strict\",\n      \"load\"", "\"mode\": \"batch\",\n      \"load\"", "facts.mode")]
    public void Verify_ChangedTexts_AreNamed(string was, string becomes, string path)
    {
        Assert.Contains(was, Local.Value, StringComparison.Ordinal);

        var found = Check(Local.Value.Replace(was, becomes, StringComparison.Ordinal));

        Assert.Contains(path, found.Fields.Where(field => !field.IsSame).Select(field => field.Path), Ordinal);
        Assert.Equal(VerificationOutcome.Refused, found.Outcome);
    }

    [Fact]
    public void Verify_FaultsButPassed_IsFound()
    {
        var faulty = Read(Cluster.Value) with { Faults = [new FaultReport(1, 2, "timeout", "actor 1", 3)] };

        var found = Check(Write(faulty));

        Assert.Equal(GuardState.Broken, Guard(found, "verdict").State);
        Assert.Contains(found.Fields, field => field is { IsSame: false, Path: "verdict" });
    }

    [Fact]
    public void Verify_FailedRunWithFigure_IsFound()
    {
        var failed = Write(ExampleReports.FailedAudit);

        Assert.Equal(VerificationOutcome.NoClaim, Check(failed).Outcome);
        var forged = Check(failed.Replace(
            "\"tps\": null,\n  \"oper",
            """
            "tps": { "median": 1, "min": 1, "max": 1, "mean": 1, "low95": 1, "high95": 1, "variation": 0, "count": 1 },
              "oper
            """,
            StringComparison.Ordinal));
        Assert.Equal(VerificationOutcome.Refused, forged.Outcome);
        Assert.Contains(forged.Fields, field => field.Path.StartsWith("tps", StringComparison.Ordinal));
    }

    [Fact]
    public void Verify_FailedRun_ShowsItsReasonsAndNoFigures()
    {
        var found = Check(Write(ExampleReports.FailedAudit));

        var section = Assert.Single(VerificationSections.From(new("report.json", [found]), isVerbose: false));
        Assert.NotEmpty(found.Reasons);
        Assert.Equal(found.Reasons, section.Figures.Single(figure => figure.Name is "reasons").Lines);
        Assert.DoesNotContain(section.Figures, figure => figure is { Name: "not computed", Lines.Count: > 0 });
    }

    [Fact]
    public void Verify_WithoutRawData_ReportsEachFigureAsUnchecked()
    {
        var found = Check(Write(ExampleReports.PassingRedis));

        Assert.Equal(VerificationOutcome.Refused, found.Outcome);
        Assert.Contains("tps.median", found.Unchecked, Ordinal);
        Assert.Contains("rounds[].tps", found.Unchecked, Ordinal);
        Assert.DoesNotContain("environment.cores", found.Unchecked, Ordinal);
        Assert.Contains("cannot be checked", VerificationSections.Conclusion(found), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("long rounds")]
    [InlineData("enough rounds")]
    [InlineData("warm")]
    [InlineData("build")]
    [InlineData("clock")]
    [InlineData("latency")]
    [InlineData("processors")]
    [InlineData("limit")]
    [InlineData("counts")]
    [InlineData("slices")]
    [InlineData("operations")]
    [InlineData("servers")]
    [InlineData("audit")]
    public void Verify_GuardDoesNotHold_IsBroken(string name)
    {
        var run = Read(Cluster.Value);
        var raw = run.Raw!;

        var found = Check(Write(name switch
        {
            "long rounds" => Each(run, round => round with { WindowNs = 99_000_000 }),
            "enough rounds" => Read(Report(workers: 2, rounds: 4)),
            "warm" => run with { Raw = raw with { WarmUp = [] } },
            "build" => run with { Environment = run.Environment with { Build = "Debug" } },
            "clock" => run with { PhasesMs = run.PhasesMs! with { Measure = 999 } },
            "latency" => run with { Lanes = 0 },
            "processors" => Each(run, round => round with { CpuNs = 50_000_000_000 }),
            "limit" => Each(run, round => round with { GcPauseNs = 50_000_000 }),
            "counts" => Each(run, round => round with { Committed = 59 }),
            "slices" => run with { Slices = [.. run.Slices.Skip(1)] },
            "operations" => run with { Raw = raw with { Reads = 1 } },
            "servers" => Each(run, round => round with { ServedOps = null }),
            _ => run with { Audit = run.Audit with { Compared = 1 } },
        }));

        Assert.Equal(GuardState.Broken, Guard(found, name).State);
        Assert.Equal(VerificationOutcome.Refused, found.Outcome);
    }

    [Theory]
    [InlineData("windowNs", "-5")]
    [InlineData("windowNs", "0")]
    [InlineData("groupingNs", "-5")]
    [InlineData("routingNs", "-5")]
    [InlineData("windowNs", "9223372036854775807")]
    [InlineData("committed", "9223372036854775807")]
    [InlineData("get", "9223372036854775807")]
    public void Verify_ImpossibleNumbers_AreRefused(string field, string number)
    {
        var at = Local.Value.IndexOf($"\"{field}\": ", Local.Value.IndexOf("\"groupingNs\"", StringComparison.Ordinal)
            - 150, StringComparison.Ordinal);
        var end = Local.Value.IndexOfAny([',', '\n'], at);

        var found = Check($"{Local.Value[..at]}\"{field}\": {number}{Local.Value[end..]}");

        Assert.Equal(VerificationOutcome.Refused, found.Outcome);
    }

    [Fact]
    public void Verify_AnyCountBelowZero_IsRefusedByItsPath()
    {
        var run = Read(Cluster.Value);
        var executed = run.Raw!.WarmUp.Sum(round => round.Committed) + run.Raw.Rounds.Sum(round => round.Committed);
        KindOutcomes bet = new("bet", executed, [new("broke", 5), new("late", 5)]);
        var text = Write(RunDerivation.Of(run with { Raw = run.Raw with { Outcomes = [bet] } }));
        using var document = JsonDocument.Parse(text);
        var counts = CheckedField.Compare(document.RootElement, document.RootElement)
            .Where(field => field.Path.StartsWith("raw.", StringComparison.Ordinal) && char.IsDigit(field.Given![0]))
            .Select(field => field.Path).ToList();

        Assert.Contains("raw.outcomes[0].declined[1].count", counts);
        Assert.Empty(counts.Where(path =>
        {
            var found = Check(ReportMutations.With(text, path, "-5"));
            return found.Outcome is not VerificationOutcome.Refused
                || (found.Guards.Count > 1
                    && found.Guards.All(guard => !guard.What.Equals($"{path} is -5", StringComparison.Ordinal)));
        }));
    }

    [Fact]
    public void Report_TruncatedAnywhere_IsRefused()
    {
        var text = Local.Value.TrimEnd();
        for (var length = 0; length < text.Length; length += 97)
        {
            Assert.ThrowsAny<JsonException>(() => Check(text[..length]));
        }
    }

    [Theory]
    [InlineData("{ \"schema\": \"aelf-bench/run/1\" }", "its format is aelf-bench/run/1")]
    [InlineData("{ \"schema\": \"aelf-bench/comparison/1\" }", "its format is aelf-bench/comparison/1")]
    [InlineData("{ \"schema\": \"aelf-bench/runs/2\", \"runs\": [] }", "it has no runs")]
    [InlineData("{ \"schema\": 1 }", "its format is not named")]
    [InlineData("[1, 2]", "its format is not named")]
    [InlineData(
        "{ \"schema\": \"aelf-bench/failure/1\", \"exitCode\": 2, \"problems\": [\"no store\"], \"endedUtc\": \"\" }",
        "exit code 2: no store")]
    public void Verify_OtherFile_IsNamed(string text, string message)
    {
        using var document = JsonDocument.Parse(text);

        var thrown = Assert.Throws<FormatException>(() => ReportVerification.RunsIn(document.RootElement));

        Assert.Contains(message, thrown.Message, StringComparison.Ordinal);
    }

    private static Guard Guard(RunVerification found, string name) =>
        Assert.Single(found.Guards, guard => string.Equals(guard.Name, name, StringComparison.Ordinal));

    private static RunReport Each(RunReport run, Func<RawRound, RawRound> change) =>
        run with { Raw = run.Raw! with { Rounds = [.. run.Raw.Rounds.Select(change)] } };

    internal static RunVerification Check(string text)
    {
        using var document = JsonDocument.Parse(text);
        return RunVerification.Of(document.RootElement);
    }

    internal static RunReport Read(string text)
    {
        using var document = JsonDocument.Parse(text);
        return ReportReader.Read(document.RootElement);
    }

    internal static string Write(RunReport run) => JsonExporter.Format([run]);

    /// <summary>A report with a value in every field.</summary>
    internal static string Report(int workers, int rounds = 5, Action<RunRig>? change = null)
    {
        using var rig = new RunRig();
        rig.Request = rig.Request with
        {
            Measure = rig.Request.Measure with { Rounds = rounds },
            Environment = rig.Request.Environment with { Cores = 64 },
        };
        rig.Executor.ChangeOutcome = (number, outcome) =>
        {
            var latency = new LatencyHistogram();
            latency.Record(1_000_000, rig.Transfers / 2);
            latency.Record(1_500_000 + number, rig.Transfers / 2);
            return outcome with
            {
                Window = outcome.Window + TimeSpan.FromMilliseconds(number),
                Stats = outcome.Stats with
                {
                    Latency = latency,
                    AllocatedBytes = 1000 + number,
                    Dispatchers = 1,
                    Idle = TimeSpan.FromMilliseconds(30 + number),
                },
                Imbalance = 1 + (0.1 * number),
                Workers = [.. Enumerable.Range(1, workers).Select(worker => new WorkerOutcome(
                    $"w{worker}", "s", "memory", 2, rig.Transfers / workers, Half(outcome.Stats.Operations),
                    TimeSpan.FromMilliseconds(10 + worker), TimeSpan.FromMilliseconds(1),
                    TimeSpan.FromMilliseconds(15)))],
            };
        };
        change?.Invoke(rig);
        return Write(RunDerivation.Of(rig.Run() with { PhasesMs = new PhaseReport(1, 2, 300, 300 * rounds, 0, 3, 1) }));
    }

    private static OperationCounts Half(OperationCounts all) => new(
        all.Get / 2, all.Set / 2, all.MultiGet / 2, all.MultiSet / 2, all.KeysRead / 2, all.KeysWritten / 2);
}

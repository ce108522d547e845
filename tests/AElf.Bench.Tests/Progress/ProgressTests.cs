using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports.Exporters;

namespace AElf.Bench.Tests.Progress;

public sealed class ProgressTests
{
    private static readonly ProgressSnapshot Seeding = new(RunPhase.Seed, 0, 0, 0, 0, 0);

    private static readonly ProgressSnapshot Running = new(
        RunPhase.Measure, Round: 3, Rounds: 5, Committed: 480_000, DeepestMailbox: 17, OldestMs: 2.5);

    [Fact]
    public void Progress_InAPipe_IsALinePerPhaseAndRound()
    {
        var text = Piped(call =>
        {
            using var run = call.OpenRun();
            run.Start(() => Running);
            run.Enter(Seeding);
            run.Enter(Running);
            run.Enter(new ProgressSnapshot(RunPhase.Audit, 0, 0, 0, 0, 0));
        });

        Assert.Equal("seed\nmeasure, round 3 of 5, 480,000 committed\naudit\n", text);
    }

    [Fact]
    public void Progress_SeveralRuns_NamesTheRunInEachLine()
    {
        var text = Piped(call =>
        {
            call.Expect(new Lazy<int>(2), new MeasureOptions(), "request");
            for (var run = 0; run < 2; run++)
            {
                using var opened = call.OpenRun();
                opened.Start(() => Running);
                opened.Enter(Seeding);
            }
        });

        Assert.Equal("run 1 of 2: seed\nrun 2 of 2: seed\n", text);
    }

    [Fact]
    public void Lines_OfSeveralWriters_KeepTheirOrder()
    {
        var text = Piped(call =>
        {
            using (call.OpenStep("starting"))
            {
                call.WriteLine("  shard1 is there");
            }

            using var run = call.OpenRun();
            run.Start(() => Running);
            run.Enter(Seeding);
            call.Dispose();
            call.WriteLine("last lines of shard1");
        });

        Assert.Equal("starting\n  shard1 is there\nseed\nlast lines of shard1\n", text);
    }

    [Fact]
    public void Quiet_ShowsOnlyErrorsAndWarnings()
    {
        using var error = new StringWriter { NewLine = "\n" };
        using (var call = new CallProgress(quiet: true, piped: true, error, TimeProvider.System))
        {
            using var run = call.OpenRun();
            run.Start(() => Running);
            run.Enter(Running);
            call.WriteLine("the manager is away");
        }

        Assert.Equal("the manager is away\n", error.ToString());
    }

    [Fact]
    public void Progress_InAPipe_IsPrintedByAnotherThread()
    {
        using var output = new ThreadNoting();
        using (var call = new CallProgress(quiet: false, piped: true, output, TimeProvider.System))
        {
            using var run = call.OpenRun();
            run.Start(() => Running);
            run.Enter(Running);
        }

        Assert.NotNull(output.Thread);
        Assert.NotEqual(Environment.CurrentManagedThreadId, output.Thread);
    }

    [Fact]
    public void Output_Closed_DoesNotEndTheRun()
    {
        using var output = new BrokenPipe();
        var call = new CallProgress(quiet: false, piped: true, output, TimeProvider.System);
        using var run = call.OpenRun();
        run.Start(() => Running);

        run.Enter(Running);
        run.Enter(Running);

        // An exception in its thread would end the process.
        Assert.Null(Record.Exception(call.Dispose));
        Assert.NotEqual(0, output.Tried);
    }

    [Fact]
    public void Bar_Round_HasShareTimeLeftAndSpeed()
    {
        var moment = new CallMoment(
            "run 1 of 2: measure, round 3 of 5", 0.25, TimeSpan.FromSeconds(12.4), 212_345.6, "request");

        Assert.Equal(
            [
                "[##########..............................] 25 %, about 12 s left",
                "run 1 of 2: measure, round 3 of 5; 212,346 requests/s now, not audited yet",
            ],
            Drawn(moment, columns: 100));
        Assert.StartsWith("[##........] 25 %", Drawn(moment, columns: 44)[0], StringComparison.Ordinal);
        Assert.Equal(
            [$"[{new string('.', 40)}] 0 %, time left unknown", "starting"],
            Drawn(new("starting", 0, null, null, ""), columns: 80));
    }

    [Fact]
    public void Draw_NarrowestTerminal_KeepsTheLineOfTheBarWhole()
    {
        var moment = new CallMoment("measure", 1, null, null, "request");
        string[] words = [.. Drawn(moment, LiveDisplay.MinColumns)[0].Split(' ').Skip(1)];
        Assert.Equal(Drawn(moment, columns: 80)[0].Split(' ').Skip(1), words);
    }

    [Fact]
    public void Line_WithinAPhase_HasSpeedAndTimeLeft() => Assert.Equal(
        "measure, round 3 of 5, 1,000 transfers/s now, about 90 s left",
        PlainDisplay.Line(new("measure, round 3 of 5", 0.5, TimeSpan.FromSeconds(90), 1000, "transfer")));

    [Fact]
    public void Line_Unchanged_IsReplacedByItsTime()
    {
        using var output = new StringWriter { NewLine = "\n" };
        using var display = new PlainDisplay(output, () => default);

        foreach (var line in new[] { "audit", "audit", "audit", "clean-up" })
        {
            display.Repeat(line);
        }

        string[] lines = ["audit", "unchanged for 5 s", "unchanged for 10 s", "clean-up", ""];
        Assert.Equal(lines, $"{output}".Split('\n'));
    }

    [Theory]
    [InlineData(0.4, "less than 1 s left")]
    [InlineData(119, "about 119 s left")]
    [InlineData(600, "about 10 min left")]
    [InlineData(10_800, "about 3.0 h left")]
    public void TimeLeft_AnyLength_HasTheFittingUnit(double seconds, string text) =>
        Assert.Equal(text, new CallMoment("", 0, TimeSpan.FromSeconds(seconds), null, "").LeftText);

    [Fact]
    public void Speed_Sample_IsOfTheLastSecondAndRoundsOnly()
    {
        var clock = new SteppedClock();
        var committed = 0L;
        var phase = RunPhase.WarmUp;
        using var call = new CallProgress(TextWriter.Null, clock, _ => null);
        call.Expect(new Lazy<int>(1), new MeasureOptions(), "transfer");
        using var run = call.OpenRun();
        run.Start(() => new ProgressSnapshot(phase, 1, 5, committed, 0, 0));
        call.Observe();
        foreach (var more in new[] { 100L, 100, 100, 100, 100, 5000, 5000, 5000, 5000, 5000 })
        {
            clock.Pass(TimeSpan.FromSeconds(0.25));
            committed += more;
            call.Observe();
        }

        Assert.Equal(20_000, call.Observe().PerSecond);
        phase = RunPhase.Audit;
        Assert.Null(call.Observe().PerSecond);
    }

    [Fact]
    public void Progress_OtherWork_HasItsCompletedShare()
    {
        var clock = new SteppedClock();
        var work = new WorkCounter();
        using var call = new CallProgress(TextWriter.Null, clock, _ => null);
        using var step = call.OpenStep("writing 400 accounts", work);
        work.Begin(400);
        work.Add(100);
        clock.Pass(TimeSpan.FromSeconds(2));

        Assert.Equal(
            new CallMoment("writing 400 accounts, 25 %", 0.25, TimeSpan.FromSeconds(6), null, ""), call.Observe());
    }

    [Fact]
    public void Observe_AfterTheLastRun_DoesNotChange()
    {
        var clock = new SteppedClock();
        using var call = new CallProgress(TextWriter.Null, clock, _ => null);
        call.Expect(new Lazy<int>(2), new MeasureOptions(), "transfer");
        Assert.Equal(("starting", 0.0), (call.Observe().Step, call.Observe().Fraction));

        Run();
        var between = call.Observe();
        Run();
        var behind = call.Observe();
        using var step = call.OpenStep("reading the profile");

        Assert.Equal(("starting", 0.5), (between.Step, Math.Round(between.Fraction, 2)));
        Assert.Equal(("ending", 1.0), (behind.Step, behind.Fraction));
        Assert.Equal(1, call.Observe().Fraction);

        void Run()
        {
            using var run = call.OpenRun();
            run.Start(() => new ProgressSnapshot(RunPhase.Measure, 1, 1, 0, 0, 0));
            clock.Pass(TimeSpan.FromSeconds(2));
            call.Observe();
        }
    }

    [Fact]
    public void Observe_StepsOfACallWithoutRuns_NeverGoBack()
    {
        using var call = new CallProgress(TextWriter.Null, new SteppedClock(), _ => null);
        call.ExpectSteps(2);
        List<double> seen = [];
        foreach (var what in new[] { "writing", "reading back" })
        {
            var work = new WorkCounter();
            using var step = call.OpenStep(what, work);
            seen.Add(call.Observe().Fraction);
            work.Begin(10);
            work.Add(5);
            seen.Add(call.Observe().Fraction);
            work.Add(5);
            seen.Add(call.Observe().Fraction);
        }

        seen.Add(call.Observe().Fraction);
        Assert.Equal([0, 0.25, 0.5, 0.5, 0.75, 1, 1], seen);
    }

    [Fact]
    public void Bar_Samples_OnItsThreadUntilDisposed()
    {
        using var sampled = new ManualResetEventSlim();
        using var output = new StringWriter();
        var thread = 0;
        var console = ConsoleExporter.Open(output, piped: true);
        using (var call = new CallProgress(output, TimeProvider.System, each => new LiveDisplay(console, each.Observe)))
        {
            using var run = call.OpenRun();
            run.Start(() =>
            {
                thread = Environment.CurrentManagedThreadId;
                sampled.Set();
                return Running;
            });
            Assert.True(sampled.Wait(Wait.Deadline, ThisTest.Cancelled));
        }

        Assert.NotEqual(Environment.CurrentManagedThreadId, thread);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Display_EndedTwice_IsAccepted(bool piped)
    {
        using var output = new StringWriter();
        var console = ConsoleExporter.Open(output, piped: true);
        var call = new CallProgress(output, TimeProvider.System, each =>
            piped ? new PlainDisplay(output, each.Observe) : new LiveDisplay(console, each.Observe));
        using var run = call.OpenRun();
        run.Start(() => Running);

        call.Dispose();

        Assert.Null(Record.Exception(call.Dispose));
    }

    private static string Piped(Action<CallProgress> use)
    {
        using var output = new StringWriter { NewLine = "\n" };
        using (var call = new CallProgress(quiet: false, piped: true, output, TimeProvider.System))
        {
            use(call);
        }

        return output.ToString();
    }

    private static string[] Drawn(CallMoment moment, int columns)
    {
        using var output = new StringWriter { NewLine = "\n" };
        var console = ConsoleExporter.Open(output, piped: true);
        console.Profile.Width = columns;
        console.Write(LiveDisplay.Draw(moment, columns));
        return [.. output.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.TrimEnd())];
    }

    /// <summary>A clock that only the test advances.</summary>
    private sealed class SteppedClock : TimeProvider
    {
        private long ticks = TimeSpan.TicksPerHour;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => ticks;

        public void Pass(TimeSpan time) => ticks += time.Ticks;
    }

    private sealed class ThreadNoting : StringWriter
    {
        public int? Thread { get; private set; }

        public override void WriteLine(string? value) => Thread = Environment.CurrentManagedThreadId;
    }

    private sealed class BrokenPipe : StringWriter
    {
        public int Tried { get; private set; }

        public override void WriteLine(string? value)
        {
            Tried++;
            throw new IOException("Broken pipe");
        }
    }
}

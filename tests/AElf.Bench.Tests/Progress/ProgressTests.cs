using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports.Exporters;
using Spectre.Console;

namespace AElf.Bench.Tests.Progress;

public sealed class ProgressTests
{
    private static readonly ProgressSnapshot Running = new(
        RunPhase.Measure, Round: 3, Rounds: 5, Committed: 480_000, DeepestMailbox: 17, OldestMs: 2.5);

    [Fact]
    public void Plain_progress_prints_a_line_for_each_phase_and_round()
    {
        using var output = new StringWriter { NewLine = "\n" };
        using (var progress = new PlainProgress(output))
        {
            progress.Start(() => Running);
            progress.Enter(new ProgressSnapshot(RunPhase.Seed, 0, 0, 0, 0, 0));
            progress.Enter(Running);
            progress.Enter(new ProgressSnapshot(RunPhase.Audit, 0, 0, 0, 0, 0));
        }

        Assert.Equal("seed\nmeasure, round 3 of 5, 480,000 committed\naudit\n", output.ToString());
    }

    [Fact]
    public void Plain_progress_prints_on_a_thread_of_its_own()
    {
        using var output = new ThreadNoting();
        using (var progress = new PlainProgress(output))
        {
            progress.Start(() => Running);
            progress.Enter(Running);
        }

        Assert.NotNull(output.Thread);
        Assert.NotEqual(Environment.CurrentManagedThreadId, output.Thread);
    }

    [Fact]
    public void Plain_progress_survives_a_reader_that_went_away()
    {
        using var output = new BrokenPipe();
        var progress = new PlainProgress(output);
        progress.Start(() => Running);

        progress.Enter(Running);
        progress.Enter(Running);

        // Its thread would end the process when it threw.
        Assert.Null(Record.Exception(progress.Dispose));
        Assert.NotEqual(0, output.Tried);
    }

    [Fact]
    public void Live_progress_draws_phase_round_speed_and_the_mailboxes()
    {
        using var output = new StringWriter { NewLine = "\n" };
        ConsoleExporter.Open(output, piped: true).Write(LiveProgress.Draw(Running, tps: 212_345));

        var lines = output.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.TrimEnd());
        Assert.Equal(
            new[]
            {
                "phase            measure, round 3 of 5",
                "committed        480,000",
                "now              212,345 transfers/s, not audited yet",
                "deepest mailbox  17 jobs",
                "oldest message   2.50 ms",
            },
            lines,
            StringComparer.Ordinal);
    }

    [Fact]
    public void Live_progress_samples_on_its_own_thread_and_ends_when_disposed()
    {
        using var sampled = new ManualResetEventSlim();
        using var output = new StringWriter();
        var thread = 0;
        using (var progress = new LiveProgress(ConsoleExporter.Open(output, piped: true), TimeProvider.System))
        {
            progress.Start(() =>
            {
                thread = Environment.CurrentManagedThreadId;
                sampled.Set();
                return Running;
            });
            Assert.True(
                sampled.Wait(TimeSpan.FromSeconds(30), ThisTest.Cancelled), "the display never asked for a sample");
        }

        Assert.NotEqual(Environment.CurrentManagedThreadId, thread);
    }

    [Theory]
    [InlineData(true, true, typeof(QuietProgress))]
    [InlineData(true, false, typeof(QuietProgress))]
    [InlineData(false, true, typeof(PlainProgress))]
    public void The_display_fits_the_output(bool quiet, bool piped, Type expected)
    {
        using var error = new StringWriter();
        using var progress = ProgressDisplay.Choose(quiet, piped, error, TimeProvider.System);

        Assert.IsType(expected, progress);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_display_may_be_ended_before_the_summary_and_again_by_its_owner(bool plain)
    {
        using var output = new StringWriter();
        IRunProgress progress = plain
            ? new PlainProgress(output)
            : new LiveProgress(ConsoleExporter.Open(output, piped: true), TimeProvider.System);
        progress.Start(() => Running);

        progress.Dispose();

        Assert.Null(Record.Exception(progress.Dispose));
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

using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Operations.Health;
using AElf.Bench.Settings.CommandLine;
using AElf.Benchmark.Submitted;
using Spectre.Console;

namespace AElf.Benchmark.Verbs.Top;

/// <summary>Shows a manager's status until Ctrl-C: a live picture on a wide terminal, otherwise lines.</summary>
internal sealed class TopCommand(RunClient manager, TextWriter output, bool piped) : IDisposable
{
    private static readonly TimeSpan DrawInterval = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan LineInterval = TimeSpan.FromSeconds(5);

    private readonly Termination ended = new();

    public void Dispose() => ended.Dispose();

    /// <summary>Shows the status until an interruption, or once with <c>--once</c>.</summary>
    /// <exception cref="WireException">No manager answers.</exception>
    public void Watch(bool isOnce)
    {
        try
        {
            var first = Ask();
            var console = ConsoleExporter.Open(output, piped);
            var hasRoom = console.Profile.Width >= TopPicture.Columns;
            if (isOnce && hasRoom)
            {
                console.Write(TopPicture.Draw(first, error: null));
            }
            else if (isOnce)
            {
                Print(first, first.Events);
            }
            else if (piped || !hasRoom || !console.Profile.Capabilities.Ansi)
            {
                PrintLines(first);
            }
            else
            {
                console.Live(TopPicture.Draw(first, error: null)).Start(display => Redraw(display, first));
            }
        }
        catch (Exception exception) when (exception is OperationCanceledException or IOException)
        {
            // The user interrupted it, or the reader of the output is gone.
        }
    }

    private ClusterStatus Ask() => manager.AskStatusAsync(ended.Token).GetAwaiter().GetResult();

    private bool IsOverAfter(TimeSpan pause) => ended.Token.WaitHandle.WaitOne(pause);

    private void Redraw(LiveDisplayContext display, ClusterStatus first)
    {
        var last = first;
        while (!IsOverAfter(DrawInterval))
        {
            var error = default(string);
            try
            {
                last = Ask();
            }
            catch (WireException exception)
            {
                // Keep the last picture, and show the manager again when it returns.
                error = exception.Message;
            }

            display.UpdateTarget(TopPicture.Draw(last, error));
        }
    }

    private void PrintLines(ClusterStatus first)
    {
        var last = first;
        Print(first, first.Events);
        while (!IsOverAfter(LineInterval))
        {
            var now = Ask();
            Print(now, now.Events.Except(last.Events));
            last = now;
        }
    }

    private void Print(ClusterStatus status, IEnumerable<ClusterEvent> happened)
    {
        foreach (var one in happened)
        {
            output.WriteLine(TopText.Event(one));
        }

        output.WriteLine(TopText.Line(status));
        output.Flush();
    }
}

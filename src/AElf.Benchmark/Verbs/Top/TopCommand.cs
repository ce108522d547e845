using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Operations.Health;
using AElf.Bench.Settings.CommandLine;
using Spectre.Console;

namespace AElf.Benchmark.Verbs.Top;

/// <summary>
/// Shows a manager's status until Ctrl-C: pictures on a terminal that is wide enough, and lines elsewhere.
/// </summary>
internal sealed class TopCommand(TextWriter output, bool piped) : IDisposable
{
    private static readonly TimeSpan DrawInterval = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan LineInterval = TimeSpan.FromSeconds(5);

    private readonly Termination ended = new();

    public void Dispose() => ended.Dispose();

    /// <summary>Watches until it is interrupted; with <see cref="TopOptions.Once"/>, shows one picture.</summary>
    public ExitCode Watch(TopOptions options)
    {
        try
        {
            using var manager = new ManagerClient(options.Manager, options.AuthorityFile);
            var first = manager.Ask(ended.Token);
            var console = ConsoleExporter.Open(output, piped);
            var hasRoom = console.Profile.Width >= TopPicture.Columns;
            if (options.Once && hasRoom)
            {
                console.Write(TopPicture.Draw(first, error: null));
            }
            else if (options.Once)
            {
                Print(first, first.Events);
            }
            else if (piped || !hasRoom || !console.Profile.Capabilities.Ansi)
            {
                PrintLines(manager, first);
            }
            else
            {
                console.Live(TopPicture.Draw(first, error: null)).Start(display => Redraw(display, manager, first));
            }

            return ExitCode.Ok;
        }
        catch (FormatException exception)
        {
            return Stop(ExitCode.Usage, exception.Message);
        }
        catch (ManagerMissingException exception)
        {
            return Stop(ExitCode.Environment, exception.Message);
        }
        catch (OperationCanceledException)
        {
            return ExitCode.Ok;
        }
        catch (IOException)
        {
            // The reader of the output is gone.
            return ExitCode.Ok;
        }
    }

    private static ExitCode Stop(ExitCode code, string message)
    {
        Console.Error.WriteLine($"error: {message}");
        return code;
    }

    private bool IsOverAfter(TimeSpan pause) => ended.Token.WaitHandle.WaitOne(pause);

    private void Redraw(LiveDisplayContext display, ManagerClient manager, ClusterStatus first)
    {
        var last = first;
        while (!IsOverAfter(DrawInterval))
        {
            var error = default(string);
            try
            {
                last = manager.Ask(ended.Token);
            }
            catch (ManagerMissingException exception)
            {
                // On a terminal: keep the last picture, and show a manager again when it returns.
                error = exception.Message;
            }

            display.UpdateTarget(TopPicture.Draw(last, error));
        }
    }

    private void PrintLines(ManagerClient manager, ClusterStatus first)
    {
        var last = first;
        Print(first, first.Events);
        while (!IsOverAfter(LineInterval))
        {
            var now = manager.Ask(ended.Token);
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

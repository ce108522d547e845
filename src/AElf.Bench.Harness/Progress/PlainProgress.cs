using System.Collections.Concurrent;
using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Progress;

/// <summary>
/// One line for each phase and round, and every five seconds within: for output that is piped into a file or a build
/// log.
/// </summary>
/// <param name="output">Should not be where the summary goes.</param>
public sealed class PlainProgress(TextWriter output) : IRunProgress
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(5);

    private readonly BlockingCollection<ProgressSnapshot> moments = new();
    private Thread? thread;
    private bool disposed;

    /// <inheritdoc/>
    public void Start(Func<ProgressSnapshot> sample)
    {
        thread = new Thread(() => PrintAll(sample)) { IsBackground = true, Name = "progress" };
        thread.Start();
    }

    /// <inheritdoc/>
    public void Enter(ProgressSnapshot moment) => moments.Add(moment);

    /// <summary>Prints what is queued, then ends.</summary>
    public void Dispose()
    {
        if (disposed)
        {
            return;
        }

        disposed = true;
        moments.CompleteAdding();
        thread?.Join();
        moments.Dispose();
    }

    private void PrintAll(Func<ProgressSnapshot> sample)
    {
        try
        {
            while (true)
            {
                if (moments.TryTake(out var entered, Interval))
                {
                    Print(entered);
                }
                else if (moments.IsCompleted)
                {
                    return;
                }
                else
                {
                    // A round may last minutes: whoever reads the log wants to see that it goes on.
                    Print(sample());
                }
            }
        }
        catch (IOException)
        {
            // Nobody reads any more: no reason to end a measurement.
        }
    }

    private void Print(ProgressSnapshot moment)
    {
        output.WriteLine(Line(moment));
        output.Flush();
    }

    private static string Line(ProgressSnapshot moment) => moment.Rounds == 0
        ? ProgressText.Phase(moment)
        : $"{ProgressText.Phase(moment)}, {NumberFormat.Count(moment.Committed)} committed";
}

using System.Collections.Concurrent;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Progress;

/// <summary>One line for each phase and round: for output that is piped into a file or a build log.</summary>
public sealed class PlainProgress : IRunProgress
{
    private readonly BlockingCollection<ProgressSnapshot> _moments = new();
    private readonly TextWriter _output;
    private readonly Thread _thread;
    private bool _disposed;

    /// <summary>Prints to <paramref name="output"/>, which should not be where the summary goes.</summary>
    public PlainProgress(TextWriter output)
    {
        _output = output;
        _thread = new Thread(PrintAll) { IsBackground = true, Name = "progress" };
    }

    /// <inheritdoc/>
    public void Start(Func<ProgressSnapshot> sample) => _thread.Start();

    /// <inheritdoc/>
    public void Enter(ProgressSnapshot moment) => _moments.Add(moment);

    /// <summary>Prints what is queued, then ends.</summary>
    public void Dispose()
    {
        if (_disposed)
        {
            return;
        }

        _disposed = true;
        _moments.CompleteAdding();
        if (_thread.IsAlive)
        {
            _thread.Join();
        }

        _moments.Dispose();
    }

    private void PrintAll()
    {
        try
        {
            foreach (var moment in _moments.GetConsumingEnumerable())
            {
                _output.WriteLine(Line(moment));
                _output.Flush();
            }
        }
        catch (IOException)
        {
            // Nobody reads any more: no reason to end a measurement.
        }
    }

    private static string Line(ProgressSnapshot moment) => moment.Rounds == 0
        ? ProgressText.Phase(moment)
        : $"{ProgressText.Phase(moment)}, {Figures.Count(moment.Committed)} committed";
}

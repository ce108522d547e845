using System.Text;
using AElf.Bench.Harness.Progress;

namespace AElf.Bench.Harness.Submitted;

/// <summary>
/// Writes the progress of a process' runs to a file, for the process that started it (<see cref="ProgressFollower"/>):
/// a line of JSON for each snapshot, and an empty line after each run.
/// </summary>
public static class ProgressFile
{
    /// <summary>Opens the progress of a run.</summary>
    /// <param name="path">The file, which is created if it does not exist.</param>
    public static IRunProgress Open(string path)
    {
        var file = TextWriter.Synchronized(new StreamWriter(path, append: true) { AutoFlush = true });
        return new ForwardedProgress(
            moment => file.WriteLine(Encoding.UTF8.GetString(new RunState.UnderWay(moment).ToJson().Span)),
            () =>
            {
                file.WriteLine();
                file.Dispose();
            });
    }
}

/// <summary>Shows the runs of another process in this process' progress, through a file.</summary>
/// <param name="path">The file, which may not exist yet.</param>
/// <param name="call">The progress.</param>
public sealed class ProgressFollower(string path, CallProgress call) : IDisposable
{
    private readonly List<byte> line = [];
    private long read;
    private IRunProgress? run;
    private ProgressSnapshot latest;

    /// <summary>Shows the lines written since the last call.</summary>
    public void Read()
    {
        if (!File.Exists(path))
        {
            return;
        }

        using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        file.Seek(read, SeekOrigin.Begin);
        for (var next = file.ReadByte(); next >= 0; next = file.ReadByte())
        {
            read++;
            if (next != '\n')
            {
                line.Add((byte)next);
                continue;
            }

            Show();
            line.Clear();
        }
    }

    /// <summary>Ends the current run.</summary>
    public void Dispose()
    {
        run?.Dispose();
        run = null;
    }

    private void Show()
    {
        if (line.Count == 0)
        {
            Dispose();
            return;
        }

        var moment = ((RunState.UnderWay)RunState.Read("progress", line.ToArray())).Progress;
        var isNew = run is null || (latest.Phase, latest.Round) != (moment.Phase, moment.Round);
        latest = moment;
        if (run is null)
        {
            run = call.OpenRun();
            run.Start(() => latest);
        }

        if (isNew)
        {
            run.Enter(moment);
        }
    }
}

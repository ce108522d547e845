using AElf.Bench.Harness.Progress;

namespace AElf.Bench.Harness.Submitted;

/// <summary>
/// Writes where the runs of a process are to a file, for the process that started it (<see cref="ProgressFollower"/>):
/// a line of JSON for each moment, and an empty line behind each run.
/// </summary>
/// <param name="path">A file that is created.</param>
public sealed class ProgressFile(string path) : IRunProgress
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(250);

    private readonly Lock gate = new();
    private readonly StreamWriter file = new(path, append: true) { AutoFlush = true };
    private Timer? timer;

    public void Start(Func<ProgressSnapshot> sample) =>
        timer ??= new Timer(_ => Enter(sample()), null, Interval, Interval);

    public void Enter(ProgressSnapshot moment) =>
        Write(System.Text.Encoding.UTF8.GetString(new RunState.UnderWay(moment).ToJson().Span));

    public void Dispose()
    {
        timer?.Dispose();
        Write("");
        lock (gate)
        {
            file.Dispose();
        }
    }

    private void Write(string line)
    {
        lock (gate)
        {
            // A last tick of the timer may come behind the end.
            if (file.BaseStream is { CanWrite: true })
            {
                file.WriteLine(line);
            }
        }
    }
}

/// <summary>Shows the runs of another process in this one's progress, through a file.</summary>
/// <param name="path">The file, which need not be there yet.</param>
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

namespace AElf.Bench.Harness.Progress;

/// <summary>Passes a run's progress to a callback: four times a second, and when a phase or round starts.</summary>
/// <param name="report">Called on a separate thread and on the measuring thread: it must be safe from both.</param>
/// <param name="end">Called once after the last progress; null for none.</param>
public sealed class ForwardedProgress(Action<ProgressSnapshot> report, Action? end = null) : IRunProgress
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(250);

    private readonly ManualResetEventSlim ended = new();
    private Thread? thread;

    public void Start(Func<ProgressSnapshot> sample)
    {
        thread = new Thread(() =>
        {
            while (!ended.Wait(Interval))
            {
                report(sample());
            }
        })
        { IsBackground = true, Name = "progress" };
        thread.Start();
    }

    public void Enter(ProgressSnapshot moment) => report(moment);

    public void Dispose()
    {
        ended.Set();
        thread?.Join();
        ended.Dispose();
        end?.Invoke();
    }
}

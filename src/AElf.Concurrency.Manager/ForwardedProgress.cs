using AElf.Bench.Harness.Progress;

namespace AElf.Concurrency.Manager;

/// <summary>Hands a run's progress to a callback that sends it on, four times a second.</summary>
internal sealed class ForwardedProgress(Action<ProgressSnapshot> report) : IRunProgress
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
    }
}

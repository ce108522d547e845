using AElf.Bench.Harness.Progress;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>Shows that a run waits for its manager, in place of the last progress that the manager told.</summary>
internal sealed class ManagerAway(CallProgress call) : IDisposable
{
    private IDisposable? step;

    public void Begin(string what) => step ??= call.OpenStep(what);

    public void End()
    {
        step?.Dispose();
        step = null;
    }

    public void Dispose() => End();
}

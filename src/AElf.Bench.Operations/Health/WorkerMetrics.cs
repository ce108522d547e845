using System.Diagnostics.Metrics;

namespace AElf.Bench.Operations.Health;

/// <summary>The instruments of a worker's process.</summary>
public sealed class WorkerMetrics : IDisposable
{
    private readonly RecentSample<WorkerState> state;

    /// <summary>
    /// Instruments over <paramref name="state"/>, which is called on the exporters' threads, at most ten times a
    /// second.
    /// </summary>
    public WorkerMetrics(Func<WorkerState> state, TimeProvider clock)
    {
        this.state = new RecentSample<WorkerState>(state, clock, BenchMeter.Lifetime);
        Meter = BenchMeter.Create();
        Meter.CreateObservableGauge(
            "aelf.bench.worker.joined",
            () => new Measurement<int>(
                this.state.Value.Joined ? 1 : 0, BenchMeter.Tag("worker", this.state.Value.Name)),
            "{worker}",
            "1 while the worker is a member of a manager's cluster, else 0.");
        BenchMeter.AddActors(Meter, () => [(this.state.Value.Name, this.state.Value.Actors)]);
    }

    public Meter Meter { get; }

    public void Dispose() => Meter.Dispose();
}

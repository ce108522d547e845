using System.Diagnostics.Metrics;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Core.Metrics;

namespace AElf.Bench.Operations.Health;

/// <summary>The common part of the instruments of manager and worker.</summary>
internal static class BenchMeter
{
    // All instruments of a collection share one sample, and so do two exporters that collect at the same time.
    public static readonly TimeSpan Lifetime = TimeSpan.FromMilliseconds(100);

    public static Meter Create() => new(BenchMeters.Name, typeof(BenchMeter).Assembly.GetName().Version?.ToString(3));

    public static KeyValuePair<string, object?> Tag(string name, object? value) => new(name, value);

    /// <summary>Adds the three instruments of actors.</summary>
    /// <param name="sample">Returns each worker's name and actors.</param>
    public static void AddActors(
        Meter meter, Func<IEnumerable<(string Worker, IReadOnlyList<ActorStatus> Actors)>> sample)
    {
        meter.CreateObservableCounter(
            "aelf.bench.transfers.committed",
            () => OfActors(sample, actor => actor.Committed),
            "{transfer}",
            "Transfers committed since the worker's process started.");
        meter.CreateObservableGauge(
            "aelf.bench.mailbox.depth",
            () => OfActors(sample, actor => (long)actor.MailboxDepth),
            "{job}",
            "Jobs waiting in the actor's mailbox.");
        meter.CreateObservableGauge(
            "aelf.bench.mailbox.oldest",
            () => OfActors(sample, actor => actor.OldestSeconds),
            "s",
            "Age of the oldest job waiting in the actor's mailbox.");
    }

    private static IEnumerable<Measurement<T>> OfActors<T>(
        Func<IEnumerable<(string Worker, IReadOnlyList<ActorStatus> Actors)>> sample, Func<ActorStatus, T> value)
        where T : struct =>
        sample().SelectMany(
            worker => worker.Actors.Select(
                (actor, index) => new Measurement<T>(value(actor), Tag("worker", worker.Worker), Tag("actor", index))));
}

/// <summary>Keeps a sample for its lifetime, so that a collection takes it once. Any thread may read it.</summary>
public sealed class RecentSample<T>(Func<T> sample, TimeProvider clock, TimeSpan lifetime)
{
    private readonly Lock taking = new();
    private T last = default!;
    private long? taken;

    public T Value
    {
        get
        {
            lock (taking)
            {
                if (taken is not { } at || clock.GetElapsedTime(at) >= lifetime)
                {
                    last = sample();
                    taken = clock.GetTimestamp();
                }

                return last;
            }
        }
    }
}

/// <summary>The instruments of a worker's process.</summary>
public sealed class WorkerMetrics : IDisposable
{
    /// <summary>
    /// Calls <paramref name="worker"/> on the threads of exporters, at most ten times a second.
    /// </summary>
    public WorkerMetrics(Func<WorkerSnapshot> worker, TimeProvider clock)
    {
        var recent = new RecentSample<WorkerSnapshot>(worker, clock, BenchMeter.Lifetime);
        Meter.CreateObservableGauge(
            "aelf.bench.worker.joined",
            () => new Measurement<int>(
                recent.Value.Joined ? 1 : 0, BenchMeter.Tag("worker", recent.Value.Worker.Name)),
            "{worker}",
            "1 while the worker is a member of a manager's cluster, else 0.");
        BenchMeter.AddActors(
            Meter, () => [(recent.Value.Worker.Name, [.. recent.Value.Actors.Select(ActorStatus.Of)])]);
    }

    public Meter Meter { get; } = BenchMeter.Create();

    public void Dispose() => Meter.Dispose();
}

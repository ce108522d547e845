using System.Diagnostics;
using AElf.Bench.Concurrency.Cluster.Wire;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>A question to all workers for what a round cost, and their answers.</summary>
/// <param name="run">The run.</param>
/// <param name="block">The block; −1 when the run was given up.</param>
internal sealed class PendingStatsRequest(string run, long block)
{
    // An object and not a Lock: the executor waits on it.
    private readonly object gate = new();
    private readonly Dictionary<long, ClusterMember> expected = [];
    private readonly List<(ClusterMember Worker, Frame.RoundStats Stats)> answers = [];
    private bool allRequested;

    public string Run => run;

    public long Block => block;

    /// <summary>A worker was asked.</summary>
    public void Expect(long connection, ClusterMember worker)
    {
        lock (gate)
        {
            expected[connection] = worker;
        }
    }

    /// <summary>No other will be asked.</summary>
    public void AllRequested()
    {
        lock (gate)
        {
            allRequested = true;
            Monitor.Pulse(gate);
        }
    }

    /// <summary>A worker answered.</summary>
    public void OnReceived(long connection, Frame.RoundStats stats)
    {
        lock (gate)
        {
            if (stats.Block == block && string.Equals(stats.Run, run, StringComparison.Ordinal) && expected.Remove(connection, out var worker))
            {
                answers.Add((worker, stats));
                Monitor.Pulse(gate);
            }
        }
    }

    /// <summary>A worker will not answer.</summary>
    public void Lost(long connection)
    {
        lock (gate)
        {
            expected.Remove(connection);
            Monitor.Pulse(gate);
        }
    }

    /// <summary>Waits for the answers of all that are still there.</summary>
    public IReadOnlyList<(ClusterMember Worker, Frame.RoundStats Stats)> Wait(TimeSpan atMost)
    {
        var since = Stopwatch.GetTimestamp();
        lock (gate)
        {
            while ((!allRequested || expected.Count > 0) && atMost - Stopwatch.GetElapsedTime(since) is { Ticks: > 0 } left)
            {
                MonitorWait.AtMost(gate, left);
            }

            return [.. answers];
        }
    }
}

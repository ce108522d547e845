using System.Diagnostics;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>
/// Detects that a loop was stalled, by work or by a busy machine. After a stall, missing heartbeats do not mean that a
/// peer is dead.
/// </summary>
/// <param name="interval">How late a turn of the loop may be, and how long it has not judged afterwards.</param>
internal sealed class StallDetector(TimeSpan interval)
{
    private long expected = long.MaxValue;
    private long until = long.MinValue;

    /// <summary>Notes that a turn begins.</summary>
    /// <param name="moment">Now, in ticks of <see cref="Stopwatch"/>.</param>
    /// <param name="sleep">How long the turn waits before it has work to do, at most.</param>
    public void Note(long moment, TimeSpan sleep)
    {
        if (moment > expected)
        {
            until = moment + StopwatchTicks.From(interval);
        }

        expected = moment + StopwatchTicks.From(sleep + interval);
    }

    /// <summary>Whether the loop was held up less than an interval ago.</summary>
    public bool WasLately(long moment) => moment < until;
}

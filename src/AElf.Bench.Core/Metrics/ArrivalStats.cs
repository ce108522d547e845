using System.Text.Json.Serialization;

namespace AElf.Bench.Core.Metrics;

/// <summary>How well an open loop kept to its schedule. Not thread-safe.</summary>
public sealed class ArrivalStats
{
    /// <summary>A start counts as late if it is more than this after its intended time.</summary>
    public static readonly TimeSpan MaxLag = TimeSpan.FromMilliseconds(1);

    /// <summary>From the intended start to the last write acknowledged: the latency that a user sees.</summary>
    public LatencyHistogram FromIntended { get; init; } = new();

    /// <summary>From the intended start to the first operation queued.</summary>
    public LatencyHistogram Lag { get; init; } = new();

    /// <summary>From the beginning of the schedule to the last write acknowledged.</summary>
    [JsonInclude]
    public TimeSpan Span { get; private set; }

    /// <summary>Records one item that the schedule started.</summary>
    /// <param name="nanoseconds">From its intended start to its last write.</param>
    /// <param name="lag">From its intended start to its first operation, in nanoseconds.</param>
    public void Record(long nanoseconds, long lag)
    {
        FromIntended.Record(nanoseconds);
        Lag.Record(lag);
    }

    /// <summary>Raises <see cref="Span"/> to at least this.</summary>
    public void Extend(TimeSpan span) => Span = span > Span ? span : Span;

    public void Reset()
    {
        FromIntended.Reset();
        Lag.Reset();
        Span = TimeSpan.Zero;
    }

    /// <summary>Sums the parts in new histograms; null without parts.</summary>
    public static ArrivalStats? Merge(IEnumerable<ArrivalStats?> parts)
    {
        ArrivalStats? merged = null;
        foreach (var part in parts.OfType<ArrivalStats>())
        {
            merged ??= new ArrivalStats();
            merged.FromIntended.Add(part.FromIntended);
            merged.Lag.Add(part.Lag);
            merged.Extend(part.Span);
        }

        return merged;
    }
}

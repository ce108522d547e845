using System.Text.Json.Serialization;

namespace AElf.Bench.Core.Metrics;

/// <summary>
/// How an open loop kept to its schedule. One thread records; hand it over before another reads it.
/// </summary>
public sealed class ArrivalStats
{
    /// <summary>A start more than this after its time counts as late.</summary>
    public static readonly TimeSpan MaxLag = TimeSpan.FromMilliseconds(1);

    /// <summary>Scheduled start to last write acknowledged: the waiting time of a user.</summary>
    public LatencyHistogram FromIntended { get; init; } = new();

    /// <summary>Scheduled start to first operation queued.</summary>
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

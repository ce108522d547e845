namespace AElf.Bench.Core.Options;

/// <summary>What a latency is to stay below.</summary>
/// <param name="Name">Which latency: a percentile or the longest.</param>
/// <param name="Time">The limit.</param>
public sealed record LatencyLimit(string Name, TimeSpan Time)
{
    /// <summary>The names there are.</summary>
    public static readonly IReadOnlyList<string> Names = ["p50", "p90", "p99", "p99.9", "max"];

    private static readonly RoundTripRule Times = new();

    /// <summary>Reads <c>p99 &lt; 5ms</c>; null when it is not written so.</summary>
    public static LatencyLimit? Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return text.Split('<', StringSplitOptions.TrimEntries) is [var name, var time]
            && Names.Contains(name, StringComparer.Ordinal)
            && Times.Normalise(time) is { } limit && TimeRule.Parse(limit) is { Ticks: > 0 } parsed
            ? new LatencyLimit(name, parsed)
            : null;
    }

    /// <inheritdoc/>
    public override string ToString() => Time.TotalMicroseconds % 1000 > 0
        ? FormattableString.Invariant($"{Name} < {Time.TotalMicroseconds:0}us")
        : FormattableString.Invariant($"{Name} < {Time.TotalMilliseconds:0}ms");
}

/// <summary>A limit of a latency.</summary>
public sealed class LatencyLimitRule() : ValueRule(
    $"one of {string.Join(", ", LatencyLimit.Names)}, < and a time with its unit (us, ms or s), such as 'p99 < 5ms'",
    JsonForm.Text)
{
    /// <inheritdoc/>
    public override string? Normalise(string text) => LatencyLimit.Parse(text)?.ToString();
}

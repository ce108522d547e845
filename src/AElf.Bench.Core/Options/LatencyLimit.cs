namespace AElf.Bench.Core.Options;

/// <summary>A time that a latency is to stay below.</summary>
/// <param name="Name">Which latency: a percentile or the longest.</param>
/// <param name="Time">The limit.</param>
public sealed record LatencyLimit(string Name, TimeSpan Time)
{
    /// <summary>Reads <c>p99 &lt; 5ms</c>; null when it is not written so.</summary>
    public static LatencyLimit? Parse(string text) =>
        FigureBound.Parse(text) is { IsLatency: true, Operator: "<", Value: > 0 } bound
            ? new LatencyLimit(bound.Name, TimeSpan.FromMicroseconds((double)bound.Value))
            : null;

    public override string ToString() => new FigureBound(Name, "<", (decimal)Time.TotalMicroseconds).ToString();
}

/// <summary>Accepts a limit on a latency.</summary>
public sealed class LatencyLimitRule() : ValueRule(
    $"one of {string.Join(", ", FigureBound.Latencies)}, < and a time with its unit (us, ms or s), such as 'p99 < 5ms'",
    JsonForm.Text), IRuleOf<LatencyLimit>
{
    public override object? Parse(string text) => LatencyLimit.Parse(text);
}

namespace AElf.Bench.Operations.Health;

/// <summary>The answer to <c>GET /health</c>.</summary>
/// <param name="Status">
/// <c>ok</c>; or, with reasons, <c>degraded</c> when it does its work with less than it should have, and
/// <c>unavailable</c> when it cannot do its work.
/// </param>
/// <param name="Reasons">One sentence for each problem; empty if healthy.</param>
public sealed record HealthReport(string Status, IReadOnlyList<string> Reasons)
{
    private const string UnavailableStatus = "unavailable";

    /// <summary>The process can do its work: 200.</summary>
    public static HealthReport Ok { get; } = new("ok", []);

    /// <summary>The process does its work with less than it should have, for these reasons: 200.</summary>
    public static HealthReport Degraded(params IReadOnlyList<string> reasons) => new("degraded", reasons);

    /// <summary>The process cannot do its work, for these reasons: 503.</summary>
    public static HealthReport Unavailable(params IReadOnlyList<string> reasons) => new(UnavailableStatus, reasons);

    internal bool IsAvailable => !Status.Equals(UnavailableStatus, StringComparison.Ordinal);
}

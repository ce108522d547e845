namespace AElf.Bench.Operations.Health;

/// <summary>The answer to <c>GET /health</c>.</summary>
/// <param name="Status"><c>ok</c>, or <c>unavailable</c> when there is a reason.</param>
/// <param name="Reasons">Why it cannot do its work now, each a sentence; empty when it can.</param>
public sealed record HealthReport(string Status, IReadOnlyList<string> Reasons)
{
    /// <summary>The process can do its work: 200.</summary>
    public static HealthReport Ok { get; } = new("ok", []);

    /// <summary>The process cannot do its work, for these reasons: 503.</summary>
    public static HealthReport Unavailable(params IReadOnlyList<string> reasons) => new("unavailable", reasons);

    internal bool IsOk => Status.Equals(Ok.Status, StringComparison.Ordinal);
}

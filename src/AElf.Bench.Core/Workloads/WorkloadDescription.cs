using System.Text.Json.Serialization;

namespace AElf.Bench.Core.Workloads;

/// <summary>The description of a workload in a report.</summary>
public sealed record WorkloadDescription
{
    /// <summary>Its name, such as <c>transfers</c>.</summary>
    public required string Name { get; init; }

    /// <summary>The counted item in the singular, such as <c>transfer</c>.</summary>
    public required string Noun { get; init; }

    /// <summary>
    /// The kinds of counted items, in the order of <see cref="Metrics.LatencyHistogram.Kinds"/>; null for a workload
    /// with one kind.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? Kinds { get; init; }

    /// <summary>The noun of a unit, such as <c>group</c>.</summary>
    public required string UnitNoun { get; init; }

    /// <summary>The noun of the items that it stores and audits, such as <c>account</c>.</summary>
    public required string ItemNoun { get; init; }

    /// <summary>The number of these items.</summary>
    public required long Items { get; init; }

    /// <summary>How it is executed, such as <c>strict</c>.</summary>
    public required string Setup { get; init; }

    /// <summary>The meaning of <see cref="Setup"/>; null if the name is enough.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? SetupText { get; init; }

    /// <summary>
    /// The proof of the audit for each item, such as <c>answered correctly</c>; null for <c>applied exactly once</c>.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Proof { get; init; }

    /// <summary>Distinguishes this load from others of equal size, such as <c>even</c> or <c>skew 0.75</c>.</summary>
    public required string Variant { get; init; }

    /// <summary>
    /// The longest chain of steps in a block that run one after the other, such as the transfers of its largest group;
    /// null if unknown. Latency is the time of one step.
    /// </summary>
    [JsonIgnore]
    public int? CriticalSteps { get; init; }

    /// <summary>
    /// The item that all of the <see cref="CriticalSteps"/> use, such as <c>account 7</c>; null without such an item.
    /// </summary>
    [JsonIgnore]
    public string? CriticalItem { get; init; }

    /// <summary>Further fields of the JSON record.</summary>
    [JsonIgnore]
    public IReadOnlyList<Fact> Facts { get; init; } = [];
}

/// <summary>The result of comparing the store with the model.</summary>
/// <param name="Compared">Items read back.</param>
/// <param name="Wrong">Items that differ.</param>
/// <param name="Conserved">
/// Whether the invariant that no unit may change, such as the sum of all balances, is as seeded.
/// </param>
/// <param name="First">The first differences.</param>
public sealed record WorkloadAudit(long Compared, long Wrong, bool Conserved, IReadOnlyList<AuditDifference> First)
{
    /// <summary>The reference of the comparison; null for a sequential replay of the load.</summary>
    public string? Scope { get; init; }

    /// <summary>Whether one of the first differences is an item that the store does not have.</summary>
    public bool IsAnyMissing { get; init; }

    /// <summary>How the counted items ended, by kind; empty where none can be declined.</summary>
    public IReadOnlyList<KindOutcomes> Outcomes { get; init; } = [];
}

/// <summary>How the counted items of a kind ended, over all rounds and the warm-up.</summary>
/// <param name="Kind">The kind, such as a contract's name.</param>
/// <param name="Executed">How many were executed.</param>
/// <param name="Declined">How many of these were declined and changed nothing, by reason.</param>
public sealed record KindOutcomes(string Kind, long Executed, IReadOnlyList<ReasonCount> Declined)
{
    /// <summary>The declined part of all kinds.</summary>
    public static Share DeclinedOf(IEnumerable<KindOutcomes> kinds) => kinds.Aggregate(
        new Share(0, 0), (sum, kind) => sum + new Share(kind.Declined.Sum(each => each.Count), kind.Executed));
}

/// <summary>How many items were declined for a reason.</summary>
public sealed record ReasonCount(string Reason, long Count);

/// <summary>One item that differs from the model.</summary>
/// <param name="Item">The item's number.</param>
/// <param name="Key">Its key in the store.</param>
/// <param name="Expected">The values of the model.</param>
/// <param name="Found">The answer of the store, in words.</param>
public sealed record AuditDifference(long Item, string Key, IReadOnlyList<Fact> Expected, string Found);

namespace AElf.Bench.Core.Scheduling;

/// <summary>
/// The guards of the exactly-once protocol that live in pure cores. Tests take them away one by one to show that each
/// is needed.
/// </summary>
internal sealed record ProtocolGuards
{
    /// <summary>All guards in place: what every product has.</summary>
    public static readonly ProtocolGuards All = new();

    /// <summary>A Done counts only for the latest epoch of its unit.</summary>
    public bool StaleDone { get; init; } = true;

    /// <summary>Grants and reports are checked against the process they name.</summary>
    public bool Incarnation { get; init; } = true;

    /// <summary>A grant is executed once.</summary>
    public bool Dedupe { get; init; } = true;

    /// <summary>A grant is durable before it is sent.</summary>
    public bool LogBeforeSend { get; init; } = true;

    /// <summary>A later attempt gets a new epoch, never used in the run before.</summary>
    public bool NewEpochs { get; init; } = true;
}

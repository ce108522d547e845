namespace AElf.Bench.Core.Scheduling;

/// <summary>
/// The guards of the exactly-once protocol in the pure cores. Tests disable them one by one to show that each is
/// needed.
/// </summary>
internal sealed record ProtocolGuards
{
    /// <summary>All guards enabled, as in every program.</summary>
    public static readonly ProtocolGuards All = new();

    /// <summary>A Done counts only for the latest epoch of its unit.</summary>
    public bool StaleDone { get; init; } = true;

    /// <summary>Grants and reports are checked against the process they name.</summary>
    public bool Incarnation { get; init; } = true;

    /// <summary>A grant is executed once.</summary>
    public bool Dedupe { get; init; } = true;

    /// <summary>A grant is durable before it is sent.</summary>
    public bool LogBeforeSend { get; init; } = true;

    /// <summary>A later attempt gets an epoch that was never used in the run.</summary>
    public bool NewEpochs { get; init; } = true;
}

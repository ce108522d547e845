namespace AElf.Bench.Core.Scheduling;

/// <summary>The known state of a round that another process began, from which a scheduler continues.</summary>
public sealed class RoundHistory
{
    /// <summary>Jobs granted for the first time.</summary>
    public SortedSet<int> GrantedJobs { get; } = [];

    /// <summary>The epoch of each unit's accepted attempt.</summary>
    public SortedDictionary<int, int> Done { get; } = [];

    /// <summary>
    /// Units granted again, each with the epoch whose keys it may have written, in the order granted.
    /// </summary>
    public IList<Grant> Retries { get; } = [];
}

using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>
/// What a worker remembers of a run that it left, possibly because of a late message about another run: if the run is
/// opened again, repeated grants are still executed once, and results are reported once.
/// </summary>
internal sealed class RunMemory(string run)
{
    public string Run { get; } = run;

    /// <summary>The latest round of which something was granted; −1 for none.</summary>
    public long Round { get; set; } = -1;

    /// <summary>The latest round that is over; −1 for none.</summary>
    public long Over { get; set; } = -1;

    /// <summary>The grants of the round that came.</summary>
    public HashSet<Grant> Seen { get; } = [];

    /// <summary>The latest question about a round.</summary>
    public Message.RequestResult? Asked { get; set; }

    /// <summary>The answer to <see cref="Asked"/>; null before it is known.</summary>
    public Message.RoundResult? Answer { get; set; }

    /// <summary>Work that was not reported yet; null for none.</summary>
    public RoundStats? Pending { get; set; }

    /// <summary>Whether grants were executed since the last result.</summary>
    public bool HasUnreported { get; set; }

    /// <summary>Whether the next result may include times of abandoned attempts or of an earlier round.</summary>
    public bool TimesAreVoid { get; set; }

    public void VoidTimes() => TimesAreVoid |= HasUnreported;
}

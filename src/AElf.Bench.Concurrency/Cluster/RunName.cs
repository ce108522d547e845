using System.Globalization;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>
/// What manager and workers call a run. An id may be used again, by a benchmark that was told to; the number of the
/// submission tells the two runs apart, so that late messages of one are not taken for the other's.
/// </summary>
/// <param name="Submission">Drawn for each submission.</param>
public readonly record struct RunName(RunId Id, ulong Submission)
{
    // Bits of the epochs of a run; other runs with the same id use other epochs.
    private const int EpochBits = 12;

    /// <summary>All epochs of the run are higher than this one.</summary>
    public int EpochsBefore => (int)(Submission % (1 << (30 - EpochBits))) << EpochBits;

    /// <summary>The run's id in a name, as users know the run.</summary>
    public static string IdIn(string name) => name.Split('.')[0];

    /// <summary>
    /// The name of a run's control measurement. Workers treat it as a separate run with separate counts.
    /// </summary>
    public static string ControlOf(string name) => $"{name}.control";

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Id}.{Submission:x16}");
}

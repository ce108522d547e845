namespace AElf.Bench.Harness.Sweeps;

/// <summary>
/// Which point of a sweep is run next. The runs made say it all, so that a sweep that was killed goes on from them.
/// </summary>
public interface ISweepSchedule
{
    /// <summary>The next point; null when there is nothing more to run.</summary>
    int? Next(IReadOnlyList<SweepRun> runs);

    /// <summary>Runs that are left at least.</summary>
    int MinLeft(IReadOnlyList<SweepRun> runs);
}

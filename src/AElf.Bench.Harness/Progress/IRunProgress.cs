namespace AElf.Bench.Harness.Progress;

/// <summary>Shows a run to its user. The display's own thread prints everything, never the one that measures.</summary>
public interface IRunProgress : IDisposable
{
    /// <summary>
    /// Starts the display, once. The display's thread calls <paramref name="sample"/>, which must be quick, safe beside
    /// the run, and not throw.
    /// </summary>
    void Start(Func<ProgressSnapshot> sample);

    /// <summary>
    /// Notes that a phase or round begins. Call it outside the measured windows; it queues and never waits.
    /// </summary>
    void Enter(ProgressSnapshot moment);
}

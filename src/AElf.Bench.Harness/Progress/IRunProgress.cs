namespace AElf.Bench.Harness.Progress;

/// <summary>
/// Shows a run to somebody who waits for it. Everything is printed by the display's own thread, never by the one that
/// measures.
/// </summary>
public interface IRunProgress : IDisposable
{
    /// <summary>
    /// Starts the display, once. <paramref name="sample"/> is called on the display's thread: it must be quick, safe
    /// beside the run, and not throw.
    /// </summary>
    void Start(Func<ProgressSnapshot> sample);

    /// <summary>
    /// Says that a phase or round begins. Call it outside the measured windows; it queues and never waits.
    /// </summary>
    void Enter(ProgressSnapshot moment);
}

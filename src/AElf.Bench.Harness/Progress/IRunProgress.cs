namespace AElf.Bench.Harness.Progress;

/// <summary>
/// Shows a run to its user. The display's thread prints everything; the measuring thread prints nothing.
/// </summary>
public interface IRunProgress : IDisposable
{
    /// <summary>
    /// Starts the display, once. The display's thread calls <paramref name="sample"/>. It must be quick and
    /// thread-safe, and must not throw.
    /// </summary>
    void Start(Func<ProgressSnapshot> sample);

    /// <summary>
    /// Notes the beginning of a phase or round. It must be called outside the measured windows; it queues and never
    /// waits.
    /// </summary>
    void Enter(ProgressSnapshot moment);
}

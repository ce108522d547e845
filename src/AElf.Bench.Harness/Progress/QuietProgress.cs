namespace AElf.Bench.Harness.Progress;

/// <summary>Shows nothing.</summary>
public sealed class QuietProgress : IRunProgress
{
    /// <inheritdoc/>
    public void Start(Func<ProgressSnapshot> sample)
    {
    }

    /// <inheritdoc/>
    public void Enter(ProgressSnapshot moment)
    {
    }

    /// <inheritdoc/>
    public void Dispose()
    {
    }
}

namespace AElf.Bench.TestKit.Simulation;

/// <summary>A guard of the protocol that is removed, to show that the simulation detects its absence.</summary>
public enum LocalMutation
{
    /// <summary>All guards in place.</summary>
    None,

    /// <summary>A failed unit is retried at epoch 0, so it writes keys whose state is unknown.</summary>
    RetryInPlace,

    /// <summary>A failed attempt counts as done.</summary>
    CountFailedAttempts,

    /// <summary>A unit done at a later epoch leaves its accounts at the old version.</summary>
    ForgetVersions,

    /// <summary>The second and later retries of a unit use the epoch of the first retry.</summary>
    ReuseEpochs,

    /// <summary>The epochs of each round start at 1.</summary>
    RestartEpochs,

    /// <summary>The run passes without the comparison of accounts when all units are done.</summary>
    SkipComparison,

    /// <summary>Actors report a done unit twice.</summary>
    ReportTwice,
}

/// <summary>The end of a simulated run.</summary>
public enum LocalEnding
{
    /// <summary>All rounds done and the comparison passed.</summary>
    Passed,

    /// <summary>The run reported a failure.</summary>
    Failed,

    /// <summary>It did not end in a bounded number of steps.</summary>
    Hung,
}

/// <summary>The result of a simulated run.</summary>
/// <param name="Ending">The result that the run reports.</param>
/// <param name="Right">Whether every account equals an independent model after all late writes were applied.</param>
/// <param name="Broken">The first broken invariant; null if there was none.</param>
/// <param name="Story">Settings and reasons.</param>
/// <param name="Retries">Retried grants.</param>
/// <param name="Stalled">Grants that were ended because they made no progress.</param>
public sealed record LocalOutcome(
    LocalEnding Ending, bool Right, string? Broken, string Story, int Retries, int Stalled);

namespace AElf.Bench.TestKit.Simulation;

/// <summary>A guard of the protocol taken away, to show that the simulation misses it.</summary>
public enum LocalMutation
{
    /// <summary>All guards in place.</summary>
    None,

    /// <summary>A failed unit is granted again at epoch 0 and so writes the indeterminate keys.</summary>
    RetryInPlace,

    /// <summary>A failed attempt counts as done.</summary>
    CountFailedAttempts,

    /// <summary>A unit done at a later epoch leaves its accounts at the old version.</summary>
    ForgetVersions,

    /// <summary>The second and later retries of a unit use the epoch of the first.</summary>
    ReuseEpochs,

    /// <summary>Each round counts its epochs from 1 again.</summary>
    RestartEpochs,

    /// <summary>The run passes when all units are done, without looking at the accounts.</summary>
    SkipComparison,

    /// <summary>Actors report a unit as done twice.</summary>
    ReportTwice,
}

/// <summary>How a simulated run ended.</summary>
public enum LocalEnding
{
    /// <summary>All rounds done and the comparison passed.</summary>
    Passed,

    /// <summary>The run says that it failed.</summary>
    Failed,

    /// <summary>It did not end in a bounded number of steps.</summary>
    Hung,
}

/// <summary>A simulated run.</summary>
/// <param name="Ending">What the run says of itself.</param>
/// <param name="Right">
/// Whether every account is what a model apart from the product says, after all late writes have come.
/// </param>
/// <param name="Broken">An invariant found broken on the way; null when none was.</param>
/// <param name="Story">Settings and reasons.</param>
/// <param name="Retries">Grants given again.</param>
/// <param name="Stalled">Grants that were ended because they made no progress.</param>
public sealed record LocalOutcome(
    LocalEnding Ending, bool Right, string? Broken, string Story, int Retries, int Stalled);

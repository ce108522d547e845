namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>The state of one guard of a report.</summary>
public enum GuardState
{
    Ok,

    /// <summary>
    /// The state is unknown, or the guard does not hold but hardly affects the figure: mention it with the figure.
    /// </summary>
    Caution,

    /// <summary>The guard does not hold: <c>verify</c> fails.</summary>
    Broken,
}

/// <summary>A condition for a reliable figure.</summary>
/// <param name="Name">One or two words.</param>
/// <param name="State">Whether the condition holds.</param>
/// <param name="What">The result in words.</param>
public sealed record Guard(string Name, GuardState State, string What)
{
    /// <summary>Name of the guard of the warm-up.</summary>
    internal const string Warm = "warm";
}

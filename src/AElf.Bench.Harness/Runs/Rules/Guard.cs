namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>Whether a report may be published as far as one guard tells.</summary>
public enum GuardState
{
    Ok,

    /// <summary>Unknown, or not enough to make the figure wrong: whoever quotes the figure has to know.</summary>
    Caution,

    /// <summary>The guard does not hold, and the claim is refused.</summary>
    Broken,
}

/// <summary>A condition that must hold before a figure is worth believing.</summary>
/// <param name="Name">One or two words.</param>
/// <param name="State">Whether the condition holds.</param>
/// <param name="What">What was found.</param>
public sealed record Guard(string Name, GuardState State, string What)
{
    /// <summary>Name of the guard of the warm-up.</summary>
    internal const string Warm = "warm";
}

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>Whether what a figure has to be guarded against was kept out.</summary>
public enum GuardState
{
    /// <summary>It was.</summary>
    Ok,

    /// <summary>It is not known, or does not make the figure wrong: who quotes it has to know.</summary>
    Caution,

    /// <summary>It was not: the claim is refused.</summary>
    Broken,
}

/// <summary>Something that has to hold before a figure is worth believing.</summary>
/// <param name="Name">In a word or two.</param>
/// <param name="State">Whether it holds.</param>
/// <param name="What">What was found.</param>
public sealed record Guard(string Name, GuardState State, string What)
{
    /// <summary>The guard of what the rounds before the measured ones are for.</summary>
    internal const string Warm = "warm";
}

namespace AElf.Bench.Core.Options;

/// <summary>How the run is measured.</summary>
public sealed record MeasureOptions
{
    /// <summary>Most rounds of a warm-up whose length is left to the run.</summary>
    public const int MaxWarmUpRounds = 200;

    /// <summary>Measured rounds.</summary>
    public int Rounds { get; init; } = 10;

    /// <summary>
    /// Rounds before the measured ones, whose times do not count; null for as many as the code needs to get
    /// hot.
    /// </summary>
    public int? WarmupRounds { get; init; }

    /// <summary>Most rounds there can be, warm-up included.</summary>
    public int MaxRounds => Rounds + (WarmupRounds ?? MaxWarmUpRounds);

    /// <summary>The time slice of the TPS record.</summary>
    public TimeSpan Slice { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>Whether the bare store is measured too; socket stores only.</summary>
    public bool Ceiling { get; init; } = true;
}

namespace AElf.Bench.Core.Options;

/// <summary>Which transfers are offered.</summary>
public sealed record WorkloadOptions
{
    /// <summary>Transfers in a block.</summary>
    public int Transfers { get; init; } = 2400;

    /// <summary>Groups of the first run.</summary>
    public int GroupsFrom { get; init; } = 1;

    /// <summary>Groups of the last run; every count between is a run.</summary>
    public int GroupsTo { get; init; } = 8;

    /// <summary>Exponent of the Zipf law that the sizes of the groups follow, 0 to 3; 0 for even groups.</summary>
    public double Skew { get; init; }

    /// <summary>The seed of everything that is drawn.</summary>
    public ulong Seed { get; init; } = 1;

    /// <summary>A block file to offer instead of generated transfers; null generates.</summary>
    public string? BlockFile { get; init; }

    /// <summary>Where to write the offered block; null writes none.</summary>
    public string? BlockOutput { get; init; }
}

/// <summary>How the run is measured.</summary>
public sealed record MeasureOptions
{
    /// <summary>Most rounds of a warm-up whose length is left to the run.</summary>
    public const int MaxWarmUpRounds = 200;

    /// <summary>Measured rounds.</summary>
    public int Rounds { get; init; } = 10;

    /// <summary>Rounds before the measured ones, whose times do not count; null for as many as the code needs to get hot.</summary>
    public int? WarmupRounds { get; init; }

    /// <summary>Most rounds there can be, warm-up included.</summary>
    public int MaxRounds => Rounds + (WarmupRounds ?? MaxWarmUpRounds);

    /// <summary>The time slice of the TPS record.</summary>
    public TimeSpan Slice { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>Whether the bare store is measured too; socket stores only.</summary>
    public bool Ceiling { get; init; } = true;
}

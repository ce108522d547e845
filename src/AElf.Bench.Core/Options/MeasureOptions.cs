namespace AElf.Bench.Core.Options;

/// <summary>How a run is measured.</summary>
public sealed record MeasureOptions
{
    /// <summary>The maximum of rounds in an automatic warm-up.</summary>
    public const int MaxWarmUpRounds = 200;

    /// <summary>
    /// The shortest automatic warm-up. The compiler begins to count the calls of methods when no new method was called
    /// for 100 ms. It optimises methods with loops at their first call.
    /// </summary>
    public static readonly TimeSpan MinWarmUp = TimeSpan.FromSeconds(0.6);

    /// <summary>The longest automatic warm-up. Waiting longer for the compiler is not worth the time.</summary>
    public static readonly TimeSpan MaxWarmUp = TimeSpan.FromSeconds(8);

    /// <summary>
    /// The longest wait for other processes after the warm-up. Processes that are busy for longer rarely end soon.
    /// </summary>
    public static readonly TimeSpan MaxWait = TimeSpan.FromSeconds(8);

    /// <summary>The minimum length of a measured round, so that its start and end are negligible.</summary>
    public static readonly TimeSpan LongRound = TimeSpan.FromMilliseconds(100);

    /// <summary>
    /// The usual length of a round in an open loop. Percentiles need many samples, and an open loop does not saturate
    /// the store.
    /// </summary>
    public static readonly TimeSpan PacedRound = TimeSpan.FromMilliseconds(500);

    public const int MaxBlocks = 1_000_000;

    /// <summary>The default of process starts for a run in memory.</summary>
    public const int UsualStarts = 3;

    /// <summary>
    /// The default of measured rounds in each of several starts. With the rounds that <see cref="QuietBudget"/> adds,
    /// half of them are enough for an interval.
    /// </summary>
    public const int UsualRoundsOfStart = 6;

    public const int MaxStarts = 100;

    /// <summary>Measured rounds, unless <see cref="Duration"/> is set.</summary>
    public int Rounds { get; init; } = 10;

    /// <summary>The minimum duration of all measured rounds together; null to measure <see cref="Rounds"/>.</summary>
    public TimeSpan? Duration { get; init; }

    /// <summary>Extra time for repeating disturbed rounds, as a share of the measuring time.</summary>
    public double QuietBudget { get; init; } = 0.5;

    /// <summary>How often a round offers the load; null chooses it so that the round is long enough.</summary>
    public int? Blocks { get; init; }

    /// <summary>Starts per second; null in a closed loop.</summary>
    public ArrivalRate? Rate { get; init; }

    /// <summary>Rounds of the warm-up, which are not measured; null for an automatic warm-up.</summary>
    public int? WarmupRounds { get; init; }

    /// <summary>Results of the first start of the run; null in the first start.</summary>
    public EarlierStart? Earlier { get; init; }

    /// <summary>The length of a time slice of the TPS record.</summary>
    public TimeSpan Slice { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>Whether to measure the store alone too; socket stores only.</summary>
    public bool BareStore { get; init; } = true;

    /// <summary>Whether to measure the harness alone too.</summary>
    public bool Controls { get; init; }
}

/// <summary>Results of the first process start of a run, which shorten the warm-up of later starts.</summary>
/// <param name="PerSecond">Median of its rounds, committed per second.</param>
/// <param name="Blocks">How often each of its rounds offered the block.</param>
public sealed record EarlierStart(double PerSecond, int Blocks);

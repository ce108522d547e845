namespace AElf.Bench.Core.Options;

/// <summary>How the run is measured.</summary>
public sealed record MeasureOptions
{
    /// <summary>Most rounds of a warm-up whose length is left to the run.</summary>
    public const int MaxWarmUpRounds = 200;

    /// <summary>
    /// Shortest warm-up whose length is left to the run: the compiler looks at hot methods only when no new method was
    /// called for 100 ms, and then counts their calls. It compiles loops for good at their first call.
    /// </summary>
    public static readonly TimeSpan MinWarmUp = TimeSpan.FromSeconds(0.6);

    /// <summary>
    /// Longest warm-up whose length is left to the run: code that compiles for longer is not worth waiting for.
    /// </summary>
    public static readonly TimeSpan MaxWarmUp = TimeSpan.FromSeconds(8);

    /// <summary>Longest wait for other processes once the run is hot: those busy for longer do not end soon.</summary>
    public static readonly TimeSpan MaxWait = TimeSpan.FromSeconds(8);

    /// <summary>Least length of a measured round: its start and end weigh little then.</summary>
    public static readonly TimeSpan LongRound = TimeSpan.FromMilliseconds(100);

    /// <summary>
    /// Least length of a round by a schedule: percentiles need many samples, and a schedule costs no store.
    /// </summary>
    public static readonly TimeSpan PacedRound = TimeSpan.FromMilliseconds(500);

    public const int MaxBlocks = 1_000_000;

    /// <summary>Process starts of a run in memory, where their number is not given.</summary>
    public const int UsualStarts = 3;

    /// <summary>
    /// Measured rounds in each of several starts, where their number is not given: with those that
    /// <see cref="QuietBudget"/> adds, half of them are enough for an interval.
    /// </summary>
    public const int UsualRoundsOfStart = 6;

    public const int MaxStarts = 100;

    /// <summary>Measured rounds, unless <see cref="Duration"/> is set.</summary>
    public int Rounds { get; init; } = 10;

    /// <summary>How long the measured rounds last together, at least; null for as many as were asked for.</summary>
    public TimeSpan? Duration { get; init; }

    /// <summary>Extra time for repeating disturbed rounds, as a share of the measuring time.</summary>
    public double QuietBudget { get; init; } = 0.5;

    /// <summary>How often a round offers the load; null for as often as it takes to be long enough.</summary>
    public int? Blocks { get; init; }

    /// <summary>How many are started per second; null in a closed loop.</summary>
    public ArrivalRate? Rate { get; init; }

    /// <summary>
    /// Rounds before the measured ones, whose times do not count; null for as many as the code needs to get
    /// hot.
    /// </summary>
    public int? WarmupRounds { get; init; }

    /// <summary>Results of the first start of the run; null in the first start.</summary>
    public EarlierStart? Earlier { get; init; }

    /// <summary>The time slice of the TPS record.</summary>
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

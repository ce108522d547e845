using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Core.Scheduling;

/// <summary>
/// The start time of each item of a round, relative to the round's start. It is a pure function of rate, seed and
/// number, so that every process computes it without a message. Thread-safe.
/// </summary>
public sealed class ArrivalSchedule
{
    // Intervals are drawn again from the start of their chunk. The stored sums take 1/8 byte for each arrival.
    private const int ChunkSize = 64;

    // Makes the intervals independent of the load, which is drawn from the same seed.
    private const ulong Salt = 0xA076_1D64_78BD_642F;

    private readonly ArrivalRate rate;
    private readonly ulong seed;
    private readonly double seconds;
    private readonly double[] chunks = [];
    private readonly double scale;

    /// <summary>The schedule of a round.</summary>
    /// <param name="rate">Starts per second.</param>
    /// <param name="seed">The seed of random intervals.</param>
    /// <param name="count">The number of items, at least 1.</param>
    public ArrivalSchedule(ArrivalRate rate, ulong seed, long count)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(count, 1);
        this.rate = rate;
        this.seed = seed ^ Salt;
        Count = count;
        seconds = count / rate.Mean;
        if (rate.Kind == ArrivalKind.Poisson)
        {
            chunks = new double[(count / ChunkSize) + 1];
            for (var chunk = 1; chunk < chunks.Length; chunk++)
            {
                chunks[chunk] = DrawnUpTo((chunk * (long)ChunkSize) - 1);
            }

            scale = seconds / DrawnUpTo(count);
        }
    }

    /// <summary>The number of items.</summary>
    public long Count { get; }

    /// <summary>
    /// The intended start of an item, in nanoseconds since the round began; never falls with the index.
    /// </summary>
    /// <param name="index">The item's number in the round, from 0.</param>
    public long NanosecondsOf(long index) => (long)(1e9 * SecondsOf(index));

    private double SecondsOf(long index) => rate.Kind switch
    {
        ArrivalKind.Constant => index / rate.Rates[0],
        ArrivalKind.Ramp => OnRamp(index, rate.Rates[0], rate.Rates[1]),
        ArrivalKind.Step => OnSteps(index),

        // Given their number, the arrivals of a Poisson process are distributed as sorted uniform points: partial sums
        // of exponential intervals, divided by the sum with one interval more (Feller, volume II, III.3).
        _ => scale * DrawnUpTo(index),
    };

    // If the rate grows linearly from a to b in T, at + (b − a)t²/2T items have started at time t. This form of the
    // solution also holds for a = b.
    private double OnRamp(long index, double from, double to) =>
        2 * index / (from + Math.Sqrt((from * from) + (2 * (to - from) * index / seconds)));

    private double OnSteps(long index)
    {
        var length = seconds / rate.Rates.Count;
        var before = 0.0;
        var step = 0;
        while (step < rate.Rates.Count - 1 && index >= before + (rate.Rates[step] * length))
        {
            before += rate.Rates[step++] * length;
        }

        return (step * length) + ((index - before) / rate.Rates[step]);
    }

    private double DrawnUpTo(long index)
    {
        var chunk = index / ChunkSize;
        var random = new SeededRandom(seed + (ulong)chunk);
        var sum = chunk < chunks.Length ? chunks[chunk] : 0;
        for (var drawn = chunk * ChunkSize; drawn <= index; drawn++)
        {
            sum -= Math.Log(1 - ((random.NextBits() >> 11) * (1.0 / (1UL << 53))));
        }

        return sum;
    }
}

/// <summary>The schedule of the current round, for the actors of a process.</summary>
public sealed class RoundArrivals
{
    private readonly double ticksPerNanosecond;

    internal RoundArrivals(long round, ArrivalSchedule schedule, long openedAt, double ticksPerNanosecond)
    {
        this.ticksPerNanosecond = ticksPerNanosecond;
        (Round, Schedule, OpenedAt) = (round, schedule, openedAt);
    }

    /// <summary>The round's number in the run.</summary>
    public long Round { get; }

    public ArrivalSchedule Schedule { get; }

    /// <summary>When the schedule began, in ticks of the pumps' clock.</summary>
    public long OpenedAt { get; private set; }

    /// <summary>The intended start of an item, in ticks of the pumps' clock.</summary>
    public long DueOf(long index) => OpenedAt + (long)(Schedule.NanosecondsOf(index) * ticksPerNanosecond);

    internal void OpenedBefore(long openedAt) => OpenedAt = Math.Min(OpenedAt, openedAt);
}

/// <summary>
/// The schedules of a run's rounds, shared by the pumps of a process. The earliest known start of a round counts,
/// because delayed messages make it look later.
/// </summary>
/// <param name="rate">Starts per second.</param>
/// <param name="seed">The seed of random intervals.</param>
/// <param name="clock">The pumps' clock.</param>
public sealed class ArrivalPlan(ArrivalRate rate, ulong seed, TimeProvider clock)
{
    // Delays the rounds of another process, so that their work arrives before its first item is due.
    private const long LeadMicroseconds = 50_000;

    private readonly Lock gate = new();
    private readonly double ticksPerNanosecond = clock.TimestampFrequency / 1e9;
    private RoundArrivals? current;

    /// <summary>The schedule of a round whose work has arrived, from this process or another.</summary>
    /// <param name="round">The round's number in the run.</param>
    /// <param name="count">The number of its items.</param>
    /// <param name="now">In ticks of the clock.</param>
    /// <param name="microsecondsAgo">
    /// How long ago the round began, as the other process sent it; null for a round of this process, which begins with
    /// its first work.
    /// </param>
    public RoundArrivals Open(long round, long count, long now, long? microsecondsAgo)
    {
        var ago = microsecondsAgo is { } since ? since - LeadMicroseconds : 0;
        var openedAt = now - (long)(ago * (clock.TimestampFrequency / 1e6));
        lock (gate)
        {
            if (current?.Round == round && current.Schedule.Count == count)
            {
                current.OpenedBefore(openedAt);
                return current;
            }

            var schedule = current?.Schedule.Count == count
                ? current.Schedule
                : new ArrivalSchedule(rate, seed, count);
            var opened = new RoundArrivals(round, schedule, openedAt, ticksPerNanosecond);
            current = round >= (current?.Round ?? round) ? opened : current;
            return opened;
        }
    }
}

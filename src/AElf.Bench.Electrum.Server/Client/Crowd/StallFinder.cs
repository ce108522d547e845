using System.Diagnostics;

namespace AElf.Bench.Electrum.Server.Client.Crowd;

/// <summary>A time in which a server gave no answer to any wallet.</summary>
/// <param name="After">How long after the start it began.</param>
public sealed record Stall(TimeSpan After, TimeSpan Length);

/// <summary>
/// Finds the times in which a server gave no answer to any wallet, although a request was under way. Where this
/// process itself stood still, the server is not to blame.
/// </summary>
internal static class StallFinder
{
    /// <summary>A pause that wallets notice.</summary>
    public static readonly TimeSpan Noticeable = TimeSpan.FromMilliseconds(500);

    /// <summary>The stalls, in order.</summary>
    /// <param name="start">When it began, in ticks of <see cref="Stopwatch"/>, as all others.</param>
    /// <param name="answers">When requests were sent and answered, in any order.</param>
    /// <param name="ticks">When a thread ran that wants to run every few milliseconds, in order.</param>
    public static IReadOnlyList<Stall> Find(
        long start, IEnumerable<(long Sent, long At)> answers, IReadOnlyList<long> ticks)
    {
        var stalls = new List<Stall>();
        var last = start;
        var ordered = answers.OrderBy(each => each.At).ToList();
        var oldest = OldestUnderWay(ordered);
        foreach (var (place, (_, at)) in ordered.Index())
        {
            var from = Math.Max(last, oldest[place]);
            var length = Stopwatch.GetElapsedTime(from, at);
            if (length >= Noticeable && length - MaxPause(ticks, from, at) >= Noticeable)
            {
                stalls.Add(new Stall(Stopwatch.GetElapsedTime(start, from), length));
            }

            last = Math.Max(last, at);
        }

        return stalls;
    }

    // When the first was sent of the requests that had no answer before each answer: after a stall, any of them may be
    // answered first.
    private static long[] OldestUnderWay(List<(long Sent, long At)> answers)
    {
        var (oldest, first) = (new long[answers.Count], long.MaxValue);
        for (var place = answers.Count - 1; place >= 0; place--)
        {
            oldest[place] = first = Math.Min(first, answers[place].Sent);
        }

        return oldest;
    }

    private static TimeSpan MaxPause(IReadOnlyList<long> ticks, long from, long to)
    {
        var (last, max) = (from, TimeSpan.Zero);
        foreach (var tick in ticks.Where(tick => tick > from && tick < to).Append(to))
        {
            var pause = Stopwatch.GetElapsedTime(last, tick);
            (last, max) = (tick, pause > max ? pause : max);
        }

        return max;
    }
}

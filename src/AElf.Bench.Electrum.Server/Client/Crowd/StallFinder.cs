using System.Diagnostics;

namespace AElf.Bench.Electrum.Server.Client.Crowd;

/// <summary>A period in which a server answered no wallet.</summary>
/// <param name="After">Time from the start to its beginning.</param>
public sealed record Stall(TimeSpan After, TimeSpan Length);

/// <summary>
/// Finds periods in which a server answered no wallet, although requests were in flight. Periods in which this process
/// itself was stalled do not count.
/// </summary>
internal static class StallFinder
{
    /// <summary>Minimum length of a stall that wallets notice.</summary>
    public static readonly TimeSpan Noticeable = TimeSpan.FromMilliseconds(500);

    /// <summary>The stalls, in order.</summary>
    /// <param name="start">The start, in ticks of <see cref="Stopwatch"/> like all other times.</param>
    /// <param name="answers">Times of sending and answering requests, in any order.</param>
    /// <param name="ticks">Times at which a periodic thread of this process ran, in order.</param>
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

    // For each answer: the earliest sending time of all requests that were unanswered before it. After a stall, the
    // server may answer any of them first.
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

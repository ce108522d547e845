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
        foreach (var (sent, at) in answers.OrderBy(each => each.At))
        {
            var from = Math.Max(last, sent);
            var length = Stopwatch.GetElapsedTime(from, at);
            if (length >= Noticeable && length - MaxPause(ticks, from, at) >= Noticeable)
            {
                stalls.Add(new Stall(Stopwatch.GetElapsedTime(start, from), length));
            }

            last = Math.Max(last, at);
        }

        return stalls;
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

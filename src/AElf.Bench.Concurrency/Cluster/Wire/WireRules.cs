using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>
/// The limits of values on the wire: sums over all workers and rounds cannot overflow, and a peer cannot cause large
/// allocations.
/// </summary>
internal static class WireRules
{
    /// <summary>The largest count: 2^48, of which 2^15 can be added up.</summary>
    public const long MaxCount = 1L << 48;

    /// <summary>Most characters of a name.</summary>
    public const int MaxNameLength = 64;

    /// <summary>Most characters of a <c>host:port</c>.</summary>
    public const int MaxAddressLength = 300;

    /// <summary>Maximum of attempts in one report; a worker splits larger ones.</summary>
    public const int MaxAttempts = 65_536;

    public const int MaxFaults = 1000;

    private const int MaxWordsLength = 500;
    private const long MaxTicks = 3650 * TimeSpan.TicksPerDay;

    /// <summary>Refuses a message without a part that must not be missing.</summary>
    public static T Needed<T>(T? part, string whole, string what)
        where T : class => part ?? throw new WireException($"a message '{whole}' without its {what}");

    /// <summary>Refuses a count or an index outside 0 to <see cref="MaxCount"/>.</summary>
    public static int Count(int value, string what) => (int)Count((long)value, what);

    /// <inheritdoc cref="Count(int,string)"/>
    public static long Count(long value, string what) => value switch
    {
        < 0 => throw new WireException($"{value} {what}; expected at least 0"),
        > MaxCount => throw new WireException($"{value} {what}; expected at most {MaxCount}"),
        _ => value,
    };

    /// <summary>Refuses numbers other than −1 (none) and 0 to <see cref="MaxCount"/>.</summary>
    public static long OrNone(long value, string what) => value switch
    {
        < -1 => throw new WireException($"{what} {value}; expected at least 0, or -1 for none"),
        > MaxCount => throw new WireException($"{what} {value}; expected at most {MaxCount}"),
        _ => value,
    };

    /// <summary>
    /// Refuses what neither stands for a <see cref="LanePosition"/> or a wait for time, nor is −1, for none.
    /// </summary>
    public static long Mark(long value)
    {
        var isMark = value is -1 or LanePosition.WaitsForTime
            || (value >= 0 && LanePosition.From(value).ToInt64() == value
                && Enum.IsDefined(LanePosition.From(value).Step));
        return isMark ? value : throw new WireException($"mark {value}, which is not a position in a grant");
    }

    /// <summary>A time from its ticks, of 100 ns; refuses negative ones and those that are too long.</summary>
    public static TimeSpan Time(long ticks, string what) => ticks switch
    {
        < 0 => throw new WireException($"{TimeSpan.FromTicks(ticks)} {what}; expected at least 0"),
        > MaxTicks => throw new WireException(
            $"{TimeSpan.FromTicks(ticks)} {what}; expected at most {TimeSpan.FromTicks(MaxTicks)}"),
        _ => TimeSpan.FromTicks(ticks),
    };

    /// <summary>A name that is shown and compared: printable ASCII, so that it does nothing to a terminal.</summary>
    public static string Name(string value, string what, int most = MaxNameLength) => value.Length switch
    {
        0 => throw new WireException($"{what} is empty; expected 1 to {most} printable ASCII characters"),
        _ => NameOrNone(value, what, most),
    };

    /// <summary>Refuses a text that is neither empty nor a name as in <see cref="Name"/>.</summary>
    public static string NameOrNone(string value, string what, int most = MaxNameLength) =>
        value.Length <= most && value.All(letter => letter is > ' ' and <= '~')
            ? value
            : throw new WireException(
                $"{what} has {value.Length} characters or some that cannot be printed; "
                    + $"expected at most {most} of printable ASCII");

    /// <summary>
    /// Words for the user about something that went wrong elsewhere: one line, without commands for a terminal, cut
    /// where it is long.
    /// </summary>
    public static string Words(string value)
    {
        var shown = value.Length > MaxWordsLength ? value.AsSpan(0, MaxWordsLength) : value;
        return value.Length <= MaxWordsLength && !value.Any(char.IsControl)
            ? value
            : string.Concat([.. shown.ToArray().Select(letter => char.IsControl(letter) ? '\uFFFD' : letter)]);
    }

    public static void AtMost(int most, int given, string what)
    {
        if (given > most)
        {
            throw new WireException($"{given} {what}; expected at most {most}");
        }
    }

    /// <summary>Refuses columns of different lengths, since they make records; returns the length.</summary>
    public static int SameLength(string what, int length, params ReadOnlySpan<int> others)
    {
        foreach (var other in others)
        {
            if (other != length)
            {
                throw new WireException(
                    $"a list of {what} with {length} of one thing and {other} of another; a record has one of each");
            }
        }

        return length;
    }
}

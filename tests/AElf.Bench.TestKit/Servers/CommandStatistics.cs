using System.Globalization;
using System.Text.RegularExpressions;

namespace AElf.Bench.TestKit.Servers;

/// <summary>What <c>INFO commandstats</c> of a Redis says.</summary>
public static partial class CommandStatistics
{
    /// <summary>How many GET and MGET it has served.</summary>
    public static long Reads(string info) => Calls(info, "get", "mget");

    /// <summary>How many of these commands it has served.</summary>
    /// <param name="commands">Their names in small letters.</param>
    public static long Calls(string info, params IReadOnlyList<string> commands) => CallsOfOne().Matches(info)
        .Where(found => commands.Contains(found.Groups["command"].Value, StringComparer.Ordinal))
        .Sum(found => long.Parse(found.Groups["calls"].Value, CultureInfo.InvariantCulture));

    [GeneratedRegex(
        "cmdstat_(?<command>[a-z]+):calls=(?<calls>[0-9]+)",
        RegexOptions.CultureInvariant,
        matchTimeoutMilliseconds: 1000)]
    private static partial Regex CallsOfOne();
}

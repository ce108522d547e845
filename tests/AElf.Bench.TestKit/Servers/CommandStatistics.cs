using System.Globalization;
using System.Text.RegularExpressions;

namespace AElf.Bench.TestKit.Servers;

/// <summary>What <c>INFO commandstats</c> of a Redis says.</summary>
public static partial class CommandStatistics
{
    /// <summary>How many GET and MGET it has served.</summary>
    public static long Reads(string info) =>
        GetCalls().Matches(info).Sum(found => long.Parse(found.Groups["calls"].Value, CultureInfo.InvariantCulture));

    [GeneratedRegex(
        "cmdstat_m?get:calls=(?<calls>[0-9]+)", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex GetCalls();
}

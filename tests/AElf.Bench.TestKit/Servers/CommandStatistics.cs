using System.Globalization;
using System.Text.RegularExpressions;

namespace AElf.Bench.TestKit.Servers;

/// <summary>What <c>INFO commandstats</c> of a Redis says.</summary>
public static partial class CommandStatistics
{
    /// <summary>How many GET it has served.</summary>
    public static long Reads(string info)
    {
        var calls = GetCalls().Match(info).Groups["calls"];
        return calls.Success ? long.Parse(calls.Value, CultureInfo.InvariantCulture) : 0;
    }

    [GeneratedRegex(
        "cmdstat_get:calls=(?<calls>[0-9]+)", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex GetCalls();
}

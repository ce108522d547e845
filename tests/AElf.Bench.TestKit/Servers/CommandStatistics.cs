using System.Globalization;
using System.Text.RegularExpressions;

namespace AElf.Bench.TestKit.Servers;

/// <summary>Reads Redis' <c>INFO commandstats</c>.</summary>
public static partial class CommandStatistics
{
    /// <summary>The number of GET and MGET that the server has executed.</summary>
    public static async Task<long> ReadsAsync(RespSocket server) =>
        Calls(await server.AskAsync("INFO", "commandstats"), "get", "mget");

    /// <summary>The number of these commands that the server has executed.</summary>
    /// <param name="commands">Their names in lower case.</param>
    public static long Calls(string info, params IReadOnlyList<string> commands) => CallsOfOne().Matches(info)
        .Where(found => commands.Contains(found.Groups["command"].Value, StringComparer.Ordinal))
        .Sum(found => long.Parse(found.Groups["calls"].Value, CultureInfo.InvariantCulture));

    [GeneratedRegex(
        "cmdstat_(?<command>[a-z]+):calls=(?<calls>[0-9]+)",
        RegexOptions.CultureInvariant,
        matchTimeoutMilliseconds: 60_000)]
    private static partial Regex CallsOfOne();
}

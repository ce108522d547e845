using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace AElf.Bench.Electrum.Indexing;

/// <summary>
/// What a wallet compares to see whether something happened to a script (Electrum protocol, "Script status"): the
/// SHA-256 of <c>txid:height:</c> for each confirmed transaction in the order of the chain, then for each that waits.
/// </summary>
public static class ScriptStatus
{
    /// <summary>The status as 64 hexadecimal digits; null when the script has no transaction.</summary>
    public static string? Of(IReadOnlyList<HistoryEntry> confirmed, IReadOnlyList<MempoolEntry> waiting)
    {
        if (confirmed.Count + waiting.Count == 0)
        {
            return null;
        }

        var text = new StringBuilder();
        foreach (var (id, height) in confirmed)
        {
            text.Append(CultureInfo.InvariantCulture, $"{id}:{height}:");
        }

        foreach (var entry in waiting)
        {
            text.Append(CultureInfo.InvariantCulture, $"{entry.Id}:{entry.Height}:");
        }

        return Convert.ToHexStringLower(SHA256.HashData(Encoding.ASCII.GetBytes(text.ToString())));
    }
}

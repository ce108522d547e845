using System.Buffers.Text;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Engines;

namespace AElf.Bench.Electrum.Indexing;

/// <summary>
/// The status by which a wallet detects changes of a script (Electrum protocol, "Script status"): the SHA-256 of
/// <c>txid:height:</c> for each confirmed transaction in the order of the chain, then for each waiting one.
/// </summary>
public static class ScriptStatus
{
    // An id, a height and two colons.
    private const int MaxEntrySize = (2 * Hash256.Size) + 13;

    [ThreadStatic]
    private static WireWriter? text;

    /// <summary>The status as 64 hexadecimal digits; null for a script without a transaction.</summary>
    public static string? Of(IReadOnlyList<HistoryEntry> confirmed, IReadOnlyList<MempoolEntry> waiting)
    {
        Span<byte> status = stackalloc byte[Hash256.Size];
        return TryWrite(confirmed, waiting, status) ? Convert.ToHexStringLower(status) : null;
    }

    /// <summary>Writes the 32 bytes of the status in wire order.</summary>
    /// <returns>Whether the script has a transaction, and so a status.</returns>
    public static bool TryWrite(
        IReadOnlyList<HistoryEntry> confirmed, IReadOnlyList<MempoolEntry> waiting, Span<byte> status)
    {
        if (confirmed.Count + waiting.Count == 0)
        {
            return false;
        }

        text ??= new WireWriter();
        text.Clear();
        for (var i = 0; i < confirmed.Count; i++)
        {
            Write(text, confirmed[i].Id, confirmed[i].Height);
        }

        for (var i = 0; i < waiting.Count; i++)
        {
            Write(text, waiting[i].Id, waiting[i].Height);
        }

        Sha256.Write(text.Written, status);
        return true;
    }

    private static void Write(WireWriter text, Hash256 id, int height)
    {
        Span<byte> bytes = stackalloc byte[Hash256.Size];
        id.CopyTo(bytes);
        bytes.Reverse();
        var start = text.Length;
        var room = text.Reserve(MaxEntrySize);
        Convert.TryToHexStringLower(bytes, room, out var written);
        room[written++] = (byte)':';
        Utf8Formatter.TryFormat(height, room[written..], out var digits);
        room[written + digits] = (byte)':';
        text.Cut(start + written + digits + 1);
    }
}

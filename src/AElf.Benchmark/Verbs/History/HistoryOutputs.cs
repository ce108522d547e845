using AElf.Bench.Core.Options;
using AElf.Bench.Harness.History;

namespace AElf.Benchmark.Verbs.History;

/// <summary>Writes the files for history entries.</summary>
internal static class HistoryOutputs
{
    // In the order of ExportSettings.OverTime.
    private static readonly Action<string, HistoryEntry[]>[] Writers =
        [HistoryFile.Append, HistoryExport.WriteGitHub, HistoryExport.WriteBencher];

    /// <summary>
    /// Writes the files that the settings name, and returns their paths. Without entries, the history is neither
    /// changed nor returned, and the exports are empty.
    /// </summary>
    /// <param name="rows">The settings of the history, of the file for GitHub, and of the file for Bencher.</param>
    /// <exception cref="IOException">A file cannot be written.</exception>
    public static IReadOnlyList<string> Write(
        ResolvedSettings settings, IReadOnlyList<Setting<string?>> rows, IEnumerable<HistoryEntry?> kept)
    {
        HistoryEntry[] entries = [.. kept.OfType<HistoryEntry>()];
        var written = new List<string>();
        foreach (var (row, write) in rows.Zip(Writers))
        {
            if (settings.Get(row) is { } path && (entries.Length > 0 || row != rows[0]))
            {
                write(path, entries);
                written.Add(path);
            }
        }

        return written;
    }
}

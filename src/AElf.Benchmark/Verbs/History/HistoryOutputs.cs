using AElf.Bench.Core.Options;
using AElf.Bench.Harness.History;

namespace AElf.Benchmark.Verbs.History;

/// <summary>The files for history entries; null for none.</summary>
/// <param name="History">File that gets a line for each entry.</param>
/// <param name="GitHub">File for github-action-benchmark.</param>
/// <param name="Bencher">File for Bencher.</param>
internal sealed record HistoryOutputs(string? History, string? GitHub, string? Bencher)
{
    /// <param name="settings">The settings of the call.</param>
    /// <param name="rows">The settings of the three files, in the order of the record.</param>
    public static HistoryOutputs From(ResolvedSettings settings, IReadOnlyList<Setting<string?>> rows) =>
        new(settings.Get(rows[0]), settings.Get(rows[1]), settings.Get(rows[2]));

    /// <summary>Whether a file is given.</summary>
    public bool IsAsked => (History ?? GitHub ?? Bencher) is not null;

    /// <summary>
    /// Writes the files and returns their paths. Without entries, the history is neither changed nor returned, and the
    /// exports are empty.
    /// </summary>
    /// <exception cref="IOException">A file cannot be written.</exception>
    public IReadOnlyList<string> Write(IEnumerable<HistoryEntry?> kept)
    {
        HistoryEntry[] entries = [.. kept.OfType<HistoryEntry>()];
        var written = new List<string>();
        if (History is not null && entries.Length > 0)
        {
            HistoryFile.Append(History, entries);
            written.Add(History);
        }

        if (GitHub is not null)
        {
            HistoryExport.WriteGitHub(GitHub, entries);
            written.Add(GitHub);
        }

        if (Bencher is not null)
        {
            HistoryExport.WriteBencher(Bencher, entries);
            written.Add(Bencher);
        }

        return written;
    }
}

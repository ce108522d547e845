using AElf.Bench.Core.Options;
using AElf.Bench.Harness.History;

namespace AElf.Benchmark.Verbs.History;

/// <summary>Where what is kept of runs goes; null for nowhere.</summary>
/// <param name="History">The file that a line for each is appended to.</param>
/// <param name="GitHub">The file for github-action-benchmark.</param>
/// <param name="Bencher">The file for Bencher.</param>
internal sealed record HistoryOutputs(string? History, string? GitHub, string? Bencher)
{
    /// <summary>What the settings say.</summary>
    /// <param name="settings">The settings.</param>
    /// <param name="rows">The three rows that a run has, or a verb.</param>
    public static HistoryOutputs From(ResolvedSettings settings, IReadOnlyList<Setting<string?>> rows) =>
        new(settings.Get(rows[0]), settings.Get(rows[1]), settings.Get(rows[2]));

    /// <summary>Whether there is any.</summary>
    public bool IsAny => (History ?? GitHub ?? Bencher) is not null;

    /// <summary>Writes all of them; nothing without a figure.</summary>
    /// <exception cref="IOException">A file cannot be written.</exception>
    public void Write(IEnumerable<HistoryEntry?> kept)
    {
        HistoryEntry[] entries = [.. kept.OfType<HistoryEntry>()];
        if (entries.Length == 0)
        {
            return;
        }

        if (History is not null)
        {
            HistoryFile.Append(History, entries);
        }

        if (GitHub is not null)
        {
            HistoryExport.WriteGitHub(GitHub, entries);
        }

        if (Bencher is not null)
        {
            HistoryExport.WriteBencher(Bencher, entries);
        }
    }
}

using System.Text.Json.Serialization;
using AElf.Bench.Harness.Journals;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Sweeps;

/// <summary>The runs of a sweep, kept so that one that was killed goes on where it was.</summary>
public static class SweepJournal
{
    /// <summary>Begins the journal at <paramref name="path"/>, or goes on with it.</summary>
    /// <exception cref="FormatException">It is of another sweep, or none; the message says which.</exception>
    /// <exception cref="IOException">It cannot be read or written, or another sweep holds it.</exception>
    public static RunJournal<SweepHeader, SweepRun> Open(string path, SweepHeader header) =>
        new JournalShape<SweepHeader, SweepRun>("sweep", SweepJson.Default.SweepHeader, SweepJson.Default.SweepRun)
            .Open(path, header);
}

/// <summary>The JSON shape of a journal's lines, generated at build time.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    RespectNullableAnnotations = true,
    Converters = [typeof(VerdictConverter)])]
[JsonSerializable(typeof(SweepHeader))]
[JsonSerializable(typeof(SweepRun))]
internal sealed partial class SweepJson : JsonSerializerContext;

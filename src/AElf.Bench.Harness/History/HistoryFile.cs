using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.History;

/// <summary>A file with a line of JSON for each entry. Lines are appended and never changed.</summary>
public static class HistoryFile
{
    private const double MaxFigure = 1e15;

    private static readonly JsonTypeInfo<HistoryEntry> Shape = StrictJson.Of<HistoryEntry>(HistoryJson.Default);

    /// <summary>Appends lines and flushes them to the disk.</summary>
    /// <exception cref="IOException">The file cannot be written.</exception>
    public static void Append(string path, IEnumerable<HistoryEntry> entries)
    {
        var text = string.Concat(entries.Select(entry => JsonSerializer.Serialize(
            entry, HistoryJson.Default.HistoryEntry) + "\n"));
        using var file = new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.Read);

        // An incomplete line is ended first, so that the new line is separate.
        var isWhole = file.Length == 0 || LastByte(file) == '\n';
        file.Seek(0, SeekOrigin.End);
        file.Write(Encoding.UTF8.GetBytes(isWhole ? text : $"\n{text}"));
        file.Flush(flushToDisk: true);
    }

    /// <exception cref="FormatException">A line is not an entry; the message says which line.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public static IReadOnlyList<HistoryEntry> Read(string path) =>
    [
        .. File.ReadLines(path).Select((line, at) => (line, at)).Where(each => each.line.Trim().Length > 0)
            .Select(each => Read(path, each.line, each.at + 1)),
    ];

    private static HistoryEntry Read(string path, string line, int number)
    {
        var what = $"{path}:{number} is not a line of a history";
        var entry = StrictJson.Read(
            () => JsonSerializer.Deserialize(line, Shape), fault => $"{what}: {fault}; remove the line, or the file");
        return FindFault(entry) is { } fault ? throw new FormatException($"{what}: {fault}") : entry;
    }

    // An impossible figure would also change the levels of the other figures.
    private static string? FindFault(HistoryEntry entry)
    {
        (string Name, double? Value)[] optional =
        [
            ("low", entry.Low), ("high", entry.High), ("ratio", entry.Ratio),
            .. entry.Values.Select(figure => (figure.Key, figure.Value)),
        ];
        return entry.Tps is not (> 0 and <= MaxFigure)
            ? FormattableString.Invariant($"tps is {entry.Tps}; expected a number above 0, up to {MaxFigure}")
            : optional.Where(figure => figure.Value is not (null or (>= 0 and <= MaxFigure)))
                .Select(figure => FormattableString.Invariant(
                    $"{figure.Name} is {figure.Value}; expected a number from 0 to {MaxFigure}"))
                .FirstOrDefault();
    }

    private static int LastByte(FileStream file)
    {
        file.Seek(-1, SeekOrigin.End);
        return file.ReadByte();
    }
}

/// <summary>The JSON shape of a line, generated at build time.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    Converters = [typeof(FiniteDoubleConverter)])]
[JsonSerializable(typeof(HistoryEntry))]
internal sealed partial class HistoryJson : JsonSerializerContext;

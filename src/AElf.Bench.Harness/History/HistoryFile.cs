using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace AElf.Bench.Harness.History;

/// <summary>A file with a line of JSON for each run: what was there stays as it is.</summary>
public static class HistoryFile
{
    /// <summary>Appends lines.</summary>
    /// <exception cref="IOException">It cannot be written.</exception>
    public static void Append(string path, IEnumerable<HistoryEntry> entries)
    {
        ArgumentNullException.ThrowIfNull(entries);
        var text = string.Concat(entries.Select(entry => JsonSerializer.Serialize(
            entry, HistoryJson.Default.HistoryEntry) + "\n"));
        using var file = new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.Read);

        // What was cut off before is a line of its own, and not the beginning of ours.
        var isWhole = file.Length == 0 || LastByte(file) == '\n';
        file.Seek(0, SeekOrigin.End);
        file.Write(Encoding.UTF8.GetBytes(isWhole ? text : $"\n{text}"));
        file.Flush(flushToDisk: true);
    }

    /// <summary>Reads all lines, in their order.</summary>
    /// <exception cref="FormatException">A line is none; the message says which.</exception>
    /// <exception cref="IOException">It cannot be read.</exception>
    public static IReadOnlyList<HistoryEntry> Read(string path) =>
    [
        .. File.ReadLines(path).Select((line, at) => (line, at)).Where(each => each.line.Trim().Length > 0)
            .Select(each => Read(path, each.line, each.at + 1)),
    ];

    private static HistoryEntry Read(string path, string line, int number)
    {
        try
        {
            return JsonSerializer.Deserialize(line, HistoryJson.Default.HistoryEntry)
                ?? throw new FormatException($"{path}:{number} holds no run");
        }
        catch (JsonException exception)
        {
            throw new FormatException(
                $"{path}:{number} is no line of a history: {exception.Message}; remove it, or the file", exception);
        }
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
    RespectRequiredConstructorParameters = true,
    Converters = [typeof(Reports.Exporters.FiniteDoubleConverter)])]
[JsonSerializable(typeof(HistoryEntry))]
internal sealed partial class HistoryJson : JsonSerializerContext;

using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Harness.Reports.Exporters;

namespace AElf.Bench.Harness.Sweeps;

/// <summary>
/// The runs of a sweep, a line of JSON each behind a header; a line is on the disk before the next run begins, so that
/// a sweep that was killed goes on where it was.
/// </summary>
public sealed class SweepJournal : IDisposable
{
    private readonly FileStream held;
    private readonly FileStream file;
    private readonly List<SweepRun> runs;

    private SweepJournal(FileStream held, FileStream file, List<SweepRun> runs)
    {
        this.held = held;
        this.file = file;
        this.runs = runs;
    }

    /// <summary>The runs that have ended, in order.</summary>
    public IReadOnlyList<SweepRun> Runs => runs;

    /// <summary>Begins the journal at <paramref name="path"/>, or goes on with it.</summary>
    /// <exception cref="FormatException">It is of another sweep, or none; the message says which.</exception>
    /// <exception cref="IOException">It cannot be read or written, or another sweep holds it.</exception>
    public static SweepJournal Open(string path, SweepHeader header)
    {
        ArgumentNullException.ThrowIfNull(header);

        // The journal itself stays readable for others.
        var first = new FileStream($"{path}.lock", FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
        try
        {
            return Open(path, first, header);
        }
        catch
        {
            first.Dispose();
            throw;
        }
    }

    private static SweepJournal Open(string path, FileStream first, SweepHeader header)
    {
        var text = File.Exists(path) ? File.ReadAllText(path) : "";

        // What a kill cut off was not finished.
        var whole = text[..(text.LastIndexOf('\n') + 1)];
        var lines = whole.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        if (lines is [var begun, ..])
        {
            Compare(path, begun, header);
        }

        List<SweepRun> made = [.. lines.Skip(1).Select((line, at) => Read(path, line, at + 2))];
        var opened = new FileStream(path, FileMode.OpenOrCreate, FileAccess.Write, FileShare.Read);
        opened.SetLength(Encoding.UTF8.GetByteCount(whole));
        opened.Seek(0, SeekOrigin.End);
        var journal = new SweepJournal(first, opened, made);
        if (lines.Length == 0)
        {
            journal.Write(JsonSerializer.Serialize(header, SweepJson.Default.SweepHeader));
        }

        return journal;
    }

    /// <summary>Keeps a run.</summary>
    /// <exception cref="IOException">It cannot be written.</exception>
    public void Add(SweepRun run)
    {
        Write(JsonSerializer.Serialize(run, SweepJson.Default.SweepRun));
        runs.Add(run);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        file.Dispose();
        held.Dispose();
    }

    private static void Compare(string path, string first, SweepHeader header)
    {
        var expected = JsonSerializer.Serialize(header, SweepJson.Default.SweepHeader);
        if (!string.Equals(first, expected, StringComparison.Ordinal))
        {
            throw new FormatException(
                $"{path} is of another sweep, begun with {first}; this one is {expected}: "
                    + "give the same words, or another --folder");
        }
    }

    private static SweepRun Read(string path, string line, int number)
    {
        try
        {
            return JsonSerializer.Deserialize(line, SweepJson.Default.SweepRun)
                ?? throw new FormatException($"{path}:{number} holds no run");
        }
        catch (JsonException exception)
        {
            throw new FormatException($"{path}:{number} is no run of a sweep: {exception.Message}", exception);
        }
    }

    private void Write(string line)
    {
        file.Write(Encoding.UTF8.GetBytes(line + "\n"));
        file.Flush(flushToDisk: true);
    }
}

/// <summary>The JSON shape of a journal's lines, generated at build time.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    Converters = [typeof(VerdictConverter)])]
[JsonSerializable(typeof(SweepHeader))]
[JsonSerializable(typeof(SweepRun))]
internal sealed partial class SweepJson : JsonSerializerContext;

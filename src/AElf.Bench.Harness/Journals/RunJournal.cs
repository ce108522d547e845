using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Journals;

/// <summary>
/// The runs of something that makes many, a line of JSON each behind a header; a line is on the disk before the next
/// run begins, so that what was killed goes on where it was.
/// </summary>
/// <typeparam name="THeader">What it was begun with: only the same one may go on.</typeparam>
/// <typeparam name="TRun">A run that has ended.</typeparam>
public sealed class RunJournal<THeader, TRun> : IDisposable
{
    private readonly JournalShape<THeader, TRun> shape;
    private readonly FileStream held;
    private readonly FileStream file;
    private readonly List<TRun> runs;

    private RunJournal(JournalShape<THeader, TRun> shape, FileStream held, FileStream file, List<TRun> runs)
    {
        this.shape = shape;
        this.held = held;
        this.file = file;
        this.runs = runs;
    }

    /// <summary>The runs that have ended, in order.</summary>
    public IReadOnlyList<TRun> Runs => runs;

    internal static RunJournal<THeader, TRun> Open(string path, THeader header, JournalShape<THeader, TRun> shape)
    {
        // The journal itself stays readable for others.
        var first = new FileStream($"{path}.lock", FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
        try
        {
            return Open(path, first, header, shape);
        }
        catch
        {
            first.Dispose();
            throw;
        }
    }

    private static RunJournal<THeader, TRun> Open(
        string path, FileStream first, THeader header, JournalShape<THeader, TRun> shape)
    {
        var text = File.Exists(path) ? File.ReadAllText(path) : "";
        var begun = JsonSerializer.Serialize(header, shape.Header);

        // What a kill cut off was not finished.
        var whole = text[..(text.LastIndexOf('\n') + 1)];
        var lines = whole.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        if (lines is [var found, ..] && !string.Equals(found, begun, StringComparison.Ordinal))
        {
            throw new FormatException(
                $"{path} is of another {shape.Noun}, begun with {found}; this one is {begun}: "
                    + "give the same words, or another --folder");
        }

        List<TRun> made = [.. lines.Skip(1).Select((line, at) => Read(path, line, at + 2, shape))];
        var opened = new FileStream(path, FileMode.OpenOrCreate, FileAccess.Write, FileShare.Read);
        opened.SetLength(Encoding.UTF8.GetByteCount(whole));
        opened.Seek(0, SeekOrigin.End);
        var journal = new RunJournal<THeader, TRun>(shape, first, opened, made);
        if (lines.Length == 0)
        {
            journal.Write(begun);
        }

        return journal;
    }

    /// <summary>Keeps a run.</summary>
    /// <exception cref="IOException">It cannot be written.</exception>
    public void Add(TRun run)
    {
        Write(JsonSerializer.Serialize(run, shape.Run));
        runs.Add(run);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        file.Dispose();
        held.Dispose();
    }

    private static TRun Read(string path, string line, int number, JournalShape<THeader, TRun> shape)
    {
        try
        {
            return JsonSerializer.Deserialize(line, shape.Run)
                ?? throw new FormatException($"{path}:{number} holds no run");
        }
        catch (JsonException exception)
        {
            throw new FormatException(
                $"{path}:{number} is no run of a {shape.Noun}: {StrictJson.Fault(exception)}", exception);
        }
    }

    private void Write(string line)
    {
        file.Write(Encoding.UTF8.GetBytes(line + "\n"));
        file.Flush(flushToDisk: true);
    }
}

/// <summary>How the lines of a journal are written.</summary>
/// <param name="Noun">What it is the journal of.</param>
/// <param name="Header">The JSON of its header.</param>
/// <param name="Run">The JSON of a run.</param>
public sealed record JournalShape<THeader, TRun>(string Noun, JsonTypeInfo<THeader> Header, JsonTypeInfo<TRun> Run)
{
    /// <summary>Begins a journal at <paramref name="path"/>, or goes on with it.</summary>
    /// <exception cref="FormatException">It is of another one, or none; the message says which.</exception>
    /// <exception cref="IOException">It cannot be read or written, or another process holds it.</exception>
    public RunJournal<THeader, TRun> Open(string path, THeader header) =>
        RunJournal<THeader, TRun>.Open(path, header, this);
}

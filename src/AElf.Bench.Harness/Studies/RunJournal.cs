using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Studies;

/// <summary>
/// The runs of a study, a line of JSON each behind a header; a line is on the disk before the next run begins, so that
/// a study that was killed goes on where it was. Another process cannot open it meanwhile.
/// </summary>
/// <typeparam name="TRun">A run that has ended.</typeparam>
public sealed class RunJournal<TRun> : IDisposable
{
    private readonly JsonTypeInfo<TRun> shape;
    private readonly Func<TRun, string?>? fault;
    private readonly FileStream held;
    private readonly FileStream file;
    private readonly List<TRun> runs;

    /// <summary>Begins a journal, or goes on with it.</summary>
    /// <param name="path">Its file.</param>
    /// <param name="noun">What it is the journal of, for messages.</param>
    /// <param name="header">What the study is, a line of JSON: only the same study may go on with it.</param>
    /// <param name="shape">The JSON of a run.</param>
    /// <param name="fault">Why a run cannot be one of this study; null where it can.</param>
    /// <exception cref="FormatException">It is of another study, or no journal; the message says which.</exception>
    /// <exception cref="IOException">It cannot be read or written, or another process holds it.</exception>
    public RunJournal(
        string path, string noun, string header, JsonTypeInfo<TRun> shape, Func<TRun, string?>? fault = null)
    {
        this.shape = shape;
        this.fault = fault;

        // The journal itself stays readable for others.
        held = new FileStream($"{path}.lock", FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
        try
        {
            var text = File.Exists(path) ? File.ReadAllText(path) : "";

            // What a kill cut off was not finished.
            var whole = text[..(text.LastIndexOf('\n') + 1)];
            var lines = whole.Split('\n', StringSplitOptions.RemoveEmptyEntries);
            if (lines is [var found, ..] && !string.Equals(found, header, StringComparison.Ordinal))
            {
                throw new FormatException(
                    $"{path} is of another {noun}, begun with {found}; this one is {header}: "
                        + "give the same words, or another --folder");
            }

            runs = [.. lines.Skip(1).Select((line, at) => Read($"{path}:{at + 2}", noun, line))];
            file = new FileStream(path, FileMode.OpenOrCreate, FileAccess.Write, FileShare.Read);
            file.SetLength(Encoding.UTF8.GetByteCount(whole));
            file.Seek(0, SeekOrigin.End);
            if (lines.Length == 0)
            {
                Write(header);
            }
        }
        catch
        {
            file?.Dispose();
            held.Dispose();
            throw;
        }
    }

    /// <summary>The runs that have ended, in order.</summary>
    public IReadOnlyList<TRun> Runs => runs;

    /// <summary>Keeps a run.</summary>
    /// <exception cref="IOException">It cannot be written.</exception>
    public void Add(TRun run)
    {
        Write(JsonSerializer.Serialize(run, shape));
        runs.Add(run);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        file.Dispose();
        held.Dispose();
    }

    private TRun Read(string place, string noun, string line)
    {
        try
        {
            var run = JsonSerializer.Deserialize(line, shape) ?? throw new FormatException($"{place} holds no run");
            return fault?.Invoke(run) is { } why ? throw new FormatException($"{place} is no run of this {noun}: {why}")
                : run;
        }
        catch (JsonException exception)
        {
            throw new FormatException($"{place} is no run of a {noun}: {StrictJson.Fault(exception)}", exception);
        }
    }

    private void Write(string line)
    {
        file.Write(Encoding.UTF8.GetBytes(line + "\n"));
        file.Flush(flushToDisk: true);
    }
}

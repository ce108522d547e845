using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Studies;
using AElf.Bench.Harness.Sweeps;

namespace AElf.Benchmark.Verbs.Studies;

/// <summary>
/// The journal of a study: a header, then a line of JSON for each run. A line is synced before the next run begins, so
/// that a killed study can resume. Other processes cannot open the journal at the same time.
/// </summary>
/// <typeparam name="TRun">A finished run.</typeparam>
internal sealed class RunJournal<TRun> : IDisposable
    where TRun : StudyRun
{
    private static readonly JsonTypeInfo<TRun> Shape =
        (JsonTypeInfo<TRun>)StudyJson.Default.GetTypeInfo(typeof(TRun))!;

    private readonly Func<TRun, string?> fault;
    private readonly FileStream held;
    private readonly FileStream file;
    private readonly List<TRun> runs;

    /// <param name="path">File of the journal.</param>
    /// <param name="noun">Kind of study, for messages.</param>
    /// <param name="identity">
    /// Identifies the study, by names and texts: only a study with the same identity can resume the journal.
    /// </param>
    /// <param name="fault">Returns why a run cannot belong to this study; null if it can.</param>
    /// <exception cref="FormatException">
    /// The file belongs to another study, or is not a journal; the message says which.
    /// </exception>
    /// <exception cref="IOException">The file cannot be read or written, or another process holds it.</exception>
    public RunJournal(
        string path,
        string noun,
        OrderedDictionary<string, IReadOnlyList<string>> identity,
        Func<TRun, string?> fault)
    {
        this.fault = fault;
        var header = JsonSerializer.Serialize(
            identity, StudyJson.Default.OrderedDictionaryStringIReadOnlyListString);

        // The journal itself stays readable for other processes.
        held = new FileStream($"{path}.lock", FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
        try
        {
            var text = File.Exists(path) ? File.ReadAllText(path) : "";

            // A line without an end was cut off by a kill.
            var complete = text[..(text.LastIndexOf('\n') + 1)];
            var lines = complete.Split('\n', StringSplitOptions.RemoveEmptyEntries);
            if (lines is [var found, ..] && !string.Equals(found, header, StringComparison.Ordinal))
            {
                throw new FormatException(
                    $"{path} is of another {noun}: its header is {found}, not {header}; "
                        + "use the same options, or another --folder");
            }

            runs = [.. lines.Skip(1).Select((line, at) => Read($"{path}:{at + 2}", noun, line))];
            file = new FileStream(path, FileMode.OpenOrCreate, FileAccess.Write, FileShare.Read);
            file.SetLength(Encoding.UTF8.GetByteCount(complete));
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

    /// <summary>Finished runs, in order.</summary>
    public IReadOnlyList<TRun> Runs => runs;

    /// <summary>Appends a finished run and flushes it to the disk.</summary>
    /// <exception cref="IOException">The file cannot be written.</exception>
    public void Add(TRun run)
    {
        Write(JsonSerializer.Serialize(run, Shape));
        runs.Add(run);
    }

    public void Dispose()
    {
        file.Dispose();
        held.Dispose();
    }

    private TRun Read(string place, string noun, string line)
    {
        var what = $"{place} is not a run of this {noun}";
        var run = StrictJson.Read(() => JsonSerializer.Deserialize(line, Shape), wrong => $"{what}: {wrong}");
        return fault(run) is { } why ? throw new FormatException($"{what}: {why}") : run;
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
    RespectNullableAnnotations = true,
    Converters = [typeof(EnumNameConverter)])]
[JsonSerializable(typeof(OrderedDictionary<string, IReadOnlyList<string>>))]
[JsonSerializable(typeof(SweepRun))]
[JsonSerializable(typeof(ComparedRun))]
internal sealed partial class StudyJson : JsonSerializerContext;

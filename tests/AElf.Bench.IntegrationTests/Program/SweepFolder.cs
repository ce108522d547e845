using System.Text.Json;
using AElf.Bench.Harness.Processes;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>The folder of a sweep or a search, with its runs.</summary>
internal sealed class SweepFolder : IDisposable
{
    /// <summary>The file of the runs: a header, then one line per run.</summary>
    public const string Journal = "runs.jsonl";

    private readonly TemporaryFolder temporary = new();

    /// <summary>The value of <c>--folder</c>.</summary>
    public string Path => System.IO.Path.Combine(temporary.Path, "sweep");

    /// <summary>Reads a file of the folder.</summary>
    public string Read(string name) => File.ReadAllText(System.IO.Path.Combine(Path, name));

    /// <summary>The labels of all points, including points without a run.</summary>
    public IReadOnlyList<string> Points()
    {
        using var header = JsonDocument.Parse(Lines()[0]);
        return [.. header.RootElement.GetProperty("points").EnumerateArray().Select(point => point.GetString()!)];
    }

    /// <summary>The runs that have ended, in order.</summary>
    public IReadOnlyList<JsonElement> Runs() =>
        [.. Lines().Skip(1).Select(line => JsonDocument.Parse(line).RootElement)];

    /// <summary>The report of a run.</summary>
    public JsonElement ReportOf(JsonElement run) => JsonDocument.Parse(Read(Text(run, "report"))).RootElement;

    /// <summary>Waits until <paramref name="count"/> runs have ended.</summary>
    public Task WaitForRunsAsync(ProductProcess sweep, int count) =>
        Wait.UntilAsync(sweep, () => Runs().Count >= count, $"{count} runs");

    /// <summary>The index of the point of a run, from 0.</summary>
    public static int PointOf(JsonElement run) => run.GetProperty("point").GetInt32();

    /// <summary>A JSON member as text.</summary>
    public static string Text(JsonElement element, string name) => element.GetProperty(name).ToString();

    public void Dispose() => temporary.Dispose();

    private string[] Lines()
    {
        var path = System.IO.Path.Combine(Path, Journal);
        if (!File.Exists(path))
        {
            return [];
        }

        // The sweep is writing the file: its last line may be incomplete.
        using var file = new StreamReader(
            new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete));
        return [.. file.ReadToEnd().Split('\n').SkipLast(1)];
    }
}

using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Submitted;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>The data that the first process passes to the process of a later start, in a file.</summary>
/// <param name="FirstRun">Id of its first run; further runs of the call have the ids behind it.</param>
/// <param name="Holder">
/// Name by which the locks of its runs are held, so that its keys can be removed if it is killed.
/// </param>
/// <param name="Progress">File to write the progress of its runs to.</param>
/// <param name="Earlier">The results of the first start, for each run of the call.</param>
internal sealed record LaterStart(
    RunId FirstRun, string Holder, string Progress, IReadOnlyList<EarlierStart> Earlier)
{
    /// <summary>File for the report.</summary>
    [JsonIgnore]
    public string Report { get; init; } = "";

    /// <summary>Opens the progress of a run, which the first process shows.</summary>
    public IRunProgress OpenProgress() => ProgressFile.Open(Progress);

    public string ToJson() => JsonSerializer.Serialize(this, LaterStartJson.Default.LaterStart);

    /// <exception cref="FormatException">The file is of something else.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public static LaterStart Read(string path)
    {
        try
        {
            return JsonSerializer.Deserialize(File.ReadAllText(path), LaterStartJson.Default.LaterStart)
                ?? throw new FormatException($"{path} holds no start");
        }
        catch (JsonException exception)
        {
            throw new FormatException($"{path} holds no start: {exception.Message}", exception);
        }
    }
}

/// <summary>The JSON shape, generated at build time.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(LaterStart))]
internal sealed partial class LaterStartJson : JsonSerializerContext;

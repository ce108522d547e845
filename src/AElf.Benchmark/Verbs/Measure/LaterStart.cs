using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Submitted;
using AElf.Bench.Settings.Completion;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>The data that the first process passes to the process of a later start, in a file.</summary>
/// <param name="FirstRun">Id of its first run. The further runs have the following ids.</param>
/// <param name="Holder">
/// The holder of its runs' locks. With it, the first process can remove the keys of a killed start.
/// </param>
/// <param name="Progress">File for the progress of its runs.</param>
/// <param name="Earlier">The results of the first start, for each run of the call.</param>
internal sealed record LaterStart(
    RunId FirstRun, string Holder, string Progress, IReadOnlyList<EarlierStart> Earlier)
{
    /// <summary>File for the report.</summary>
    [JsonIgnore]
    public string Report { get; init; } = "";

    /// <summary>Opens the progress of a run. The first process shows it.</summary>
    public IRunProgress OpenProgress() => ProgressFile.Open(Progress);

    public string ToJson() => JsonSerializer.Serialize(this, LaterStartJson.Default.LaterStart);

    /// <exception cref="FormatException">The file contains no start.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public static LaterStart Read(string path) => StrictJson.Read(
        () => JsonSerializer.Deserialize(File.ReadAllText(path), LaterStartJson.Default.LaterStart),
        fault => $"{path} contains no start: {fault}");
}

/// <summary>The JSON shape, generated at build time.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(LaterStart))]
internal sealed partial class LaterStartJson : JsonSerializerContext;

/// <summary>
/// The internal verb <c>start</c>: makes a later process start of a call. Writes its reports to a file and prints
/// nothing.
/// </summary>
/// <param name="run">Executes the call in the arguments as a later start.</param>
internal sealed class StartVerb(Func<string[], LaterStart, Task<int>> run) : Verb
{
    public const string Word = "start";

    public override IEnumerable<CompletedCommand> Complete(string path) => [];

    public override async Task<int> RunAsync(string[] words)
    {
        if (words is [var file, .. var call, var json, var report]
            && json.Equals(CommonSettings.JsonOutput.Option, StringComparison.Ordinal) && File.Exists(file))
        {
            return await run(call, LaterStart.Read(file) with { Report = report });
        }

        await Console.Error.WriteLineAsync("error: start: internal verb, called by runs with --starts N");
        return (int)ExitCode.Usage;
    }
}

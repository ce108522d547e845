using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Core.Files;

namespace AElf.Benchmark.Verbs.Cleanup;

/// <summary>The JSON record of a clean-up.</summary>
/// <param name="Runs">The runs of which keys were found, server by server.</param>
internal sealed record CleanupReport(IReadOnlyList<CleanedRun> Runs)
{
    [JsonPropertyOrder(-1)]
    public string Schema { get; init; } = "aelf-bench/cleanup/1";

    /// <exception cref="IOException">The file cannot be written.</exception>
    public void Write(string path) => WholeFile.Replace(
        path, file => JsonSerializer.Serialize(file, this, CleanupJson.Default.CleanupReport));
}

/// <summary>The keys of a run in a server, and the removed ones.</summary>
/// <param name="Server">HOST:PORT.</param>
/// <param name="Run">The run's id.</param>
/// <param name="Keys">Keys found.</param>
/// <param name="IdleSeconds">Since a key was last read or written; null where the server does not say.</param>
/// <param name="IsLocked">Whether the run's lock was there.</param>
/// <param name="Removed">Keys removed.</param>
internal sealed record CleanedRun(
    string Server, string Run, long Keys, double? IdleSeconds, bool IsLocked, long Removed);

/// <summary>The JSON shape of a clean-up, generated at build time.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true, NewLine = "\n")]
[JsonSerializable(typeof(CleanupReport))]
internal sealed partial class CleanupJson : JsonSerializerContext;

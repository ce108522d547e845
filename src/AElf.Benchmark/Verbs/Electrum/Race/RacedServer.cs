using System.Text.Json;
using System.Text.Json.Serialization;

namespace AElf.Benchmark.Verbs.Electrum.Race;

/// <summary>
/// A server of a race, as its entry in the file describes it. In all texts {folder} is its folder, {address} and
/// {port} where it listens, {node}, {nodePort}, {cookie}, {user} and {password} the node's.
/// </summary>
internal sealed record RacedServer
{
    /// <summary>The program that is this one.</summary>
    public const string Self = "aelf-bench";

    public required string Name { get; init; }

    /// <summary>The program, found on the PATH, and its arguments.</summary>
    public required IReadOnlyList<string> Command { get; init; }

    /// <summary>Environment variables; null for none.</summary>
    public Dictionary<string, string>? Environment { get; init; }

    /// <summary>Files that it reads, by their names in its folder; null for none.</summary>
    public Dictionary<string, string>? Files { get; init; }

    /// <summary>
    /// Text in its output that says that it is ready; null where it is ready when it answers with the whole chain.
    /// </summary>
    public string? Ready { get; init; }

    /// <summary>What it needs of a node that ours does not have; null when ours is enough.</summary>
    public string? NeedsOfNode { get; init; }

    /// <summary>Reads the file.</summary>
    /// <exception cref="FormatException">It is not a list of servers; the message says where.</exception>
    /// <exception cref="IOException">It cannot be read.</exception>
    public static IReadOnlyList<RacedServer> Read(string path)
    {
        try
        {
            var servers = JsonSerializer.Deserialize(File.ReadAllBytes(path), RaceJson.Default.RaceFile)?.Servers ?? [];
            return servers switch
            {
                [] => throw new FormatException($"{path} has no servers; expected \"servers\": [{{…}}]"),
                _ when servers.FirstOrDefault(each => each.Command.Count == 0) is { } bare =>
                    throw new FormatException($"{path}: {bare.Name} has no command"),
                _ when servers.GroupBy(each => each.Name, StringComparer.Ordinal).FirstOrDefault(
                    same => same.Skip(1).Any()) is { } twice =>
                    throw new FormatException($"{path}: two servers have the name {twice.Key}"),
                _ => servers,
            };
        }
        catch (JsonException exception)
        {
            throw new FormatException($"{path}: {exception.Message}", exception);
        }
    }
}

/// <summary>The servers of a race, as JSON.</summary>
internal sealed record RaceFile
{
    [JsonPropertyName("$schema")]
    public string? Schema { get; init; }

    public required IReadOnlyList<RacedServer> Servers { get; init; }
}

/// <summary>Reads the file of a race: comments are allowed, unknown keys are not.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    ReadCommentHandling = JsonCommentHandling.Skip,
    AllowTrailingCommas = true,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow)]
[JsonSerializable(typeof(RaceFile))]
internal sealed partial class RaceJson : JsonSerializerContext;

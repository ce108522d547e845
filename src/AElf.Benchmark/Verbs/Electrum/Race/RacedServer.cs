namespace AElf.Benchmark.Verbs.Electrum.Race;

/// <summary>
/// A server of a race, as its entry in the file describes it. In all texts {folder} is its folder, {address} and
/// {port} where it listens, {node}, {nodePort}, {cookie}, {user} and {password} the node's.
/// </summary>
internal sealed record RacedServer
{
    /// <summary>The names that braces may hold.</summary>
    public static IReadOnlyList<string> Placeholders { get; } =
        ["folder", "address", "port", "node", "nodePort", "cookie", "user", "password"];

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
}

namespace AElf.Benchmark.Verbs.Electrum.Race;

/// <summary>
/// A server of a race, from its entry in the file. In all texts, {folder} is its folder, {address} and {port} are where
/// it listens, and {node}, {nodePort}, {cookie}, {user} and {password} are the node's.
/// </summary>
internal sealed record RacedServer
{
    /// <summary>The known placeholders.</summary>
    public static IReadOnlyList<string> Placeholders { get; } =
        ["folder", "address", "port", "node", "nodePort", "cookie", "user", "password"];

    /// <summary>The name of this program in a command.</summary>
    public const string Self = "aelf-bench";

    public required string Name { get; init; }

    /// <summary>The program, found on the PATH, and its arguments.</summary>
    public required IReadOnlyList<string> Command { get; init; }

    /// <summary>Environment variables; null for none.</summary>
    public Dictionary<string, string>? Environment { get; init; }

    /// <summary>Files for the server, by name in its folder; null for none.</summary>
    public Dictionary<string, string>? Files { get; init; }

    /// <summary>
    /// A text in the output of the server when it is ready. Null: the server is ready when it answers with the whole
    /// chain.
    /// </summary>
    public string? Ready { get; init; }

    /// <summary>The features of a node that the server needs and <c>electrum node</c> lacks; null for none.</summary>
    public string? NeedsOfNode { get; init; }
}

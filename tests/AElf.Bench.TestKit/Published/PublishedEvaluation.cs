namespace AElf.Bench.TestKit.Published;

/// <summary>The published commands and configuration files of the evaluation of 2018.</summary>
public static class PublishedEvaluation
{
    /// <summary>The address of the published manager.</summary>
    public const string ManagerAddress = "192.168.100.1";

    /// <summary>The <c>actor.json</c> of one process.</summary>
    public const string Single = "actor.single.json";

    /// <summary>The <c>actor.json</c> of a cluster.</summary>
    public const string Cluster = "actor.cluster.json";

    private const string Indent = "    ";

    private static readonly string Source = Path.Combine(AppContext.BaseDirectory, "Published");

    private static readonly string[] Commands =
    [
        .. File.ReadAllLines(Path.Combine(Source, "README.md"))
            .Where(line => line.StartsWith(Indent, StringComparison.Ordinal)).Select(line => line.Trim()),
    ];

    /// <summary>The command that publishes the programs to <c>OUT</c>.</summary>
    public static string Publish => Commands[0];

    /// <summary>The command that measures: in one process, or with the workers.</summary>
    public static string Benchmark => Commands[1];

    /// <summary>The command that starts the manager.</summary>
    public static string Manager => Commands[2];

    /// <summary>The command that starts a worker.</summary>
    public static string Worker => Commands[3];

    /// <summary>Writes the configuration files to the place that a user has them in.</summary>
    /// <param name="folder">The configuration folder; it is created.</param>
    /// <param name="actors">The file to use as <c>actor.json</c>.</param>
    public static void Configure(string folder, string actors)
    {
        Directory.CreateDirectory(folder);
        File.Copy(Path.Combine(Source, actors), Path.Combine(folder, "actor.json"), overwrite: true);
        File.Copy(Path.Combine(Source, "database.json"), Path.Combine(folder, "database.json"), overwrite: true);
    }
}

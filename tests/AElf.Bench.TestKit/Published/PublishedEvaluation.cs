namespace AElf.Bench.TestKit.Published;

/// <summary>The commands and the configuration files of the evaluation of 2018, as they were published.</summary>
public static class PublishedEvaluation
{
    /// <summary>The address that the published manager listens at.</summary>
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

    /// <summary>Makes the folder of the programs, <c>OUT</c>.</summary>
    public static string Publish => Commands[0];

    /// <summary>Measures: in one process, or by the workers.</summary>
    public static string Benchmark => Commands[1];

    /// <summary>Starts the manager.</summary>
    public static string Manager => Commands[2];

    /// <summary>Starts a worker.</summary>
    public static string Worker => Commands[3];

    /// <summary>Puts the files where a user has them.</summary>
    /// <param name="folder">The configuration folder, which is made.</param>
    /// <param name="actors">Which <c>actor.json</c>.</param>
    public static void Configure(string folder, string actors)
    {
        Directory.CreateDirectory(folder);
        File.Copy(Path.Combine(Source, actors), Path.Combine(folder, "actor.json"), overwrite: true);
        File.Copy(Path.Combine(Source, "database.json"), Path.Combine(folder, "database.json"), overwrite: true);
    }
}

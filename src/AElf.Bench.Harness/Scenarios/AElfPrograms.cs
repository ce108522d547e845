namespace AElf.Bench.Harness.Scenarios;

/// <summary>The programs of a cluster, and the host that runs them.</summary>
/// <param name="Host">The full path of dotnet.</param>
/// <param name="Manager">The manager's dll.</param>
/// <param name="Worker">The worker's dll.</param>
public sealed record AElfPrograms(string Host, string Manager, string Worker)
{
    /// <summary>The first word of a call for what is measured; null when nothing is to be said.</summary>
    public string? Word { get; init; }

    /// <summary>The words that start a program, before those of its own.</summary>
    public IReadOnlyList<string> Calling(string program) => Word is null ? [program] : [program, Word];

    /// <summary>The programs in the folder of the running one, where <c>dotnet publish -o</c> puts them all.</summary>
    public static AElfPrograms Beside(string folder) =>
        new(
            DotnetHost(),
            Path.Combine(folder, "AElf.Concurrency.Manager.dll"),
            Path.Combine(folder, "AElf.Concurrency.Worker.dll"));

    /// <summary>The dotnet that runs this process, else that of DOTNET_ROOT, else the system's.</summary>
    /// <exception cref="ScenarioException">There is none.</exception>
    public static string DotnetHost()
    {
        var own = Environment.ProcessPath;
        if (string.Equals(Path.GetFileName(own), "dotnet", StringComparison.Ordinal))
        {
            return own!;
        }

        var root = Environment.GetEnvironmentVariable("DOTNET_ROOT");
        var ofRoot = root is null ? null : Path.Combine(root, "dotnet");
        return File.Exists(ofRoot) ? ofRoot : new ServerProgram("dotnet", "dotnet-runtime-10.0").Find();
    }

    /// <summary>Says at once which program is missing.</summary>
    /// <exception cref="ScenarioException">One is.</exception>
    internal void CheckAreThere()
    {
        foreach (var program in new[] { Manager, Worker }.Where(program => !File.Exists(program)))
        {
            throw new ScenarioException(
                $"{Path.GetFileName(program)} is not in {Path.GetDirectoryName(program)}: publish all three "
                    + "programs with the same dotnet publish -o");
        }
    }
}

namespace AElf.Bench.Harness.Scenarios;

/// <summary>The programs of a cluster, and the host that runs them.</summary>
/// <param name="Host">The full path of dotnet, or of the one program that is all of them.</param>
/// <param name="Manager">The manager's dll, or the word for it.</param>
/// <param name="Worker">The worker's dll, or the word for it.</param>
public sealed record AElfPrograms(string Host, string Manager, string Worker)
{
    /// <summary>The first word of a call for what is measured; null when nothing is to be said.</summary>
    public string? Word { get; init; }

    /// <summary>What dotnet runs where one dll is all programs; else nothing.</summary>
    public IReadOnlyList<string> Common { get; init; } = [];

    /// <summary>The words that start a program, before those of its own.</summary>
    public IReadOnlyList<string> Calling(string program) =>
        Word is null ? [.. Common, program] : [.. Common, program, Word];

    /// <summary>The programs in the folder of the running one, where <c>dotnet publish -o</c> puts them all.</summary>
    public static AElfPrograms Beside(string folder) =>
        new(
            DotnetHost(),
            Path.Combine(folder, "AElf.Concurrency.Manager.dll"),
            Path.Combine(folder, "AElf.Concurrency.Worker.dll"));

    /// <summary>The programs where one file is all of them.</summary>
    /// <param name="file">A dll, or a program that needs no dotnet.</param>
    /// <param name="manager">The word for the manager.</param>
    /// <param name="worker">The word for the worker.</param>
    public static AElfPrograms In(string file, string manager, string worker)
    {
        var (host, common) = HostOf(file);
        return new AElfPrograms(host, manager, worker) { Common = common };
    }

    /// <summary>The same programs in a folder of another machine.</summary>
    /// <param name="host">What runs dlls there, or the one program that is all of them.</param>
    /// <param name="folder">The folder.</param>
    public AElfPrograms MovedTo(string host, string folder)
    {
        string Moved(string file) => IsDll(file) ? Path.Combine(folder, Path.GetFileName(file)) : file;
        return this with
        {
            Host = host,
            Manager = Moved(Manager),
            Worker = Moved(Worker),
            Common = [.. Common.Select(Moved)],
        };
    }

    /// <summary>What is to be started for a file, and its first arguments.</summary>
    /// <exception cref="ScenarioException">It is a dll, and there is no dotnet.</exception>
    public static (string Host, IReadOnlyList<string> First) HostOf(string file) =>
        IsDll(file) ? (DotnetHost(), [file]) : (file, []);

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
        foreach (var program in new[] { Manager, Worker }.Where(program => IsDll(program) && !File.Exists(program)))
        {
            throw new ScenarioException(
                $"{Path.GetFileName(program)} is not in {Path.GetDirectoryName(program)}: publish all three "
                    + "programs with the same dotnet publish -o");
        }
    }

    private static bool IsDll(string file) => file.EndsWith(".dll", StringComparison.Ordinal);
}

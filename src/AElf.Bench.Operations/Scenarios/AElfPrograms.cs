using AElf.Bench.Harness.Processes;

namespace AElf.Bench.Operations.Scenarios;

/// <summary>The programs of a cluster, and the host that runs them.</summary>
/// <param name="Host">Full path of dotnet, or of the one file that contains all programs.</param>
/// <param name="Manager">The manager's dll, or the word that calls it.</param>
/// <param name="Worker">The worker's dll, or the word that calls it.</param>
public sealed record AElfPrograms(string Host, string Manager, string Worker)
{
    /// <summary>First argument of a program, which names the workload; null for none.</summary>
    public string? Word { get; init; }

    /// <summary>The dll for dotnet, if one dll contains all programs; otherwise empty.</summary>
    public IReadOnlyList<string> Common { get; init; } = [];

    /// <summary>Arguments of the host that start a program, before the program's own.</summary>
    public IReadOnlyList<string> Calling(string program) =>
        Word is null ? [.. Common, program] : [.. Common, program, Word];

    /// <summary>The programs in the folder of this program, as <c>dotnet publish -o</c> writes them.</summary>
    public static AElfPrograms Beside(string folder) =>
        new(
            DotnetHost(),
            Path.Combine(folder, "AElf.Concurrency.Manager.dll"),
            Path.Combine(folder, "AElf.Concurrency.Worker.dll"));

    /// <param name="file">A dll, or a program that needs no dotnet.</param>
    /// <param name="manager">The word that calls the manager.</param>
    /// <param name="worker">The word that calls the worker.</param>
    public static AElfPrograms In(string file, string manager, string worker)
    {
        var (host, common) = HostOf(file);
        return new AElfPrograms(host, manager, worker) { Common = common };
    }

    /// <param name="host">Path on the other machine of dotnet, or of the one file that contains all programs.</param>
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

    /// <summary>The program to start for a file, and its first arguments.</summary>
    /// <exception cref="ScenarioException">The file is a dll, and dotnet is not found.</exception>
    public static (string Host, IReadOnlyList<string> First) HostOf(string file) =>
        IsDll(file) ? (DotnetHost(), [file]) : (file, []);

    /// <summary>The dotnet that runs this process, else that of DOTNET_ROOT, else the system's.</summary>
    /// <exception cref="ScenarioException">No dotnet is found.</exception>
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

    /// <exception cref="ScenarioException">A program is missing.</exception>
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

namespace AElf.Bench.Tests.Tidy;

/// <summary>The texts that people write in this repository, without files written by a build or a test.</summary>
internal static class SourceTree
{
    private static readonly string[] Written =
        [".cs", ".sh", ".md", ".yml", ".yaml", ".csproj", ".props", ".targets", ".proto"];

    private static readonly string[] Ignored =
        ["bin", "obj", ".git", ".vs", "artifacts", "TestResults", "BenchmarkDotNet.Artifacts", "Expectations"];

    /// <summary>The folder of the solution that contains these tests.</summary>
    public static string Root { get; } = FindRoot();

    /// <summary>Reads all files. The caller alone holds them, since their syntax trees are too large to keep.</summary>
    public static IReadOnlyList<SourceFile> Read() => [.. Paths(Root).Order(StringComparer.Ordinal).Select(Read)];

    private static string FindRoot()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (!File.Exists(Path.Combine(folder.FullName, "AElf.Bench.sln")))
        {
            folder = folder.Parent ?? throw new InvalidOperationException("These tests run inside their repository.");
        }

        return folder.FullName;
    }

    private static IEnumerable<string> Paths(string folder) =>
        Directory.EnumerateFiles(folder).Where(IsWritten).Concat(
            Directory.EnumerateDirectories(folder)
                .Where(inner => !Ignored.Contains(Path.GetFileName(inner), StringComparer.Ordinal))
                .SelectMany(Paths));

    private static bool IsWritten(string path) =>
        Written.Contains(Path.GetExtension(path), StringComparer.Ordinal)
        || Path.GetFileName(path) is "Dockerfile" or "run";

    private static SourceFile Read(string path) =>
        new(Path.GetRelativePath(Root, path).Replace('\\', '/'), File.ReadAllText(path));
}

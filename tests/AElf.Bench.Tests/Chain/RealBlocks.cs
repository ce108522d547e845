using System.Runtime.CompilerServices;
using AElf.Bench.Tests.Tidy;

namespace AElf.Bench.Tests.Chain;

/// <summary>Real blocks in ../shared/data/blocks beside the project; the folder may be missing.</summary>
internal static class RealBlocks
{
    private static readonly string Folder = Path.GetFullPath(
        Path.Combine(SourceTree.Root, "../shared/data/blocks"));

    public static string? Unavailable { get; } =
        Directory.Exists(Folder) ? null : $"there are no real blocks: {Folder} does not exist";

    public static byte[] Read(string name) => File.ReadAllBytes(Path.Combine(Folder, $"{name}.bin"));
}

[AttributeUsage(AttributeTargets.Method)]
public sealed class RealBlockTheoryAttribute : TheoryAttribute
{
    public RealBlockTheoryAttribute(
        [CallerFilePath] string? sourceFilePath = null, [CallerLineNumber] int sourceLineNumber = -1)
        : base(sourceFilePath, sourceLineNumber) => Skip = RealBlocks.Unavailable;
}

[AttributeUsage(AttributeTargets.Method)]
public sealed class RealBlockFactAttribute : FactAttribute
{
    public RealBlockFactAttribute(
        [CallerFilePath] string? sourceFilePath = null, [CallerLineNumber] int sourceLineNumber = -1)
        : base(sourceFilePath, sourceLineNumber) => Skip = RealBlocks.Unavailable;
}

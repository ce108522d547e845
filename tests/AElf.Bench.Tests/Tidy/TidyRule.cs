namespace AElf.Bench.Tests.Tidy;

/// <summary>A rule of the tree, with the measures that the ratchet limits.</summary>
internal abstract class TidyRule
{
    public static IReadOnlyList<TidyRule> All { get; } =
    [
        new LineWidth(), new Words(), new Links(), new FolderCycles(), new UnusedTypes(), new MethodLength(),
        new FileLength(), new ParameterCount(), new TypesUsed(), new RepeatedLines(), new NamedPlaces(),
        new Documentation(), new Phrases(), new SentencesInAssertions(),
    ];

    /// <summary>The measures of a tree; their names are unique.</summary>
    public abstract IEnumerable<Measure> Apply(IReadOnlyList<SourceFile> files);
}

/// <summary>A number that may only fall, and the places that contribute to it, the largest first.</summary>
internal sealed record Measure(string Name, int Value, IReadOnlyList<string> Places)
{
    /// <summary>The largest value of all files of code, for the product and for the tests.</summary>
    public static IEnumerable<Measure> Largest(
        string what, IEnumerable<SourceFile> files, Func<SourceFile, IEnumerable<(int Size, string Place)>> read) =>
        from side in files
            .Where(file => file.IsCode)
            .GroupBy(file => file.IsProduct ? "src" : "tests", StringComparer.Ordinal)
        let largest = side.SelectMany(read).OrderByDescending(each => each.Size).Take(5).ToArray()
        where largest.Length > 0
        select new Measure(
            $"{what}, {side.Key}", largest[0].Size, [.. largest.Select(each => $"{each.Place}: {each.Size}")]);

    /// <summary>A measure that counts its places.</summary>
    public static Measure Count(string name, IEnumerable<string> places)
    {
        string[] all = [.. places];
        return new Measure(name, all.Length, all);
    }
}

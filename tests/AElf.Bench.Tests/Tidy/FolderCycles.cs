namespace AElf.Bench.Tests.Tidy;

/// <summary>Finds folders of a project of the product that use each other's types in both directions.</summary>
internal sealed class FolderCycles : TidyRule
{
    public override IEnumerable<Measure> Apply(IReadOnlyList<SourceFile> files) =>
    [
        Measure.Count(
            "folders in cycles",
            from project in files.Where(file => file.IsProduct).GroupBy(file => file.Project, StringComparer.Ordinal)
            from cycle in Cycles(TypeUse.Read([.. project]))
            select cycle),
    ];

    private static IEnumerable<string> Cycles(IReadOnlyList<TypeUse> uses)
    {
        var edges = uses
            .Where(use => !string.Equals(use.From.Folder, use.To.Folder, StringComparison.Ordinal))
            .ToLookup(use => use.From.Folder, StringComparer.Ordinal);
        foreach (var from in edges.Select(edge => edge.Key).Order(StringComparer.Ordinal))
        {
            var onCycle = edges[from].Where(use => Reachable(use.To.Folder, edges).Contains(from)).ToArray();
            if (onCycle.Length > 0)
            {
                var rarest = onCycle.GroupBy(use => use.To.Folder, StringComparer.Ordinal).MinBy(to => to.Count())!;
                var examples = string.Join(", ", rarest.Select(use => $"{use.Type} in {use.Place}").Take(3));
                yield return $"{from} uses {rarest.Key} ({examples}), which uses it too";
            }
        }
    }

    private static HashSet<string> Reachable(string start, ILookup<string, TypeUse> edges)
    {
        var seen = new HashSet<string>(StringComparer.Ordinal);
        var open = new Stack<string>([start]);
        while (open.TryPop(out var folder))
        {
            if (seen.Add(folder))
            {
                foreach (var use in edges[folder])
                {
                    open.Push(use.To.Folder);
                }
            }
        }

        return seen;
    }
}

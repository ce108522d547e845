using AElf.Bench.Core.Options;

namespace AElf.Bench.Configuration.Formats;

/// <summary>Fills in substitutions. What comes out is made of objects, arrays and texts only.</summary>
internal sealed class HoconResolver(HoconObject root)
{
    // Generous for real files; small files that unfold into huge ones end here.
    private const int MaxNodes = 100_000;
    private const int MaxCharacters = 65_536;
    private const int MaxDepth = 128;
    private readonly HashSet<HoconNode> open = [];
    private int nodes;
    private int depth;

    /// <summary>The whole file, filled in.</summary>
    /// <exception cref="ConfigurationFormatException">
    /// A substitution leads nowhere, back to itself, or too far.
    /// </exception>
    public HoconObject Resolve() => (HoconObject?)Resolve(root) ?? root;

    private HoconNode? Resolve(HoconNode node)
    {
        if (++nodes > MaxNodes || ++depth > MaxDepth)
        {
            throw new ConfigurationFormatException(
                node.Where, "substitutions unfold without end", $"expected at most {MaxNodes} values, {MaxDepth} deep");
        }

        var resolved = node switch
        {
            HoconObject value => ResolveObject(value),
            HoconArray value => ResolveArray(value),
            HoconSubstitution value => ResolveSubstitution(value),
            HoconJoin value => ResolveJoin(value),
            HoconLayers value => ResolveLayers(value),
            _ => node,
        };
        depth--;
        return resolved;
    }

    private HoconObject ResolveObject(HoconObject node)
    {
        var resolved = EmptyLike(node);
        foreach (var (name, member) in node.Members)
        {
            if (Resolve(member) is { } value)
            {
                resolved.Members[name] = value;
            }
        }

        return resolved;
    }

    private HoconArray ResolveArray(HoconArray node) =>
        new(node.File, node.Line, [.. node.Items.Select(Resolve).OfType<HoconNode>()]);

    private HoconNode? ResolveSubstitution(HoconSubstitution node)
    {
        if (!open.Add(node))
        {
            throw new ConfigurationFormatException(
                node.Where, $"substitution {Shown(node)} leads back to itself", "expected a path to another value");
        }

        var found = Find(node.Path);
        open.Remove(node);
        return found is not null || node.IsOptional
            ? found
            : throw new ConfigurationFormatException(
                node.Where,
                $"substitution {Shown(node)} leads nowhere",
                "expected a path that is set in the file or its includes, or ${?path}");
    }

    private static string Shown(HoconSubstitution node) =>
        Quoted.Text($"${{{(node.IsOptional ? "?" : "")}{string.Join('.', node.Path)}}}");

    private HoconNode? Find(IReadOnlyList<string> path)
    {
        HoconNode? node = root;
        foreach (var name in path)
        {
            var holder = node as HoconObject ?? (node is null ? null : Resolve(node) as HoconObject);
            node = holder is not null && holder.Members.TryGetValue(name, out var member) ? member : null;
        }

        return node is null ? null : Resolve(node);
    }

    private HoconNode? ResolveLayers(HoconLayers node)
    {
        HoconNode? winner = null;
        foreach (var value in node.Layers.Select(Resolve).OfType<HoconNode>())
        {
            winner = winner is HoconObject below && value is HoconObject above ? Merged(below, above) : value;
        }

        return winner;
    }

    private HoconNode? ResolveJoin(HoconJoin node)
    {
        var parts = node.Parts.Select(Resolve).OfType<HoconNode>().ToList();
        var solid = parts.Where(part => part is not HoconText { IsBlank: true }).ToList();
        if (solid.Count == 0)
        {
            return null;
        }

        if (solid.TrueForAll(part => part is HoconText))
        {
            return Glued(node, parts);
        }

        if (solid.TrueForAll(part => part is HoconArray))
        {
            return new HoconArray(node.File, node.Line, [.. solid.SelectMany(part => ((HoconArray)part).Items)]);
        }

        return solid.TrueForAll(part => part is HoconObject)
            ? solid.Cast<HoconObject>().Aggregate(Merged)
            : throw new ConfigurationFormatException(
                node.Where, "a value of mixed kinds", "expected only texts, only arrays or only objects side by side");
    }

    private static HoconText Glued(HoconJoin node, List<HoconNode> parts)
    {
        var length = parts.Sum(part => ((HoconText)part).Text.Length);
        return length <= MaxCharacters
            ? new HoconText(node.File, node.Line, string.Concat(parts.Select(part => ((HoconText)part).Text)).Trim())
            : throw new ConfigurationFormatException(
                node.Where, "substitutions make the text too long", $"expected at most {MaxCharacters} characters");
    }

    private static HoconObject Merged(HoconObject below, HoconObject above)
    {
        var merged = EmptyLike(above);
        merged.Merge(Copied(below));
        merged.Merge(above);
        return merged;
    }

    // A merge changes nested objects in place, and the same object may stand behind several substitutions.
    private static HoconObject Copied(HoconObject node)
    {
        var copy = EmptyLike(node);
        foreach (var (name, member) in node.Members)
        {
            copy.Members[name] = member is HoconObject nested ? Copied(nested) : member;
        }

        return copy;
    }

    private static HoconObject EmptyLike(HoconNode node) => new(node.File, node.Line);
}

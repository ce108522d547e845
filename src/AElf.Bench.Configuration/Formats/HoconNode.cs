namespace AElf.Bench.Configuration.Formats;

/// <summary>A piece of a HOCON file as written, before substitutions are filled in.</summary>
internal abstract class HoconNode(string file, int line)
{
    /// <summary>The file it stands in.</summary>
    public string File => file;

    /// <summary>The line it begins in, from 1.</summary>
    public int Line => line;

    /// <summary>File and line, for messages.</summary>
    public string Where => $"{file}:{line}";
}

/// <summary>A text, number or flag.</summary>
internal sealed class HoconText(string file, int line, string text, bool isBlank = false) : HoconNode(file, line)
{
    public string Text => text;

    /// <summary>Whether it is only the space between two parts of a value.</summary>
    public bool IsBlank => isBlank;
}

/// <summary>An object; a dotted key is an object in an object.</summary>
internal sealed class HoconObject(string file, int line) : HoconNode(file, line)
{
    public Dictionary<string, HoconNode> Members { get; } = new(StringComparer.Ordinal);

    /// <summary>Sets the member at <paramref name="path"/>, over or merged with what is there.</summary>
    public void Put(string file, int line, IReadOnlyList<string> path, HoconNode value) =>
        HolderOf(file, line, path).Put(path[^1], value);

    /// <summary>Adds an element to the array at <paramref name="path"/>.</summary>
    public void Append(string file, int line, IReadOnlyList<string> path, HoconNode value)
    {
        var members = HolderOf(file, line, path).Members;
        var element = new HoconArray(file, line, [value]);
        members[path[^1]] =
            members.TryGetValue(path[^1], out var old) ? HoconJoin.Create(file, line, old, element) : element;
    }

    /// <summary>Takes all members of <paramref name="other"/>.</summary>
    public void Merge(HoconObject other)
    {
        // Nesting is bounded by the parser, so the recursion through Put is too.
        foreach (var (name, value) in other.Members)
        {
            Put(name, value);
        }
    }

    private void Put(string name, HoconNode value)
    {
        if (!Members.TryGetValue(name, out var old))
        {
            Members[name] = value;
        }
        else if (old is HoconObject target && value is HoconObject added)
        {
            target.Merge(added);
        }
        else
        {
            var isSettled = value is HoconText or HoconArray || (value is HoconObject
                && old is HoconText or HoconArray);
            Members[name] = isSettled ? value : HoconLayers.Create(old, value);
        }
    }

    private HoconObject HolderOf(string file, int line, IReadOnlyList<string> path) =>
        path.SkipLast(1).Aggregate(this, (holder, name) => holder.ObjectAt(file, line, name));

    private HoconObject ObjectAt(string file, int line, string name)
    {
        if (Members.TryGetValue(name, out var old) && old is HoconObject target)
        {
            return target;
        }

        var added = new HoconObject(file, line);
        Put(name, added);
        return added;
    }
}

/// <summary>An array.</summary>
internal sealed class HoconArray(string file, int line, List<HoconNode> items) : HoconNode(file, line)
{
    public IReadOnlyList<HoconNode> Items => items;
}

/// <summary><c>${path}</c>, or <c>${?path}</c> that may be missing.</summary>
internal sealed class HoconSubstitution(
    string file, int line, IReadOnlyList<string> path, bool isOptional) : HoconNode(file, line)
{
    public IReadOnlyList<string> Path => path;

    public bool IsOptional => isOptional;
}

/// <summary>Parts written one after the other: texts are glued, arrays chained, objects merged.</summary>
internal sealed class HoconJoin(string file, int line, List<HoconNode> parts) : HoconNode(file, line)
{
    public List<HoconNode> Parts { get; } = parts;

    /// <summary>A flat join: long files of <c>+=</c> must not become deep ones.</summary>
    public static HoconJoin Create(string file, int line, HoconNode first, HoconNode second)
    {
        if (first is HoconJoin join)
        {
            join.Parts.Add(second);
            return join;
        }

        return new HoconJoin(file, line, [first, second]);
    }
}

/// <summary>
/// Values given to one key one after the other, where the winner shows only when substitutions are filled in.
/// </summary>
internal sealed class HoconLayers(string file, int line, List<HoconNode> layers) : HoconNode(file, line)
{
    public List<HoconNode> Layers { get; } = layers;

    /// <summary>A flat list of layers, the winner last.</summary>
    public static HoconLayers Create(HoconNode old, HoconNode value)
    {
        if (old is HoconLayers known)
        {
            known.Layers.Add(value);
            return known;
        }

        return new HoconLayers(value.File, value.Line, [old, value]);
    }
}

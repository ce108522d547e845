namespace AElf.Bench.Core.Options;

/// <summary>Finds the known name that is nearest to a mistyped one.</summary>
public static class NearestName
{
    private const int MaxName = 64;

    /// <summary>Advice on a mistyped name: the nearest known name, else <paramref name="otherwise"/>.</summary>
    public static string Suggest(string given, IEnumerable<string> known, string otherwise) =>
        Find(given, known) is { } meant ? $"did you mean {meant}?" : otherwise;

    /// <summary>The nearest known name, if at most a third of its letters differ; else null.</summary>
    public static string? Find(string given, IEnumerable<string> known)
    {
        if (given.Length > MaxName)
        {
            return null;
        }

        var nearest = known
            .Select(name => (Name: name, Distance: Distance(Plain(given), Plain(name))))
            .OrderBy(candidate => candidate.Distance)
            .FirstOrDefault();
        return nearest.Name is not null && nearest.Distance <= Plain(nearest.Name).Length / 3 ? nearest.Name : null;
    }

    private static string Plain(string name) =>
        name.TrimStart('-').Replace("-", "", StringComparison.Ordinal).ToUpperInvariant();

    // The number of letters that are changed, omitted, inserted or swapped with their neighbour.
    private static int Distance(string left, string right)
    {
        var rows = new int[left.Length + 1, right.Length + 1];
        for (var i = 0; i <= left.Length; i++)
        {
            for (var j = 0; j <= right.Length; j++)
            {
                rows[i, j] = i == 0 || j == 0
                    ? i + j
                    : Math.Min(
                        rows[i - 1, j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1),
                        1 + Math.Min(rows[i - 1, j], rows[i, j - 1]));
                var isSwap = i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
                rows[i, j] = isSwap ? Math.Min(rows[i, j], rows[i - 2, j - 2] + 1) : rows[i, j];
            }
        }

        return rows[left.Length, right.Length];
    }
}

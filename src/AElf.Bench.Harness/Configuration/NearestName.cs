namespace AElf.Bench.Harness.Configuration;

/// <summary>Finds what a mistyped name was meant to be.</summary>
public static class NearestName
{
    private const int LongestName = 64;

    /// <summary>The known name at most a third of its letters away from what was given, or null when none is that near.</summary>
    public static string? Find(string given, IEnumerable<string> known)
    {
        if (given.Length > LongestName)
        {
            return null;
        }

        var nearest = known
            .Select(name => (Name: name, Distance: Distance(Plain(given), Plain(name))))
            .OrderBy(candidate => candidate.Distance)
            .FirstOrDefault();
        return nearest.Name is not null && nearest.Distance <= Plain(nearest.Name).Length / 3 ? nearest.Name : null;
    }

    private static string Plain(string name) => name.TrimStart('-').Replace("-", "", StringComparison.Ordinal).ToUpperInvariant();

    private static int Distance(string left, string right)
    {
        var row = Enumerable.Range(0, right.Length + 1).ToArray();
        for (var i = 1; i <= left.Length; i++)
        {
            var diagonal = row[0];
            row[0] = i;
            for (var j = 1; j <= right.Length; j++)
            {
                var replaced = diagonal + (left[i - 1] == right[j - 1] ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.Min(replaced, Math.Min(row[j], row[j - 1]) + 1);
            }
        }

        return row[right.Length];
    }
}

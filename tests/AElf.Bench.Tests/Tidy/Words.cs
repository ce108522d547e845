using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace AElf.Bench.Tests.Tidy;

/// <summary>
/// Finds identifiers with words that are not of the field, such as Most for Max or Hear for Handle. The names of tests
/// may use any word.
/// </summary>
internal sealed partial class Words : TidyRule
{
    private static readonly HashSet<string> Anywhere = Set(
        "hear hears heard unheard tell tells told untold happening happenings judge judged bury buries doubt doubtful "
        + "lobby sharpen trouble troubles owe owes owed rung figures parted news "
        + "GoOn GoneOn HeldUp SetAside RunDesk RunMaker BlockShape ProgramTrio ManagerWatch");

    private static readonly HashSet<string> AtTheStart = Set("most fewest shortest longest largest");

    // The last one is Akka's term for sending.
    private static readonly HashSet<string> Terms = Set("LargestGroup LongestFirst Tell");

    public override IEnumerable<Measure> Apply(IReadOnlyList<SourceFile> files)
    {
        var known = new Dictionary<string, bool>(StringComparer.Ordinal);
        var identifiers =
            from file in files
            where file.IsCode
            from token in file.Identifiers
            where IsKnownAsHomeMade(token.ValueText)
            select (Name: token.ValueText, Place: file.PlaceOf(token));
        return
        [
            Measure.Count(
                "names with words that are not of the field",
                from name in identifiers.GroupBy(identifier => identifier.Name, StringComparer.Ordinal)
                select $"{name.Key}, {name.Count()} ×, first in {name.First().Place}"),
        ];

        // Most names occur many times.
        bool IsKnownAsHomeMade(string name) => known.TryGetValue(name, out var isHomeMade)
            ? isHomeMade
            : known[name] = IsHomeMade(name);
    }

    private static bool IsHomeMade(string name)
    {
        if (name.Contains('_', StringComparison.Ordinal) || Terms.Contains(name))
        {
            return false;
        }

        string[] words = [.. Word().Matches(name).Select(word => word.Value)];
        return (words.Length > 1 && AtTheStart.Contains(words[0]))
            || words.Any(Anywhere.Contains)
            || words.Zip(words.Skip(1), string.Concat).Any(Anywhere.Contains);
    }

    private static HashSet<string> Set(string words) => new(words.Split(' '), StringComparer.OrdinalIgnoreCase);

    [GeneratedRegex("[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")]
    private static partial Regex Word();
}

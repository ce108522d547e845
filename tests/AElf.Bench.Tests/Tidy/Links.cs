using System.Text.RegularExpressions;

namespace AElf.Bench.Tests.Tidy;

/// <summary>
/// Checks that each relative link of a document leads to a file or folder of the tree, and its anchor to a heading.
/// </summary>
internal sealed partial class Links : TidyRule
{
    public override IEnumerable<Measure> Apply(IReadOnlyList<SourceFile> files)
    {
        var documents = files.Where(file => file.Path.EndsWith(".md", StringComparison.Ordinal)).ToDictionary(
            file => file.Path, file => WithoutCode(file.Text), StringComparer.Ordinal);
        return
        [
            Measure.Count(
                "links that lead nowhere",
                from document in documents
                from link in Link().Matches(document.Value)
                let problem = ProblemOf(document.Key, link.Groups["to"].Value, link.Groups["anchor"].Value, documents)
                where problem is not null
                select $"{document.Key}:{document.Value[..link.Index].Count('\n') + 1}: {problem}"),
        ];
    }

    private static string? ProblemOf(
        string from, string to, string anchor, IReadOnlyDictionary<string, string> documents)
    {
        var target = to.Length == 0 ? from : Path.GetRelativePath(
            SourceTree.Root, Path.Combine(SourceTree.Root, Path.GetDirectoryName(from)!, to)).Replace('\\', '/');
        return documents.TryGetValue(target, out var text)
            ? anchor.Length == 0 || Anchors(text).Contains(anchor) ? null : $"{target} has no heading #{anchor}"
            : Path.Exists(Path.Combine(SourceTree.Root, target)) ? null : $"{target} does not exist";
    }

    // The anchors of GitHub: the second of two equal headings has a number.
    private static HashSet<string> Anchors(string text)
    {
        var anchors = new HashSet<string>(StringComparer.Ordinal);
        foreach (Match heading in Heading().Matches(text))
        {
            var name = NotInAnchors().Replace(heading.Groups["name"].Value.ToLowerInvariant(), "").Replace(' ', '-');
            var unique = name;
            for (var number = 1; !anchors.Add(unique); number++)
            {
                unique = $"{name}-{number}";
            }
        }

        return anchors;
    }

    // The line breaks stay, and headings keep their quoted code.
    private static string WithoutCode(string text) =>
        CodeWithLink().Replace(Block().Replace(text, block => new string('\n', block.Value.Count('\n'))), "");

    [GeneratedRegex(@"\[[^\]]*\]\((?![a-z]+:)(?<to>[^)#\s]*)(#(?<anchor>[^)\s]*))?\)", RegexOptions.ExplicitCapture)]
    private static partial Regex Link();

    [GeneratedRegex("^#+ (?<name>.*)$", RegexOptions.ExplicitCapture | RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex(@"[^\w\- ]")]
    private static partial Regex NotInAnchors();

    [GeneratedRegex("^ *```.*?^ *```", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Block();

    [GeneratedRegex("`[^`\\n]*\\]\\([^`\\n]*`")]
    private static partial Regex CodeWithLink();
}

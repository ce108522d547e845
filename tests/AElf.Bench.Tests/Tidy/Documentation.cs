using System.Text.RegularExpressions;

namespace AElf.Bench.Tests.Tidy;

/// <summary>
/// Requires a summary on every public type of the product. Finds summaries that only repeat the names of their member,
/// type and values, and lines of parameters that only repeat the parameter's name. A text with a number is accepted.
/// </summary>
internal sealed partial class Documentation : TidyRule
{
    private static readonly HashSet<string> Fillers = Stems(
        "the a an of and or in to for its it is are as at by on with that this which what be one each from has have "
            + "was were into their them they there where when how all any not no if than then so but");

    public override IEnumerable<Measure> Apply(IReadOnlyList<SourceFile> files) =>
    [
        Measure.Count("public types without a summary", files.Where(file => file.IsProduct).SelectMany(Undocumented)),
        Measure.Count("parameters' lines that repeat a name", files.Where(file => file.IsProduct).SelectMany(Echoing)),
        Measure.Count("summaries that repeat a name", files.Where(file => file.IsProduct).SelectMany(Repeating)),
    ];

    private static IEnumerable<string> Undocumented(SourceFile file)
    {
        var lines = file.Text.Split('\n');
        return
            from index in Enumerable.Range(0, lines.Length)
            where PublicType().IsMatch(lines[index])
            let above = lines.Take(index).Reverse()
                .SkipWhile(line => line.TrimStart().StartsWith('[') || line.TrimStart().StartsWith('#')).First()
            where !above.TrimStart().StartsWith("///", StringComparison.Ordinal)
            select $"{file.Path}:{index + 1} {lines[index].Trim()}";
    }

    private static IEnumerable<string> Repeating(SourceFile file)
    {
        var lines = file.Text.Split('\n');
        return
            from index in Enumerable.Range(0, lines.Length - 1)
            let summary = Summary().Match(lines[index])
            where summary.Success && !summary.Value.Any(char.IsDigit)
            where !lines[index + 1].TrimStart().StartsWith("///", StringComparison.Ordinal)
            let declaration = lines.Skip(index + 1).First(line => !line.TrimStart().StartsWith('['))
            where IsEcho(
                summary.Groups["text"].Value, $"{Path.GetFileNameWithoutExtension(file.Path)} {declaration}")
            select $"{file.Path}:{index + 1} {summary.Groups["text"].Value} | {declaration.Trim()}";
    }

    private static IEnumerable<string> Echoing(SourceFile file) =>
        from line in file.Text.Split('\n')
        let parameter = Parameter().Match(line)
        where parameter.Success && !parameter.Groups["text"].Value.Any(char.IsDigit)
        where IsEcho(parameter.Groups["text"].Value, parameter.Groups["name"].Value)
        select $"{file.Path} {line.Trim()}";

    private static bool IsEcho(string text, string names)
    {
        var known = Stems(names);
        return Stems(Reference().Replace(text, "${name}"))
            .All(word => known.Contains(word) || Fillers.Contains(word));
    }

    private static HashSet<string> Stems(string text) => new(
        Word().Matches(text).Select(word => Ending().Replace(word.Value.ToLowerInvariant(), "${stem}")),
        StringComparer.Ordinal);

    [GeneratedRegex(@"^\s*public (static |sealed |abstract |readonly |partial )*(class|struct|record|interface|enum) ",
        RegexOptions.ExplicitCapture)]
    private static partial Regex PublicType();

    [GeneratedRegex("^\\s*/// <summary>(?<text>.*)</summary>$", RegexOptions.ExplicitCapture)]
    private static partial Regex Summary();

    [GeneratedRegex("^\\s*/// <param name=\"(?<name>[^\"]*)\">(?<text>.*)</param>$", RegexOptions.ExplicitCapture)]
    private static partial Regex Parameter();

    [GeneratedRegex("<see cref=\"(?<name>[^\"]*)\"/>", RegexOptions.ExplicitCapture)]
    private static partial Regex Reference();

    [GeneratedRegex("[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")]
    private static partial Regex Word();

    [GeneratedRegex("^(?<stem>.{3,}?)(ing|ies|es|ed|s|er|e)$", RegexOptions.ExplicitCapture)]
    private static partial Regex Ending();
}

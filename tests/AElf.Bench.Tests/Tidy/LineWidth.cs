using System.Text.RegularExpressions;

namespace AElf.Bench.Tests.Tidy;

/// <summary>Limits lines to 120 columns. In Markdown, rows of tables and addresses may be longer.</summary>
internal sealed partial class LineWidth : TidyRule
{
    private const int Columns = 120;

    public override IEnumerable<Measure> Apply(IReadOnlyList<SourceFile> files) =>
        from project in files.GroupBy(file => file.Project, StringComparer.Ordinal)
        select Measure.Count($"lines over {Columns} columns, {project.Key}", project.SelectMany(TooWide));

    private static IEnumerable<string> TooWide(SourceFile file)
    {
        var isMarkdown = file.Path.EndsWith(".md", StringComparison.Ordinal);
        return from line in file.Text.Split('\n').Index()
               where line.Item.Length > Columns
               where !isMarkdown || (!line.Item.StartsWith('|') && Address().Replace(line.Item, "").Length > Columns)
               select $"{file.Path}:{line.Index + 1} has {line.Item.Length} columns";
    }

    [GeneratedRegex(@"\S+://\S+")]
    private static partial Regex Address();
}

namespace AElf.Bench.Tests.Tidy;

/// <summary>
/// Counts the types of other files that a file of the product names: a reader has to know them to read the file.
/// </summary>
internal sealed class TypesUsed(int most = 30) : TidyRule
{
    public override IEnumerable<Measure> Apply(IReadOnlyList<SourceFile> files) =>
    [
        Measure.Count(
            $"files that use more than {most} types of others",
            from use in TypeUse.Read([.. files.Where(file => file.IsProduct)])
            group use.Type by use.From into types
            let count = types.Distinct(StringComparer.Ordinal).Count()
            where count > most
            orderby count descending
            select $"{types.Key.Path}: {count}"),
    ];
}

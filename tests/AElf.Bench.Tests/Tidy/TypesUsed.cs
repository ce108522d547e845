namespace AElf.Bench.Tests.Tidy;

/// <summary>The types of other files that a file of the product names: what a reader has to know to read it.</summary>
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

using AElf.Bench.Core.Reports;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace AElf.Bench.Tests.Tidy;

/// <summary>
/// Counts the files of the product that name a setting, a verb or a figure, besides the defining file: the cost of
/// adding or changing one.
/// </summary>
internal sealed class NamedPlaces : TidyRule
{
    private const int FewFiles = 3;

    public override IEnumerable<Measure> Apply(IReadOnlyList<SourceFile> files)
    {
        SourceFile[] product = [.. files.Where(file => file.IsProduct)];
        return
        [
            Measure.Count(
                $"settings that more than {FewFiles} files name",
                Beyond(FewFiles, Members(product, "Setting"), Accesses(product))),
            Measure.Count(
                $"figures that more than {FewFiles} files name",
                Beyond(FewFiles, Members(product, "Figure"), Accesses(product))),
            Measure.Count("verbs that more than one file outside their folder names", Verbs(product)),
        ];
    }

    // Static fields of a type as other files name them: CommonSettings.Quiet.
    private static IEnumerable<(SourceFile File, string Name)> Members(SourceFile[] product, string type) =>
        from file in product
        from field in file.Syntax.DescendantNodes().OfType<FieldDeclarationSyntax>()
        where field.Declaration.Type is IdentifierNameSyntax name && name.Identifier.ValueText == type
            || field.Declaration.Type is GenericNameSyntax generic && generic.Identifier.ValueText == type
        where field.Parent is TypeDeclarationSyntax
        from variable in field.Declaration.Variables
        select (file, $"{((TypeDeclarationSyntax)field.Parent!).Identifier}.{variable.Identifier}");

    private static ILookup<string, SourceFile> Accesses(SourceFile[] product) =>
    (
        from file in product
        from access in file.Syntax.DescendantNodes().OfType<MemberAccessExpressionSyntax>()
        where access.Expression is IdentifierNameSyntax
        select (file, Name: access.ToString()))
        .ToLookup(each => each.Name, each => each.file, StringComparer.Ordinal);

    private static IEnumerable<string> Beyond(
        int few, IEnumerable<(SourceFile File, string Name)> members, ILookup<string, SourceFile> accesses) =>
        from member in members
        let others = accesses[member.Name].Where(file => file != member.File).Distinct().Count()
        where others > few
        select $"{member.Name} in {others} files";

    private static IEnumerable<string> Verbs(SourceFile[] product) =>
        from use in TypeUse.Read(product)
        where use.Type.EndsWith("Verb", StringComparison.Ordinal) && use.Type.Length > "Verb".Length
            && use.To.Path.Contains("/Verbs/", StringComparison.Ordinal)
            && !use.From.Folder.StartsWith(use.To.Folder, StringComparison.Ordinal)
        group use.From by use.Type into verb
        let others = verb.Distinct().Count()
        where others > 1
        select $"{verb.Key} in {others} files";
}

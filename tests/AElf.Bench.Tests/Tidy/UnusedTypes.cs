using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace AElf.Bench.Tests.Tidy;

/// <summary>
/// Finds types of the product that only they themselves or tests name. A class of extension methods need not be named.
/// </summary>
internal sealed class UnusedTypes : TidyRule
{
    public override IEnumerable<Measure> Apply(IReadOnlyList<SourceFile> files)
    {
        var product = Names(files.Where(file => file.IsProduct));
        var all = Names(files.Where(file => file.IsCode));
        var inItself = (
            from file in files
            where file.IsProduct
            from type in file.Syntax.DescendantNodes().OfType<BaseTypeDeclarationSyntax>()
            where type is not ExtensionBlockDeclarationSyntax && !HoldsExtensions(type)
            let name = type.Identifier.ValueText
            where product[name] == InItself(type)
            select (IsUnused: all[name] == product[name], Place: $"{file.PlaceOf(type.Identifier)} {name}"))
            .ToLookup(each => each.IsUnused, each => each.Place);
        return
        [
            Measure.Count("unused types", inItself[true]),
            Measure.Count("types that tests alone use", inItself[false]),
        ];
    }

    private static Dictionary<string, int> Names(IEnumerable<SourceFile> files) => files
        .SelectMany(file => file.Identifiers)
        .CountBy(token => token.ValueText, StringComparer.Ordinal)
        .ToDictionary(StringComparer.Ordinal);

    private static int InItself(BaseTypeDeclarationSyntax type) => type.DescendantTokens().Count(
        token => token.IsKind(SyntaxKind.IdentifierToken)
            && string.Equals(token.ValueText, type.Identifier.ValueText, StringComparison.Ordinal));

    private static bool HoldsExtensions(BaseTypeDeclarationSyntax type) =>
        type.DescendantNodes().OfType<ParameterSyntax>().Any(each => each.Modifiers.Any(SyntaxKind.ThisKeyword))
        || type.DescendantNodes().OfType<ExtensionBlockDeclarationSyntax>().Any();
}

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace AElf.Bench.Tests.Tidy;

/// <summary>A type of the product is named outside of itself; a class of extension methods need not be.</summary>
internal sealed class UnusedTypes : TidyRule
{
    public override IEnumerable<Measure> Apply(IReadOnlyList<SourceFile> files)
    {
        var names = files
            .Where(file => file.IsCode)
            .SelectMany(file => file.Identifiers)
            .CountBy(token => token.ValueText, StringComparer.Ordinal)
            .ToDictionary(StringComparer.Ordinal);
        return
        [
            Measure.Count(
                "unused types",
                from file in files
                where file.IsProduct
                from type in file.Syntax.DescendantNodes().OfType<BaseTypeDeclarationSyntax>()
                where type is not ExtensionBlockDeclarationSyntax && !HoldsExtensions(type)
                where names[type.Identifier.ValueText] == InItself(type)
                select $"{file.PlaceOf(type.Identifier)} {type.Identifier.ValueText}"),
        ];
    }

    private static int InItself(BaseTypeDeclarationSyntax type) => type.DescendantTokens().Count(
        token => token.IsKind(SyntaxKind.IdentifierToken)
            && string.Equals(token.ValueText, type.Identifier.ValueText, StringComparison.Ordinal));

    private static bool HoldsExtensions(BaseTypeDeclarationSyntax type) =>
        type.DescendantNodes().OfType<ParameterSyntax>().Any(each => each.Modifiers.Any(SyntaxKind.ThisKeyword))
        || type.DescendantNodes().OfType<ExtensionBlockDeclarationSyntax>().Any();
}

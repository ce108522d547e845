using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace AElf.Bench.Tests.Tidy;

/// <summary>
/// Counts assertions that contain a sentence: a text of at least 25 characters with a space. Tests assert facts, such
/// as a kind of problem, a setting, an exit code or a value, so that texts can be improved.
/// </summary>
internal sealed class SentencesInAssertions : TidyRule
{
    private const int Characters = 25;

    public override IEnumerable<Measure> Apply(IReadOnlyList<SourceFile> files) =>
    [
        Measure.Count(
            "assertions that hold a sentence",
            from file in files
            where file.IsCode && !file.IsProduct
            from call in Outermost(file.Syntax)
            where call.ArgumentList.DescendantTokens().Any(IsSentence)
            select file.PlaceOf(call)),
    ];

    private static IEnumerable<InvocationExpressionSyntax> Outermost(SyntaxNode root) =>
        root.DescendantNodes(node => !IsAssertion(node)).OfType<InvocationExpressionSyntax>().Where(IsAssertion);

    private static bool IsAssertion(SyntaxNode node) => node is InvocationExpressionSyntax call
        && call.Expression switch
        {
            MemberAccessExpressionSyntax member => IsNamedSo(member.Expression) || IsNamedSo(member.Name),
            var name => IsNamedSo(name),
        };

    private static bool IsNamedSo(ExpressionSyntax node) =>
        node is SimpleNameSyntax name && name.Identifier.ValueText.StartsWith("Assert", StringComparison.Ordinal);

    private static bool IsSentence(SyntaxToken token) =>
        (token.IsKind(SyntaxKind.StringLiteralToken)
            || token.IsKind(SyntaxKind.InterpolatedStringTextToken)
            || token.IsKind(SyntaxKind.SingleLineRawStringLiteralToken)
            || token.IsKind(SyntaxKind.MultiLineRawStringLiteralToken))
        && token.ValueText.Length >= Characters
        && token.ValueText.Contains(' ', StringComparison.Ordinal);
}

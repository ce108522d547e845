using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace AElf.Bench.Tests.Tidy;

/// <summary>The lines of the longest method, from its signature to its end.</summary>
internal sealed class MethodLength : TidyRule
{
    public override IEnumerable<Measure> Apply(IReadOnlyList<SourceFile> files) =>
        Measure.Largest(
            "lines of the longest method",
            files,
            file =>
                from method in file.Syntax.DescendantNodes()
                where method is BaseMethodDeclarationSyntax or LocalFunctionStatementSyntax or AccessorDeclarationSyntax
                select (Lines(method), file.PlaceOf(method)));

    private static int Lines(SyntaxNode method)
    {
        var first = method.ChildNodesAndTokens().First(part => part.AsNode() is not AttributeListSyntax)
            .GetLocation()!.GetLineSpan().StartLinePosition.Line;
        return method.GetLocation().GetLineSpan().EndLinePosition.Line - first + 1;
    }
}

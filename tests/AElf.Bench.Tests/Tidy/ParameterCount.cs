using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace AElf.Bench.Tests.Tidy;

/// <summary>
/// Counts the parameters of the product's methods and constructors. Records' constructors do not count, since their
/// parameters are named data; nor do methods that a native library calls, since it defines their parameters.
/// </summary>
internal sealed class ParameterCount : TidyRule
{
    public override IEnumerable<Measure> Apply(IReadOnlyList<SourceFile> files) =>
        Measure.Largest(
            "parameters of a method",
            files.Where(file => file.IsProduct),
            file =>
                from list in file.Syntax.DescendantNodes().OfType<ParameterListSyntax>()
                where list.Parent is not RecordDeclarationSyntax && !IsCalledByOthers(list.Parent)
                select (list.Parameters.Count, file.PlaceOf(list)));

    private static bool IsCalledByOthers(SyntaxNode? member) => member is MethodDeclarationSyntax method
        && method.AttributeLists.SelectMany(list => list.Attributes)
            .Any(attribute => attribute.Name.ToString() is "UnmanagedCallersOnly");
}

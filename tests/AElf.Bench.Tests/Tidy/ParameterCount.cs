using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace AElf.Bench.Tests.Tidy;

/// <summary>
/// The parameters of a method of the product, or of a constructor that is no record's: a record's are data, each of
/// which has a name. What a native library calls has those that it is called with.
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

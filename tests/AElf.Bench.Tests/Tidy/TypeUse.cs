using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace AElf.Bench.Tests.Tidy;

/// <summary>A use of another file's type in a file, found by name without a compilation.</summary>
internal sealed record TypeUse(SourceFile From, SourceFile To, string Type, SimpleNameSyntax Name)
{
    /// <summary>The path and line of the use.</summary>
    public string Place => From.PlaceOf(Name);

    /// <summary>All uses in these files.</summary>
    public static IReadOnlyList<TypeUse> Read(IReadOnlyList<SourceFile> files)
    {
        var types = files
            .Select(file => (File: file, Space: SpaceOf(file)))
            .SelectMany(
                each => Outermost(each.File)
                    .Select(type => (Name: type.Identifier.ValueText, each.Space, each.File)))
            .ToLookup(type => type.Name, StringComparer.Ordinal);
        return
        [
            .. from file in files
               let spaces = Visible(file)
               from name in file.Syntax.DescendantNodes().OfType<SimpleNameSyntax>()
               where MayBeType(name)
               let within = QualifierOf(name)
               from type in types[name.Identifier.ValueText]
                   .Where(type => within is null
                       ? spaces.Contains(type.Space, StringComparer.Ordinal)
                       : $".{type.Space}".EndsWith($".{within}", StringComparison.Ordinal))
                   .Take(1)
               where type.File != file
               select new TypeUse(file, type.File, type.Name, name),
        ];
    }

    private static IEnumerable<BaseTypeDeclarationSyntax> Outermost(SourceFile file) =>
        file.Syntax.DescendantNodes(node => node is not BaseTypeDeclarationSyntax).OfType<BaseTypeDeclarationSyntax>();

    private static string SpaceOf(SourceFile file) =>
        file.Syntax.DescendantNodes().OfType<BaseNamespaceDeclarationSyntax>().FirstOrDefault()?.Name.ToString() ?? "";

    // The file's namespace first, then the enclosing ones, then the imported ones.
    private static List<string> Visible(SourceFile file)
    {
        var spaces = new List<string>();
        for (var space = SpaceOf(file); space.Length > 0; space = space[..Math.Max(0, space.LastIndexOf('.'))])
        {
            spaces.Add(space);
        }

        foreach (var import in file.Syntax.DescendantNodes().OfType<UsingDirectiveSyntax>())
        {
            var name = import.NamespaceOrType.ToString();
            spaces.Add(import.Alias is null ? name : name[..Math.Max(0, name.LastIndexOf('.'))]);
        }

        return spaces;
    }

    // The text before the dot: part of a namespace if the name is a type's.
    private static string? QualifierOf(SimpleNameSyntax name) => name.Parent switch
    {
        MemberAccessExpressionSyntax access when access.Name == name => access.Expression.ToString(),
        QualifiedNameSyntax qualified when qualified.Right == name => qualified.Left.ToString(),
        _ => null,
    };

    // Neither a called method nor a name set by an initialiser or a named argument.
    private static bool MayBeType(SimpleNameSyntax name) => name.Parent switch
    {
        MemberBindingExpressionSyntax or NameColonSyntax or NameEqualsSyntax => false,
        AssignmentExpressionSyntax { Parent: InitializerExpressionSyntax } set => set.Left != name,
        InvocationExpressionSyntax => false,
        _ => true,
    };
}

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace AElf.Bench.Tests.Tidy;

/// <summary>A text file of the tree; <paramref name="Path"/> is relative to the root, with forward slashes.</summary>
internal sealed record SourceFile(string Path, string Text)
{
    private static readonly CSharpParseOptions WithoutDocumentation = new(documentationMode: DocumentationMode.None);

    private readonly Lazy<SyntaxNode> syntax =
        new(() => CSharpSyntaxTree.ParseText(Text, WithoutDocumentation).GetRoot());

    private IReadOnlyList<SyntaxToken>? identifiers;

    public bool IsCode => Path.EndsWith(".cs", StringComparison.Ordinal);

    /// <summary>Whether it is code of the product.</summary>
    public bool IsProduct => IsCode && Path.StartsWith("src/", StringComparison.Ordinal);

    /// <summary>The name of the file's project; "documents" for a file outside the projects.</summary>
    public string Project => Path.Split('/') is ["src" or "tests", var project, _, ..] ? project : "documents";

    public string Folder => Path[..Math.Max(0, Path.LastIndexOf('/'))];

    public SyntaxNode Syntax => syntax.Value;

    /// <summary>All identifiers in the order of the text.</summary>
    public IReadOnlyList<SyntaxToken> Identifiers =>
        identifiers ??= [.. Syntax.DescendantTokens().Where(token => token.IsKind(SyntaxKind.IdentifierToken))];

    /// <summary>The path and line of a node, as editors open them.</summary>
    public string PlaceOf(SyntaxNodeOrToken node) =>
        $"{Path}:{node.GetLocation()!.GetLineSpan().StartLinePosition.Line + 1}";
}

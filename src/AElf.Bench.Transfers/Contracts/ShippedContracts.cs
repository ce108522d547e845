namespace AElf.Bench.Transfers.Contracts;

/// <summary>The contract files of <c>config/contracts</c>, embedded in every program.</summary>
internal static class ShippedContracts
{
    private const string Extension = ".contract";

    /// <summary>Their names, in order.</summary>
    public static IReadOnlyList<string> Names { get; } =
    [
        .. typeof(ShippedContracts).Assembly.GetManifestResourceNames()
            .Where(name => name.EndsWith(Extension, StringComparison.Ordinal))
            .Select(name => name[..^Extension.Length])
            .Order(StringComparer.Ordinal),
    ];

    /// <summary>The text of a file; null for an unknown name.</summary>
    public static string? Read(string name) => ReadResource(name + Extension);

    /// <summary>The text of an embedded file; null for an unknown name.</summary>
    public static string? ReadResource(string name)
    {
        using var file = typeof(ShippedContracts).Assembly.GetManifestResourceStream(name);
        return file is null ? null : new StreamReader(file).ReadToEnd();
    }
}

namespace AElf.Bench.Transfers.Contracts;

/// <summary>The contract files of <c>config/contracts</c>, which every program carries in itself.</summary>
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

    /// <summary>The text of a file; null when none has the name.</summary>
    public static string? Read(string name) => ReadResource(name + Extension);

    /// <summary>The text of a file that the program carries; null when none has the name.</summary>
    public static string? ReadResource(string name)
    {
        using var file = typeof(ShippedContracts).Assembly.GetManifestResourceStream(name);
        return file is null ? null : new StreamReader(file).ReadToEnd();
    }
}

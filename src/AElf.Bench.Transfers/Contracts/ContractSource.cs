using System.Security.Cryptography;
using System.Text;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>
/// Contracts as the value of a setting: their text, which is sent with a submitted run, or the name of a shipped file.
/// </summary>
public sealed class ContractSource
{
    // The first line of a text from a file. It has the file's name, for the other process and for the report.
    private const string NameMark = "#@";
    private const int HashLength = 16;

    private static ContractSource? transfer;

    private readonly Lazy<(ContractFile? File, IReadOnlyList<ContractError> Errors)> read;
    private readonly string spelled;

    private ContractSource(
        string name, string text, string spelled, Func<ContractFile, ContractFile>? change = null, string? path = null)
    {
        (Name, Text, this.spelled, Path) = (name, text, spelled, path ?? name);
        read = new(() =>
        {
            var (file, errors) = ContractReader.Read(text);
            return (file is null || change is null ? file : change(file), errors);
        });
    }

    /// <summary>The file's name without its folder and its ending.</summary>
    public string Name { get; }

    /// <summary>The path as given; in another process, the name.</summary>
    public string Path { get; }

    public string Text { get; }

    /// <summary>The first digits of the SHA-256 of the text.</summary>
    public string Hash => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(Text)))[..HashLength];

    internal ContractFile File => read.Value.File ?? throw new InvalidOperationException($"{Name} has errors");

    internal IReadOnlyList<ContractError> Errors => read.Value.Errors;

    /// <summary>Whether the mix has accounts that all groups write.</summary>
    internal bool HasOwnGroups => Errors.Count == 0 && File.SharedPools.Any();

    /// <summary>The value that a worker must also have: the same contracts in the same build.</summary>
    internal byte[] Proof =>
        SHA256.HashData([.. Encoding.UTF8.GetBytes(spelled), .. GetType().Module.ModuleVersionId.ToByteArray()]);

    /// <summary>The shipped contract that is equal to the built-in transfer.</summary>
    internal static ContractSource Transfer => transfer ??= Parse("transfer")!;

    /// <summary>Reads a shipped file by name, a file by path, or the text itself.</summary>
    /// <returns>Null if the file does not exist.</returns>
    public static ContractSource? Parse(string given)
    {
        if (given.Contains('\n', StringComparison.Ordinal))
        {
            var isNamed = given.StartsWith(NameMark, StringComparison.Ordinal);
            var end = given.IndexOf('\n', StringComparison.Ordinal);
            return isNamed
                ? new(given[NameMark.Length..end].Trim(), given[(end + 1)..], given)
                : new("contract", given, given);
        }

        if (ShippedContracts.Read(given) is { } shipped)
        {
            return new(given, shipped, given);
        }

        try
        {
            using var file = System.IO.File.OpenText(given);

            // One character more than allowed, so that the reader can report that the file is too long.
            var text = new char[ContractLimits.Characters + 1];
            var length = file.ReadBlock(text, 0, text.Length);
            var name = System.IO.Path.GetFileNameWithoutExtension(given);
            return new(
                name,
                new string(text, 0, length),
                $"{NameMark}{name}\n{new string(text, 0, length)}",
                path: given);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return null;
        }
    }

    /// <summary>Explains why a text names no contracts, with advice.</summary>
    internal static string Hint(string given)
    {
        var why = given switch
        {
            _ when Directory.Exists(given) => "it is a folder",
            _ when System.IO.File.Exists(given) => "the file cannot be read",
            _ => "the file does not exist",
        };
        var expected = $"expected {new ContractRule().Expected}";
        return $"{why}; {NearestName.Suggest(given, ShippedContracts.Names, expected)}";
    }

    /// <summary>A shipped file with other weights, under another name.</summary>
    /// <param name="weights">A weight for each contract, in the order of the file.</param>
    internal static ContractSource Weighted(string shipped, string name, IReadOnlyList<int> weights) => new(
        name,
        ShippedContracts.Read(shipped)!,
        name,
        file => file with
        {
            Contracts = [.. file.Contracts.Zip(weights, (each, weight) => each with { Weight = weight })],
        });

    /// <summary>The text that <see cref="Parse"/> reads.</summary>
    public override string ToString() => spelled;
}

/// <summary>The contracts of a file.</summary>
public sealed class ContractRule() : ValueRule(
    $"a contract file, or one of {string.Join(", ", ShippedContracts.Names)}", JsonForm.Text), IRuleOf<ContractSource>
{
    public override IReadOnlyList<string> Words => ShippedContracts.Names;

    public override object? Parse(string text) => ContractSource.Parse(text);

    public override string? InputOf(object value) => ((ContractSource)value).Path;
}

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

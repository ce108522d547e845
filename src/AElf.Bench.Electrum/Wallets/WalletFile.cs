using System.Text;
using System.Text.Json;
using AElf.Bench.Core.Files;
using AElf.Bench.Electrum.Chain.Keys;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Wallets;

/// <summary>
/// The lines of a wallet's file. Files from Electrum, and Sparrow's exports for Electrum and Specter, are JSON: they
/// have one line for the account, or one for each address.
/// </summary>
internal static class WalletFile
{
    private const int MaxFile = 256 << 20;

    // The beginning of an encrypted file of Electrum.
    private const string Encrypted = "QklFM";

    /// <summary>Reads the lines, without line ends of Windows and a byte order mark.</summary>
    /// <exception cref="WalletException">The file is encrypted, too long, or JSON without a wallet.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public static IEnumerable<string> ReadLines(string path)
    {
        if (new FileInfo(path) is { Exists: true, Length: > MaxFile })
        {
            throw new WalletException($"it has more than {MaxFile} bytes");
        }

        // Reads the file only once: it may be a pipe.
        var lines = File.ReadAllLines(path);
        var start = lines.Select(line => line.Trim()).FirstOrDefault(line => line.Length > 0) ?? "";
        if (start.StartsWith(Encrypted, StringComparison.Ordinal))
        {
            throw new WalletException("it is encrypted; export the wallet without a password, or give its addresses");
        }

        return start.StartsWith('{') ? FromJson(Encoding.UTF8.GetBytes(string.Join('\n', lines))) : lines;
    }

    // Reads only the first JSON value, because Electrum appends changes after it.
    private static IEnumerable<string> FromJson(ReadOnlySpan<byte> json)
    {
        try
        {
            var reader = new Utf8JsonReader(json);
            using var wallet = JsonDocument.ParseValue(ref reader);
            return FromWallet(wallet.RootElement);
        }
        catch (JsonException exception)
        {
            throw new WalletException($"it begins with {{ but is not JSON: {JsonFault.Of(exception)}");
        }
    }

    private static IEnumerable<string> FromWallet(JsonElement wallet)
    {
        const string Expected = "give its output descriptor, or its addresses line by line";
        var type = wallet.Find("wallet_type"u8)?.AsText();
        var key = wallet.Find("keystore"u8)?.Find("xpub"u8)?.AsText();
        return (type, key, wallet.Find("addresses"u8), wallet.Find("descriptor"u8)?.AsText()) switch
        {
            ("standard", { } account, _, _) => [WithKind(account)],
            ("imported", _, { ValueKind: JsonValueKind.Object } addresses, _) =>
                [.. addresses.EnumerateObject().Select(address => address.Name)],
            (null, _, _, { } descriptor) => [descriptor],
            (null, _, _, _) => throw new WalletException(
                $"it is JSON, but neither a wallet file of Electrum nor an export for Specter; {Expected}"),
            _ => throw new WalletException($"it is a wallet of the type {type}, which is not supported; {Expected}"),
        };
    }

    // Electrum writes xpub and tpub for accounts of P2PKH addresses only.
    private static string WithKind(string account) =>
        ExtendedKey.Read(account) is { Form.Script: null } ? $"p2pkh:{account}" : account;
}

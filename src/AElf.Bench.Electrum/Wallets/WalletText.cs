using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Keys;

namespace AElf.Bench.Electrum.Wallets;

/// <summary>Finds the script hashes of a wallet from what a user has of it.</summary>
public static class WalletText
{
    private const int MaxFile = 256 << 20;

    private static readonly Bip84Network[] Networks = [Bip84Network.Main, Bip84Network.Regtest];

    /// <summary>Whether a text begins as an account's private key does, which belongs in a file.</summary>
    public static bool LooksPrivate(string text) =>
        text.Length > 4 && text[1..4].Equals("prv", StringComparison.OrdinalIgnoreCase);

    /// <summary>The scripts of an account (BIP84): so many addresses that receive, and as many for change.</summary>
    /// <param name="key">zpub or vpub, zprv or vprv.</param>
    /// <param name="count">Addresses of each chain.</param>
    /// <returns>The script hashes; null when it is no such key.</returns>
    public static IReadOnlyList<Hash256>? FromKey(string key, int count)
    {
        foreach (var network in Networks)
        {
            if (ExtendedPublicKey.Parse(key, network.PublicVersion, network.PrivateVersion) is { } account)
            {
                return [.. Scripts(account.Derive(0), count), .. Scripts(account.Derive(1), count)];
            }
        }

        return null;
    }

    /// <summary>The scripts of a key, or of a file with a key, script hashes or addresses.</summary>
    /// <param name="what">The key, or the name of the file.</param>
    /// <param name="count">Addresses of each chain of a key.</param>
    /// <exception cref="FormatException">The file has something else; the message names it.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public static IReadOnlyList<Hash256> Read(string what, int count)
    {
        if (FromKey(what, count) is { } scripts)
        {
            return scripts;
        }

        if (new FileInfo(what) is { Exists: true, Length: > MaxFile })
        {
            throw new FormatException($"{what} has more than {MaxFile} bytes");
        }

        try
        {
            return FromLines(File.ReadLines(what), count);
        }
        catch (FormatException exception)
        {
            throw new FormatException($"{what}: {exception.Message}", exception);
        }
    }

    /// <summary>The scripts of a list: script hashes or addresses, one in each line; or of one key.</summary>
    /// <param name="lines">The lines; empty ones and those that begin with # are passed over.</param>
    /// <param name="count">Addresses of each chain of a key.</param>
    /// <exception cref="FormatException">A line is none of these, or there is none.</exception>
    public static IReadOnlyList<Hash256> FromLines(IEnumerable<string> lines, int count)
    {
        var scripts = new List<Hash256>();
        foreach (var (number, line) in lines.Index())
        {
            var text = line.Trim();
            if (text.Length > 0 && text[0] != '#')
            {
                scripts.AddRange(FromLine(text, count) ?? throw new FormatException(
                    $"line {number + 1} is no script hash of 64 hexadecimal digits, no address, and no zpub or zprv"));
            }
        }

        return scripts.Count > 0 ? [.. scripts.Distinct()] : throw new FormatException("there is no script in it");
    }

    private static IReadOnlyList<Hash256>? FromLine(string text, int count) =>
        text.Length == 2 * Hash256.Size && text.All(char.IsAsciiHexDigit) ? [Hash256.Parse(text)]
        : AddressText.ScriptOf(text) is { } script ? [Hash256.Of(script)]
        : FromKey(text, count);

    private static IEnumerable<Hash256> Scripts(ExtendedPublicKey chain, int count)
    {
        for (var index = 0u; index < count; index++)
        {
            yield return Hash256.Of(ScriptOf(chain.Derive(index)));
        }
    }

    private static byte[] ScriptOf(ExtendedPublicKey key)
    {
        byte[] script = [0, PublicKeyHash.Size, .. new byte[PublicKeyHash.Size]];
        PublicKeyHash.Write(key.Bytes, script.AsSpan(2));
        return script;
    }
}

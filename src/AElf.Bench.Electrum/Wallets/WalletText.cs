using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Keys;

namespace AElf.Bench.Electrum.Wallets;

/// <summary>Finds the script hashes of a wallet from keys, addresses or script hashes.</summary>
public static class WalletText
{
    private const int MaxFile = 256 << 20;
    private const int WordsOfSeed = 12;

    private static readonly Bip84Network[] Networks = [Bip84Network.Main, Bip84Network.Regtest];

    /// <summary>The problem of a word of the command line; null if it names scripts or a file.</summary>
    public static Problem? ProblemOf(string word)
    {
        var isRead = FromWord(word, 1) is not null;
        if (IsPrivate(word))
        {
            return WalletProblems.Private(isRead);
        }

        return isRead || File.Exists(word) ? null : WalletProblems.UnknownWord(word);
    }

    /// <summary>Whether a text contains a private key of the wallet.</summary>
    public static bool IsPrivate(string text)
    {
        string[] keys = IsDescriptor(text) ? text.Split('(', ')', '[', ']', ',', '/', '#') : [text];
        var words = text.Split(' ');
        return keys.Any(IsPrivateKey)
            || (words.Length >= WordsOfSeed && words.All(word => word.All(char.IsAsciiLetter)));
    }

    /// <summary>The scripts of a word, or of a file with such words line by line.</summary>
    /// <param name="what">A key, an address or a script hash; or the name of the file.</param>
    /// <param name="count">Addresses of each chain of a key.</param>
    /// <exception cref="WalletException">The file has something else; the problem names it.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public static WalletScripts Read(string what, int count)
    {
        if (FromWord(what, count) is { } scripts)
        {
            return scripts;
        }

        if (new FileInfo(what) is { Exists: true, Length: > MaxFile })
        {
            throw new WalletException($"{what} has more than {MaxFile} bytes");
        }

        try
        {
            return FromLines(File.ReadLines(what), count);
        }
        catch (WalletException exception)
        {
            throw new WalletException(exception.Problem.After($"{what}: "));
        }
    }

    /// <summary>The scripts of a list: one key, address or script hash in each line.</summary>
    /// <param name="lines">The lines; empty ones and those that begin with # are passed over.</param>
    /// <param name="count">Addresses of each chain of a key.</param>
    /// <exception cref="WalletException">A line is invalid or of another network, or no line is given.</exception>
    public static WalletScripts FromLines(IEnumerable<string> lines, int count)
    {
        var (scripts, networks) = (new List<Hash256>(), AddressNetworks.Any);
        foreach (var (number, line) in lines.Index())
        {
            var text = line.Trim();
            if (text.Length == 0 || text[0] == '#')
            {
                continue;
            }

            var what = FormattableString.Invariant($"line {number + 1}");
            var read = FromWord(text, count) ?? throw new WalletException(WalletProblems.UnknownLine(text, what));
            if ((read.Networks & networks) == AddressNetworks.None)
            {
                throw new WalletException(WalletProblems.MixedNetworks(what, read.Networks, networks));
            }

            networks &= read.Networks;
            scripts.AddRange(read.Scripts);
        }

        return scripts.Count > 0
            ? new WalletScripts([.. scripts.Distinct()], networks)
            : throw new WalletException("it contains no script");
    }

    /// <summary>The scripts of a script hash, an address, or an account's key (BIP84); null for other texts.</summary>
    /// <param name="count">Addresses of a key that receive, and as many for change.</param>
    public static WalletScripts? FromWord(string text, int count)
    {
        if (text.Length == 2 * Hash256.Size && text.All(char.IsAsciiHexDigit))
        {
            return new WalletScripts([Hash256.Parse(text)], AddressNetworks.Any);
        }

        return AddressText.Read(text) is { } address
            ? new WalletScripts([Hash256.Of(address.Script)], address.Networks)
            : FromKey(text, count);
    }

    /// <summary>Whether a text has the form of an output descriptor (BIP380).</summary>
    internal static bool IsDescriptor(string text) =>
        text.IndexOf('(', StringComparison.Ordinal) is > 0 and var name && text[..name].All(char.IsAsciiLetter);

    // An account's, mistyped or not, or that of one address.
    private static bool IsPrivateKey(string text) =>
        (text.Length > 4 && text[1..4].ToLowerInvariant() is "prv" or "tpv")
            || (text.Length is 51 or 52 && Base58Check.Decode(text) is { Length: 33 or 34 });

    private static WalletScripts? FromKey(string key, int count)
    {
        foreach (var network in Networks)
        {
            if (ExtendedPublicKey.Parse(key, network.PublicVersion, network.PrivateVersion) is { } account)
            {
                return new WalletScripts(
                    [.. Scripts(account.Derive(0), count), .. Scripts(account.Derive(1), count)], network.Networks);
            }
        }

        return null;
    }

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

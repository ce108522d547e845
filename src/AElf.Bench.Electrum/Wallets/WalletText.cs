using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Keys;

namespace AElf.Bench.Electrum.Wallets;

/// <summary>Finds the script hashes of a wallet from keys, descriptors, addresses or script hashes.</summary>
public static class WalletText
{
    private const int WordsOfSeed = 12;

    /// <summary>The problem of a word of the command line; null if it is valid or names a file.</summary>
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
        string[] keys = OutputDescriptor.IsDescriptor(text)
            ? text.Split('(', ')', '[', ']', '{', '}', ',', '/', '#', ' ')
            : text.Split(':');
        var words = text.Split(' ');
        return keys.Any(IsPrivateKey)
            || (words.Length >= WordsOfSeed && words.All(word => word.All(char.IsAsciiLetter)));
    }

    /// <summary>
    /// The scripts of a key, descriptor, address or script hash, of a file with one of these per line, or of a wallet's
    /// exported file.
    /// </summary>
    /// <param name="what">The key, descriptor, address or script hash, or the name of the file.</param>
    /// <param name="count">Addresses of each chain of a key.</param>
    /// <exception cref="WalletException">The file has other contents; the problem describes them.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public static WalletScripts Read(string what, int count)
    {
        if (FromWord(what, count) is { } scripts)
        {
            return scripts;
        }

        try
        {
            return FromLines(WalletFile.ReadLines(what), count);
        }
        catch (WalletException exception)
        {
            throw new WalletException(exception.Problem.After($"{what}: "));
        }
    }

    /// <summary>The scripts of a list: one key, descriptor, address or script hash per line.</summary>
    /// <param name="lines">The lines; empty lines and lines that begin with # are skipped.</param>
    /// <param name="count">Addresses of each chain of a key.</param>
    /// <exception cref="WalletException">
    /// A line is invalid or belongs to another network, or the list has no script.
    /// </exception>
    public static WalletScripts FromLines(IEnumerable<string> lines, int count)
    {
        var (scripts, networks) = (new List<Hash256>(), AddressNetworks.Any);
        var known = new Dictionary<Hash256, byte[]>();
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
            foreach (var (hash, script) in read.Known)
            {
                known[hash] = script;
            }
        }

        return scripts.Count > 0
            ? new WalletScripts([.. scripts.Distinct()], networks) { Known = known }
            : throw new WalletException("it contains no script");
    }

    /// <summary>The scripts of a script hash, an address, a descriptor or an account's key; null for others.</summary>
    /// <param name="count">Receiving addresses of a key, and as many change addresses.</param>
    public static WalletScripts? FromWord(string text, int count)
    {
        if (text.Length == 2 * Hash256.Size && text.All(char.IsAsciiHexDigit))
        {
            return new WalletScripts([Hash256.Parse(text)], AddressNetworks.Any);
        }

        if (AddressText.Read(text) is { } address)
        {
            return Of([address.Script], address.Networks);
        }

        var descriptor = OutputDescriptor.IsDescriptor(text) ? OutputDescriptor.Parse(text) : FromKey(text);
        return descriptor is null ? null : Of(descriptor.Scripts(count), descriptor.Networks);
    }

    /// <summary>The kind of script before a key, as in p2wpkh:xpub…, and the key; null without a kind.</summary>
    internal static (string? Script, string Key) KindOf(string text) =>
        text.Split(':') is [var kind, var key] && ExtendedKeyForm.Scripts.TryGetValue(kind, out var script)
            ? (script, key)
            : (null, text);

    private static WalletScripts Of(IEnumerable<byte[]> scripts, AddressNetworks networks)
    {
        var known = new Dictionary<Hash256, byte[]>();
        foreach (var script in scripts)
        {
            known[Hash256.Of(script)] = script;
        }

        return new WalletScripts([.. known.Keys], networks) { Known = known };
    }

    // The key of an account, possibly mistyped, or of one address. A file name may begin like a key.
    private static bool IsPrivateKey(string text) =>
        (text.Length > 4 && text[1..4].ToLowerInvariant() is "prv" or "tpv" && text.All(char.IsAsciiLetterOrDigit))
            || (text.Length is 51 or 52 && AddressText.DecodeBase58(text) is { Length: 33 or 34 });

    private static OutputDescriptor? FromKey(string text)
    {
        var (given, key) = KindOf(text);
        return ExtendedKey.Read(key) is { } account && (given ?? account.Form.Script) is { } script
            ? OutputDescriptor.Of(script, account)
            : null;
    }
}

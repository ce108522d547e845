using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using NBitcoin;
using NBitcoin.WalletPolicies;

namespace AElf.Bench.Electrum.Chain.Keys;

/// <summary>
/// An output descriptor (BIP380 to BIP389): pkh(), wpkh(), sh(), wsh() or tr() around keys. This class derives the
/// keys, and NBitcoin makes the scripts: NBitcoin's own paths support only wallet policies (BIP388).
/// </summary>
public sealed partial class OutputDescriptor
{
    private static readonly MiniscriptParsingSettings Settings = new(NBitcoin.Network.Main)
    {
        Dialect = MiniscriptDialect.BIP388,
        AllowedParameters = ParameterTypeFlags.None,
    };

    private readonly string[] around;
    private readonly KeyPaths[] keys;

    private OutputDescriptor(string[] around, KeyPaths[] keys) => (this.around, this.keys) = (around, keys);

    /// <summary>The common networks of all its keys.</summary>
    public AddressNetworks Networks =>
        keys.Aggregate(AddressNetworks.Any, (networks, key) => networks & key.Networks);

    private int Branches => keys.Select(key => key.Branches).DefaultIfEmpty(1).Max();

    private bool IsTaproot => around[0].TrimStart().StartsWith("tr(", StringComparison.Ordinal);

    /// <summary>Whether a text has the form of a descriptor.</summary>
    public static bool IsDescriptor(string text) =>
        text.IndexOf('(', StringComparison.Ordinal) is > 0 and var name && text[..name].All(char.IsAsciiLetter);

    /// <summary>Whether a text ends with a wrong checksum.</summary>
    public static bool IsMistyped(string text) => text.LastIndexOf('#') is >= 0 and var end
        && !string.Equals(Miniscript.GetCheckSum(text[..end]), text[(end + 1)..], StringComparison.Ordinal);

    /// <summary>Whether the path after a key has a hardened step.</summary>
    public static bool HasHardenedStep(string text) => HardenedPattern().IsMatch(OriginPattern().Replace(text, ""));

    /// <summary>Reads a descriptor, with or without a checksum; null if it cannot be read.</summary>
    public static OutputDescriptor? Parse(string text)
    {
        if (IsMistyped(text))
        {
            return null;
        }

        // The origin of a key does not change the scripts.
        var body = OriginPattern().Replace(text.LastIndexOf('#') is >= 0 and var end ? text[..end] : text, "");
        var (around, keys, from) = (new List<string>(), new List<KeyPaths>(), 0);
        foreach (Match found in KeyPattern().Matches(body))
        {
            if (KeyPaths.Read(found) is not { } key)
            {
                return null;
            }

            keys.Add(key);
            around.Add(body[from..found.Index]);
            from = found.Index + found.Length;
        }

        var read = new OutputDescriptor([.. around, body[from..]], [.. keys]);
        var areAlike = keys.TrueForAll(key => key.Branches == 1 || key.Branches == read.Branches);
        return areAlike && read.Networks != AddressNetworks.None && read.FindScript([.. keys.Select(key => key.At(0))])
            is not null ? read : null;
    }

    /// <summary>Its scripts: the first scripts of each branch, or its only script.</summary>
    /// <param name="count">Number of scripts of each branch that ends with *.</param>
    public IEnumerable<byte[]> Scripts(int count)
    {
        var isRange = keys.Any(key => key.IsRange);
        for (var branch = 0; branch < Branches; branch++)
        {
            var parents = keys.Select(key => key.At(branch)).ToArray();
            for (var index = 0u; index < (isRange ? count : 1); index++)
            {
                var path = new KeyPath(index);
                yield return FindScript(
                    [.. keys.Zip(parents, (key, parent) => key.IsRange ? parent!.Derive(path) : parent)])!;
            }
        }
    }

    /// <summary>The receiving and change addresses of an account.</summary>
    /// <param name="script">The descriptor around its key; * is replaced by the key.</param>
    internal static OutputDescriptor Of(string script, ExtendedKey account) =>
        new(script.Split('*'), [new KeyPaths(account, [[0], [1]], IsRange: true)]);

    [GeneratedRegex(
        @"(?<!\])\[[0-9a-fA-F]{8}(/[0-9]+['h]?)*\](?=\w)",
        RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1_000)]
    private static partial Regex OriginPattern();

    [GeneratedRegex("[/<;]([0-9]+|\\*)['h]", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1_000)]
    private static partial Regex HardenedPattern();

    [GeneratedRegex(
        "(?<key>[1-9A-HJ-NP-Za-km-z]{100,120})"
            + "(/((?<step>[0-9]+['h]?)|<(?<step>[0-9]+['h]?(;[0-9]+['h]?)+)>))*(?<range>/\\*)?",
        RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1_000)]
    private static partial Regex KeyPattern();

    private byte[]? FindScript(IHDKey?[] derived)
    {
        var text = new StringBuilder(around[0]);
        for (var i = 0; i < derived.Length; i++)
        {
            if (derived[i]?.GetPublicKey().ToHex() is not { } key)
            {
                return null;
            }

            text.Append(IsTaproot ? key[2..] : key).Append(around[i + 1]);
        }

        return Miniscript.TryParse(text.ToString(), Settings, out var script)
            ? script.ToScripts().ScriptPubKey.ToBytes()
            : null;
    }

    /// <summary>A key with the paths below it: one for each branch.</summary>
    /// <param name="IsRange">Whether the path ends with *, so that each number gives a key.</param>
    private sealed record KeyPaths(ExtendedKey Key, uint[][] Paths, bool IsRange)
    {
        public int Branches => Paths.Length;

        public AddressNetworks Networks => Key.Form.Networks;

        public static KeyPaths? Read(Match found)
        {
            List<uint[]> paths = [[]];
            foreach (Capture step in found.Groups["step"].Captures)
            {
                var numbers = step.Value.Split(';').Select(NumberOf).OfType<uint>().ToArray();
                if (numbers.Length != step.Value.Split(';').Length || (numbers.Length > 1 && paths.Count > 1))
                {
                    return null;
                }

                paths = [.. from path in paths from number in numbers select (uint[])[.. path, number]];
            }

            return ExtendedKey.Read(found.Groups["key"].Value) is { } key
                ? new KeyPaths(key, [.. paths], found.Groups["range"].Success)
                : null;
        }

        /// <summary>The public key at the end of a path; null if the path needs a private key.</summary>
        public IHDKey? At(int branch) => Key.Key.Derive(new KeyPath(Paths[Math.Min(branch, Branches - 1)])) switch
        {
            ExtKey key => key.Neuter(),
            var key => key,
        };

        // A step with ' or h is hardened.
        private static uint? NumberOf(string text)
        {
            const uint Hardened = 0x8000_0000;
            var digits = text.TrimEnd('\'', 'h');
            return uint.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
                && number < Hardened ? number + (digits.Length < text.Length ? Hardened : 0) : null;
        }
    }
}

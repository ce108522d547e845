using NBitcoin;
using NBitcoin.DataEncoders;

namespace AElf.Bench.Electrum.Chain.Keys;

/// <summary>The script and the networks of an address.</summary>
/// <param name="Script">The script that locks outputs to it.</param>
/// <param name="Networks">The networks to which it can belong.</param>
public sealed record AddressScript(byte[] Script, AddressNetworks Networks);

/// <summary>Converts the text of an address to the script that locks outputs to it.</summary>
public static class AddressText
{
    /// <summary>Bytes of the hash of a key or script in an address ("HASH160").</summary>
    internal const int HashSize = 20;

    // Keys have 111 digits. Decoding takes quadratic time.
    private const int MaxBase58 = 120;

    private static readonly Dictionary<string, AddressNetworks> WitnessPrefixes = new(StringComparer.Ordinal)
    {
        ["bc"] = AddressNetworks.Bitcoin,
        ["tb"] = AddressNetworks.BitcoinTest,
        ["bcrt"] = AddressNetworks.BitcoinRegtest,
        ["ltc"] = AddressNetworks.Litecoin,
        ["tltc"] = AddressNetworks.LitecoinTest,
        ["rltc"] = AddressNetworks.LitecoinRegtest,
    };

    // Litecoin's first version of script hashes equals Bitcoin's.
    private static readonly Dictionary<byte, (bool IsScript, AddressNetworks Networks)> Versions = new()
    {
        [0] = (false, AddressNetworks.Bitcoin),
        [48] = (false, AddressNetworks.Litecoin),
        [111] = (false, AddressNetworks.Test),
        [5] = (true, AddressNetworks.Main),
        [50] = (true, AddressNetworks.Litecoin),
        [58] = (true, AddressNetworks.LitecoinTest | AddressNetworks.LitecoinRegtest),
        [196] = (true, AddressNetworks.Test),
    };

    /// <summary>Whether a text begins like a witness address; it may contain a typing error.</summary>
    public static bool LooksWitness(string text) => WitnessPrefixes.ContainsKey(PrefixOf(text));

    /// <summary>The script of an address of any network of Bitcoin or Litecoin; null for other texts.</summary>
    public static AddressScript? Read(string text)
    {
        if (WitnessPrefixes.TryGetValue(PrefixOf(text), out var networks))
        {
            return WitnessScript(text) is { } witness ? new AddressScript(witness, networks) : null;
        }

        if (DecodeBase58(text) is not [var version, .. { Length: HashSize } hash]
            || !Versions.TryGetValue(version, out var known))
        {
            return null;
        }

        var script = known.IsScript ? new ScriptId(hash).ScriptPubKey : new KeyId(hash).ScriptPubKey;
        return new AddressScript(script.ToBytes(), known.Networks);
    }

    /// <summary>The bytes of a text in base 58 with a checksum; null for another format or a wrong checksum.</summary>
    internal static byte[]? DecodeBase58(string text)
    {
        try
        {
            return text.Length <= MaxBase58 && text.All(char.IsAsciiLetterOrDigit)
                ? Encoders.Base58Check.DecodeData(text)
                : null;
        }
        catch (FormatException)
        {
            return null;
        }
    }

    private static string PrefixOf(string text) => text[..Math.Max(0, text.IndexOf('1', StringComparison.Ordinal))]
        .ToLowerInvariant();

    private static byte[]? WitnessScript(string address)
    {
        try
        {
            var program = Encoders.Bech32(PrefixOf(address)).Decode(address, out var version);
            return [(byte)(version == 0 ? 0 : (byte)OpcodeType.OP_1 - 1 + version), (byte)program.Length, .. program];
        }
        catch (Exception exception) when (exception is FormatException or ArgumentException)
        {
            return null;
        }
    }
}

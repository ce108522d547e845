namespace AElf.Bench.Electrum.Chain.Keys;

/// <summary>The meaning of an address.</summary>
/// <param name="Script">The script that locks outputs to it.</param>
/// <param name="Networks">The networks that it can be of.</param>
public sealed record AddressScript(byte[] Script, AddressNetworks Networks);

/// <summary>From an address, as wallets show it, to the script that locks outputs to it.</summary>
public static class AddressText
{
    private static readonly Dictionary<string, AddressNetworks> WitnessPrefixes = new(StringComparer.Ordinal)
    {
        ["bc"] = AddressNetworks.Bitcoin,
        ["tb"] = AddressNetworks.BitcoinTest,
        ["bcrt"] = AddressNetworks.BitcoinRegtest,
        ["ltc"] = AddressNetworks.Litecoin,
        ["tltc"] = AddressNetworks.LitecoinTest,
        ["rltc"] = AddressNetworks.LitecoinRegtest,
    };

    // Of Litecoin also the first versions of its script hashes, which were Bitcoin's.
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

    /// <summary>Whether a text begins as addresses of witnesses do, mistyped or not.</summary>
    public static bool LooksWitness(string text) =>
        text.IndexOf('1', StringComparison.Ordinal) is > 0 and var one
            && WitnessPrefixes.ContainsKey(text[..one].ToLowerInvariant());

    /// <summary>The script of an address of any network of Bitcoin or Litecoin; null for other texts.</summary>
    public static AddressScript? Read(string text)
    {
        if (Bech32.Decode(text) is { } program)
        {
            return WitnessPrefixes.TryGetValue(program.Network, out var networks)
                ? new AddressScript(WitnessScript(program), networks)
                : null;
        }

        if (Base58Check.Decode(text) is not [var version, .. { Length: PublicKeyHash.Size } hash]
            || !Versions.TryGetValue(version, out var known))
        {
            return null;
        }

        byte[] script = known.IsScript
            ? [0xa9, PublicKeyHash.Size, .. hash, 0x87]
            : [0x76, 0xa9, PublicKeyHash.Size, .. hash, 0x88, 0xac];
        return new AddressScript(script, known.Networks);
    }

    // OP_0, or OP_1 to OP_16.
    private static byte[] WitnessScript(WitnessProgram program) =>
        [(byte)(program.Version == 0 ? 0 : 0x50 + program.Version), (byte)program.Bytes.Length, .. program.Bytes];
}

namespace AElf.Bench.Electrum.Chain.Keys;

/// <summary>From an address, as wallets show it, to the script that locks outputs to it.</summary>
public static class AddressText
{
    // Bitcoin, its test networks; Litecoin, its test networks.
    private static readonly byte[] KeyHashVersions = [0, 111, 48];
    private static readonly byte[] ScriptHashVersions = [5, 196, 50, 58];
    private static readonly string[] Networks = ["bc", "tb", "bcrt", "ltc", "tltc", "rltc"];

    /// <summary>The script of an address of any network of Bitcoin or Litecoin; null when it is none.</summary>
    public static byte[]? ScriptOf(string text)
    {
        if (Bech32.Decode(text) is { } program)
        {
            return Networks.Contains(program.Network, StringComparer.Ordinal) ? WitnessScript(program) : null;
        }

        return Base58Check.Decode(text) switch
        {
            [var version, .. var hash] when hash.Length == PublicKeyHash.Size && KeyHashVersions.Contains(version) =>
                [0x76, 0xa9, PublicKeyHash.Size, .. hash, 0x88, 0xac],
            [var version, .. var hash] when hash.Length == PublicKeyHash.Size && ScriptHashVersions.Contains(version) =>
                [0xa9, PublicKeyHash.Size, .. hash, 0x87],
            _ => null,
        };
    }

    // OP_0, or OP_1 to OP_16.
    private static byte[] WitnessScript(WitnessProgram program) =>
        [(byte)(program.Version == 0 ? 0 : 0x50 + program.Version), (byte)program.Bytes.Length, .. program.Bytes];
}

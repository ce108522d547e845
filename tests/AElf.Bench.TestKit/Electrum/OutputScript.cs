namespace AElf.Bench.TestKit.Electrum;

/// <summary>The usual forms of a script that locks an output.</summary>
public enum ScriptKind
{
    /// <summary>Another form.</summary>
    Other,

    /// <summary>A public key and OP_CHECKSIG.</summary>
    PublicKey,

    /// <summary>The hash of a public key, outside a witness.</summary>
    PublicKeyHash,

    /// <summary>The hash of a script (BIP16).</summary>
    ScriptHash,

    /// <summary>The hash of a public key, witness version 0 (BIP141).</summary>
    WitnessPublicKeyHash,

    /// <summary>The hash of a script, witness version 0 (BIP141).</summary>
    WitnessScriptHash,

    /// <summary>Witness version 1 with 32 bytes (BIP341).</summary>
    Taproot,

    /// <summary>Several public keys without a hash; some of them must sign.</summary>
    BareMultisig,

    /// <summary>OP_RETURN: unspendable.</summary>
    NullData,
}

/// <summary>Distinguishes the kinds of scripts that lock outputs.</summary>
public static class OutputScript
{
    private const byte Push20 = 0x14;
    private const byte Push32 = 0x20;
    private const byte Push33 = 0x21;
    private const byte Push65 = 0x41;
    private const byte One = 0x51;
    private const byte Sixteen = 0x60;
    private const byte Return = 0x6a;
    private const byte CheckSig = 0xac;
    private const byte CheckMultisig = 0xae;

    /// <summary>The kind of a script; any bytes are allowed.</summary>
    public static ScriptKind KindOf(ReadOnlySpan<byte> script) => script switch
    {
        [0x76, 0xa9, Push20, .., 0x88, CheckSig] when script.Length == 25 => ScriptKind.PublicKeyHash,
        [0xa9, Push20, .., 0x87] when script.Length == 23 => ScriptKind.ScriptHash,
        [0x00, Push20, ..] when script.Length == 22 => ScriptKind.WitnessPublicKeyHash,
        [0x00, Push32, ..] when script.Length == 34 => ScriptKind.WitnessScriptHash,
        [One, Push32, ..] when script.Length == 34 => ScriptKind.Taproot,
        [Push33, 2 or 3, .., CheckSig] when script.Length == 35 => ScriptKind.PublicKey,
        [Push65, 4, .., CheckSig] when script.Length == 67 => ScriptKind.PublicKey,
        [Return, ..] => ScriptKind.NullData,
        [>= One and <= Sixteen, .., CheckMultisig] when IsMultisig(script) => ScriptKind.BareMultisig,
        _ => ScriptKind.Other,
    };

    // m, n public keys, n, OP_CHECKMULTISIG, with 1 ≤ m ≤ n ≤ 16.
    private static bool IsMultisig(ReadOnlySpan<byte> script)
    {
        var (required, keys) = (script[0] - One + 1, 0);
        var rest = script[1..^1];
        while (rest is [Push33 or Push65, ..] && rest.Length > rest[0])
        {
            rest = rest[(1 + rest[0])..];
            keys++;
        }

        return rest.Length == 1 && rest[0] - One + 1 == keys && required <= keys && keys <= 16;
    }
}

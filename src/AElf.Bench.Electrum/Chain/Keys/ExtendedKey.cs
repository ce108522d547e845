using System.Buffers.Binary;
using NBitcoin;

namespace AElf.Bench.Electrum.Chain.Keys;

/// <summary>An extended key (BIP32), and the form that the first letters of its text define (SLIP-132).</summary>
/// <param name="Key">The key, private or public.</param>
internal sealed record ExtendedKey(IHDKey Key, ExtendedKeyForm Form)
{
    /// <summary>The key of a text; null for other texts and a wrong checksum.</summary>
    public static ExtendedKey? Read(string text)
    {
        if (AddressText.DecodeBase58(text) is not { Length: sizeof(uint) + ExtPubKey.Length } bytes)
        {
            return null;
        }

        var version = BinaryPrimitives.ReadUInt32BigEndian(bytes);
        byte[] key = bytes[sizeof(uint)..];
        try
        {
            return ExtendedKeyForm.All.FirstOrDefault(form => version == form.Public || version == form.Private)
                is { } form ? new(version == form.Public ? new ExtPubKey(key) : ExtKey.CreateFromBytes(key), form)
                : null;
        }
        catch (Exception exception) when (exception is FormatException or ArgumentException)
        {
            return null;
        }
    }
}

/// <summary>The form of extended keys that begin with the same four letters.</summary>
/// <param name="Public">The version of a public key, which determines its letters.</param>
/// <param name="Private">The version of a private key.</param>
/// <param name="Script">The descriptor around a key of the account; null if the letters do not define it.</param>
/// <param name="Networks">The networks whose wallets use these letters.</param>
internal sealed record ExtendedKeyForm(uint Public, uint Private, string? Script, AddressNetworks Networks)
{
    /// <summary>The descriptors of scripts with a single key, by Electrum's names; * is replaced by the key.</summary>
    public static IReadOnlyDictionary<string, string> Scripts { get; } =
        new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["p2pkh"] = "pkh(*)",
            ["p2wpkh-p2sh"] = "sh(wpkh(*))",
            ["p2wpkh"] = "wpkh(*)",
            ["p2tr"] = "tr(*)",
        };

    /// <summary>zpub and zprv.</summary>
    public static ExtendedKeyForm Main { get; } =
        new(0x04b2_4746, 0x04b2_430c, Scripts["p2wpkh"], AddressNetworks.Main);

    /// <summary>vpub and vprv.</summary>
    public static ExtendedKeyForm Test { get; } =
        new(0x045f_1cf6, 0x045f_18bc, Scripts["p2wpkh"], AddressNetworks.Test);

    /// <summary>The forms above, and xpub, ypub, tpub, upub.</summary>
    public static IReadOnlyList<ExtendedKeyForm> All { get; } =
    [
        Main,
        Test,
        new(0x0488_b21e, 0x0488_ade4, null, AddressNetworks.Main),
        new(0x049d_7cb2, 0x049d_7878, Scripts["p2wpkh-p2sh"], AddressNetworks.Main),
        new(0x0435_87cf, 0x0435_8394, null, AddressNetworks.Test),
        new(0x044a_5262, 0x044a_4e28, Scripts["p2wpkh-p2sh"], AddressNetworks.Test),
    ];
}

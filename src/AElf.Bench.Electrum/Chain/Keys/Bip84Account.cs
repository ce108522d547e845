namespace AElf.Bench.Electrum.Chain.Keys;

/// <summary>The first account of a wallet of P2WPKH addresses (BIP84); its text restores it elsewhere.</summary>
public sealed class Bip84Account
{
    private const uint Purpose = 84;

    private readonly ExtendedPrivateKey account;
    private readonly Bip84Network network;
    private readonly ExtendedPublicKey[] chains;

    /// <summary>m/84'/coin'/0' of a seed.</summary>
    public Bip84Account(ReadOnlySpan<byte> seed, Bip84Network network)
    {
        this.network = network;
        account = ExtendedPrivateKey.FromSeed(seed)
            .Derive(Purpose + ExtendedPrivateKey.Hardened)
            .Derive(network.CoinType + ExtendedPrivateKey.Hardened)
            .Derive(ExtendedPrivateKey.Hardened);
        chains = [account.Public.Derive(0), account.Public.Derive(1)];
    }

    /// <summary>The account's private key, as Electrum takes it: zprv or vprv.</summary>
    public string PrivateText => account.ToText(network.PrivateVersion);

    /// <summary>The account's public key, as Electrum takes it: zpub or vpub.</summary>
    public string PublicText => account.Public.ToText(network.PublicVersion);

    /// <summary>An address of the account: of the chain that receives, or of the one for change.</summary>
    public Bip84Address AddressAt(bool isChange, uint index)
    {
        var key = chains[isChange ? 1 : 0].Derive(index).Bytes;
        var hash = new byte[PublicKeyHash.Size];
        PublicKeyHash.Write(key, hash);
        return new Bip84Address(
            isChange, index, key, [0, PublicKeyHash.Size, .. hash], Bech32.Encode(network.AddressPrefix, 0, hash));
    }
}

/// <summary>An address of a <see cref="Bip84Account"/>.</summary>
/// <param name="IsChange">Whether it is of the chain for change.</param>
/// <param name="Index">Its number in that chain.</param>
/// <param name="PublicKey">The compressed key, 33 bytes.</param>
/// <param name="Script">The script that locks outputs to it.</param>
/// <param name="Text">The address as wallets show it.</param>
public sealed record Bip84Address(bool IsChange, uint Index, byte[] PublicKey, byte[] Script, string Text)
{
    /// <summary>The script hash, by which the Electrum protocol knows the address.</summary>
    public Hash256 ScriptHash { get; } = Hash256.Of(Script);
}

/// <summary>How a network writes its keys and addresses.</summary>
/// <param name="CoinType">The second level of the path (SLIP-44): 1 for all test networks.</param>
/// <param name="AddressPrefix">What addresses start with (BIP173).</param>
/// <param name="PrivateVersion">The version of an account's private key (SLIP-132).</param>
/// <param name="PublicVersion">The version of an account's public key (SLIP-132).</param>
/// <param name="Networks">The networks whose wallets write keys with these versions.</param>
public sealed record Bip84Network(
    uint CoinType, string AddressPrefix, uint PrivateVersion, uint PublicVersion, AddressNetworks Networks)
{
    /// <summary>The main network: bc1…, zprv…, zpub….</summary>
    public static Bip84Network Main { get; } = new(0, "bc", 0x04b2_430c, 0x04b2_4746, AddressNetworks.Main);

    /// <summary>Regtest: bcrt1…, vprv…, vpub….</summary>
    public static Bip84Network Regtest { get; } = new(1, "bcrt", 0x045f_18bc, 0x045f_1cf6, AddressNetworks.Test);
}

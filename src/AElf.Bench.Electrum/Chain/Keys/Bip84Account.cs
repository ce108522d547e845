using System.Buffers.Binary;
using NBitcoin;
using NBitcoin.DataEncoders;

namespace AElf.Bench.Electrum.Chain.Keys;

/// <summary>
/// The first account of a wallet of P2WPKH addresses (BIP84). Its text restores the account in another wallet.
/// </summary>
public sealed class Bip84Account
{
    private readonly NBitcoin.Network network;
    private readonly ExtKey account;
    private readonly ExtPubKey[] chains;

    /// <summary>m/84'/coin'/0' of a seed.</summary>
    /// <param name="network">Bitcoin's main network, or its regtest.</param>
    public Bip84Account(ReadOnlySpan<byte> seed, NBitcoin.Network network)
    {
        this.network = network;
        var coin = network == NBitcoin.Network.Main ? 0 : 1;
        account = ExtKey.CreateFromSeed(seed).Derive(new KeyPath($"84'/{coin}'/0'"));
        var key = account.Neuter();
        chains = [key.Derive(0), key.Derive(1)];
    }

    /// <summary>The account's private key in Electrum's format: zprv or vprv.</summary>
    public string PrivateText => Text(Form.Private, account.ToBytes());

    /// <summary>The account's public key in Electrum's format: zpub or vpub.</summary>
    public string PublicText => Text(Form.Public, account.Neuter().ToBytes());

    private ExtendedKeyForm Form =>
        network == NBitcoin.Network.Main ? ExtendedKeyForm.Main : ExtendedKeyForm.Test;

    /// <summary>An address of the account, from the receiving chain or the change chain.</summary>
    public Bip84Address AddressAt(bool isChange, uint index)
    {
        var key = chains[isChange ? 1 : 0].Derive(index).PubKey;
        var address = key.GetAddress(ScriptPubKeyType.Segwit, network);
        return new Bip84Address(isChange, index, key.ToBytes(), address.ScriptPubKey.ToBytes(), address.ToString());
    }

    private static string Text(uint version, byte[] key)
    {
        Span<byte> start = stackalloc byte[sizeof(uint)];
        BinaryPrimitives.WriteUInt32BigEndian(start, version);
        return Encoders.Base58Check.EncodeData([.. start, .. key]);
    }
}

/// <summary>An address of a <see cref="Bip84Account"/>.</summary>
/// <param name="IsChange">Whether it belongs to the change chain.</param>
/// <param name="Index">Its number in that chain.</param>
/// <param name="PublicKey">The compressed key, 33 bytes.</param>
/// <param name="Script">The script that locks outputs to it.</param>
/// <param name="Text">The address in the format of wallets.</param>
public sealed record Bip84Address(bool IsChange, uint Index, byte[] PublicKey, byte[] Script, string Text)
{
    /// <summary>The script hash, which identifies the address in the Electrum protocol.</summary>
    public Hash256 ScriptHash { get; } = Hash256.Of(Script);
}

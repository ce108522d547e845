using AElf.Bench.Core.Generation;
using AElf.Bench.Electrum.Chain.Keys;
using NBitcoin.Crypto;

namespace AElf.Bench.Electrum.Chain.Synthetic;

/// <summary>
/// Numbered strangers: the kind of script of each, its keys, and the data that unlocks the script. Scripts contain the
/// right hashes. Keys are random bytes and signatures have the right format and size, but both are invalid.
/// </summary>
internal sealed class ScriptOwners(ulong seed)
{
    private const byte KeySize = 33;
    private const byte HashSize = AddressText.HashSize;
    private const byte CheckSig = 0xac;
    private const byte CheckMultisig = 0xae;

    // Percentages of outputs, approximately as on the main chain of the 2020s.
    private static readonly (Lock Kind, int Percent)[] Mix =
    [
        (Lock.WitnessKey, 44), (Lock.Key, 20), (Lock.Taproot, 13), (Lock.NestedKey, 9), (Lock.Multisig, 6),
        (Lock.WitnessMultisig, 6), (Lock.BareKey, 1), (Lock.BareMultisig, 1),
    ];

    private enum Lock
    {
        Key,
        WitnessKey,
        NestedKey,
        Multisig,
        WitnessMultisig,
        Taproot,
        BareKey,
        BareMultisig,
    }

    /// <summary>The script that locks outputs to a stranger.</summary>
    public byte[] ScriptOf(int owner) => LockOf(owner) switch
    {
        Lock.Key => [0x76, 0xa9, HashSize, .. Hashes.Hash160RawBytes(KeyOf(owner, 0)), 0x88, CheckSig],
        Lock.WitnessKey => WitnessKey(owner),
        Lock.NestedKey or Lock.Multisig => [0xa9, HashSize, .. Hashes.Hash160RawBytes(RedeemScriptOf(owner)), 0x87],
        Lock.WitnessMultisig => [0, Hash256.Size, .. Hash256.Of(RedeemScriptOf(owner)).Bytes],
        Lock.Taproot => [0x51, Hash256.Size, .. KeyOf(owner, 0).AsSpan(1)],
        Lock.BareKey => [.. Push(KeyOf(owner, 0)), CheckSig],
        _ => [0x51, .. Push(KeyOf(owner, 0)), .. Push(KeyOf(owner, 1)), 0x52, CheckMultisig],
    };

    /// <summary>Adds the input that spends a stranger's coin.</summary>
    public void Spend(TransactionBuilder transaction, Coin coin, SeededRandom random)
    {
        var owner = coin.Owner;
        var kind = LockOf(owner);

        // An empty item comes before several signatures, because OP_CHECKMULTISIG removes one item too many.
        byte[] script = kind switch
        {
            Lock.Key => [.. Push(Signature(random)), .. Push(KeyOf(owner, 0))],
            Lock.NestedKey => Push(RedeemScriptOf(owner)),
            Lock.Multisig =>
                [0, .. Push(Signature(random)), .. Push(Signature(random)), 0x4c, .. Push(RedeemScriptOf(owner))],
            Lock.BareKey => Push(Signature(random)),
            Lock.BareMultisig => [0, .. Push(Signature(random))],
            _ => [],
        };
        byte[][] witness = kind switch
        {
            Lock.WitnessKey or Lock.NestedKey => [Signature(random), KeyOf(owner, 0)],
            Lock.WitnessMultisig => [[], Signature(random), Signature(random), RedeemScriptOf(owner)],
            Lock.Taproot => [random.Bytes(64)],
            _ => [],
        };
        transaction.AddInput(coin.Id, coin.Index, script, 0xffff_fffd);
        Array.ForEach(witness, item => transaction.AddWitnessItem(item));
    }

    /// <summary>Adds the input that spends a P2WPKH coin of a known key.</summary>
    public static void Spend(TransactionBuilder transaction, Coin coin, byte[] publicKey, SeededRandom random)
    {
        transaction.AddInput(coin.Id, coin.Index, [], 0xffff_fffd);
        transaction.AddWitnessItem(Signature(random));
        transaction.AddWitnessItem(publicKey);
    }

    // The script whose hash is in the owner's script.
    private byte[] RedeemScriptOf(int owner) => LockOf(owner) == Lock.NestedKey
        ? WitnessKey(owner)
        : [0x52, .. Push(KeyOf(owner, 0)), .. Push(KeyOf(owner, 1)), .. Push(KeyOf(owner, 2)), 0x53, CheckMultisig];

    private byte[] WitnessKey(int owner) => [0, HashSize, .. Hashes.Hash160RawBytes(KeyOf(owner, 0))];

    // OP_PUSHBYTES, or the length after OP_PUSHDATA1.
    private static byte[] Push(byte[] bytes) => [(byte)bytes.Length, .. bytes];

    private Lock LockOf(int owner) => new SeededRandom(seed + (ulong)owner).Pick(Mix);

    private byte[] KeyOf(int owner, int key)
    {
        var random = new SeededRandom(seed ^ ((ulong)owner << 20) ^ ((ulong)key << 60));
        var bytes = random.Bytes(KeySize);
        bytes[0] = (byte)(2 + (bytes[0] & 1));
        return bytes;
    }

    // Two numbers of 32 bytes in DER, the first with a zero before its highest bit, and the kind of the signature: 71
    // or 72 bytes.
    private static byte[] Signature(SeededRandom random)
    {
        var isHigh = random.Next(2) == 0;
        var first = random.Bytes(32);
        var second = random.Bytes(32);
        first[0] = (byte)(isHigh ? first[0] | 0x80 : first[0] & 0x7f | 1);
        second[0] = (byte)(second[0] & 0x7f | 1);
        byte[] start = isHigh ? [0x30, 0x45, 2, 0x21, 0] : [0x30, 0x44, 2, 0x20];
        return [.. start, .. first, 2, 0x20, .. second, 1];
    }
}

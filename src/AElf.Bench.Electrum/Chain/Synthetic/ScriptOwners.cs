using AElf.Bench.Core.Generation;
using AElf.Bench.Electrum.Chain.Keys;

namespace AElf.Bench.Electrum.Chain.Synthetic;

/// <summary>
/// Numbered strangers: the kind of script of each, its keys, and the data that unlocks the script. Scripts contain the
/// right hashes. Keys are random bytes and signatures have the right format and size, but both are invalid.
/// </summary>
internal sealed class ScriptOwners(ulong seed)
{
    private const int KeySize = 33;
    private const byte CheckSig = 0xac;
    private const byte CheckMultisig = 0xae;

    // Percentages of outputs, approximately as on the main chain of the 2020s.
    private static readonly (Lock Kind, int Percent)[] Mix =
    [
        (Lock.WitnessKey, 44), (Lock.Key, 20), (Lock.Taproot, 13), (Lock.NestedKey, 9), (Lock.Multisig, 6),
        (Lock.WitnessMultisig, 6), (Lock.BareKey, 1), (Lock.BareMultisig, 1),
    ];

    private readonly WireWriter script = new();
    private readonly WireWriter redeem = new();

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

    /// <summary>The script that locks outputs to a stranger; valid until the next call.</summary>
    public ReadOnlySpan<byte> ScriptOf(int owner)
    {
        script.Clear();
        switch (LockOf(owner))
        {
            case Lock.Key:
                script.WriteBytes([0x76, 0xa9, PublicKeyHash.Size]);
                PublicKeyHash.Write(KeyOf(owner, 0), script.Reserve(PublicKeyHash.Size));
                script.WriteBytes([0x88, CheckSig]);
                break;
            case Lock.WitnessKey:
                WriteWitnessKey(script, owner);
                break;
            case Lock.NestedKey or Lock.Multisig:
                script.WriteBytes([0xa9, PublicKeyHash.Size]);
                PublicKeyHash.Write(RedeemScriptOf(owner), script.Reserve(PublicKeyHash.Size));
                script.WriteByte(0x87);
                break;
            case Lock.WitnessMultisig:
                script.WriteBytes([0, Hash256.Size]);
                script.WriteHash(Hash256.Of(RedeemScriptOf(owner)));
                break;
            case Lock.Taproot:
                script.WriteBytes([0x51, Hash256.Size]);
                script.WriteBytes(KeyOf(owner, 0).AsSpan(1));
                break;
            case Lock.BareKey:
                script.WriteVarBytes(KeyOf(owner, 0));
                script.WriteByte(CheckSig);
                break;
            case Lock.BareMultisig:
                WriteMultisig(script, owner, required: 1, keys: 2);
                break;
        }

        return script.Written;
    }

    /// <summary>Adds the input that spends a stranger's coin.</summary>
    public void Spend(TransactionBuilder transaction, Coin coin, SeededRandom random)
    {
        var kind = LockOf(coin.Owner);
        script.Clear();
        switch (kind)
        {
            case Lock.Key:
                script.WriteVarBytes(Signature(random));
                script.WriteVarBytes(KeyOf(coin.Owner, 0));
                break;
            case Lock.NestedKey:
                script.WriteVarBytes(RedeemScriptOf(coin.Owner));
                break;
            case Lock.Multisig:
                WriteSignatures(2, random);
                script.WriteByte(0x4c);
                script.WriteVarBytes(RedeemScriptOf(coin.Owner));
                break;
            case Lock.BareKey:
                script.WriteVarBytes(Signature(random));
                break;
            case Lock.BareMultisig:
                WriteSignatures(1, random);
                break;
        }

        transaction.AddInput(coin.Id, coin.Index, script.Written, 0xffff_fffd);
        AddWitness(transaction, kind, coin.Owner, random);
    }

    /// <summary>Adds the input that spends a P2WPKH coin of a known key.</summary>
    public static void Spend(TransactionBuilder transaction, Coin coin, byte[] publicKey, SeededRandom random)
    {
        transaction.AddInput(coin.Id, coin.Index, [], 0xffff_fffd);
        transaction.AddWitnessItem(Signature(random));
        transaction.AddWitnessItem(publicKey);
    }

    private void AddWitness(TransactionBuilder transaction, Lock kind, int owner, SeededRandom random)
    {
        switch (kind)
        {
            case Lock.WitnessKey or Lock.NestedKey:
                transaction.AddWitnessItem(Signature(random));
                transaction.AddWitnessItem(KeyOf(owner, 0));
                break;
            case Lock.WitnessMultisig:
                transaction.AddWitnessItem([]);
                transaction.AddWitnessItem(Signature(random));
                transaction.AddWitnessItem(Signature(random));
                transaction.AddWitnessItem(RedeemScriptOf(owner));
                break;
            case Lock.Taproot:
                transaction.AddWitnessItem(Bytes(random, 64));
                break;
        }
    }

    // The script whose hash is in the owner's script.
    private ReadOnlySpan<byte> RedeemScriptOf(int owner)
    {
        redeem.Clear();
        if (LockOf(owner) == Lock.NestedKey)
        {
            WriteWitnessKey(redeem, owner);
        }
        else
        {
            WriteMultisig(redeem, owner, required: 2, keys: 3);
        }

        return redeem.Written;
    }

    private void WriteWitnessKey(WireWriter writer, int owner)
    {
        writer.WriteBytes([0, PublicKeyHash.Size]);
        PublicKeyHash.Write(KeyOf(owner, 0), writer.Reserve(PublicKeyHash.Size));
    }

    private void WriteMultisig(WireWriter writer, int owner, int required, int keys)
    {
        writer.WriteByte((byte)(0x50 + required));
        for (var key = 0; key < keys; key++)
        {
            writer.WriteVarBytes(KeyOf(owner, key));
        }

        writer.WriteByte((byte)(0x50 + keys));
        writer.WriteByte(CheckMultisig);
    }

    // An empty item comes first, because OP_CHECKMULTISIG removes one item too many.
    private void WriteSignatures(int count, SeededRandom random)
    {
        script.WriteByte(0);
        for (var i = 0; i < count; i++)
        {
            script.WriteVarBytes(Signature(random));
        }
    }

    private Lock LockOf(int owner) => new SeededRandom(seed + (ulong)owner).Pick(Mix);

    private byte[] KeyOf(int owner, int key)
    {
        var random = new SeededRandom(seed ^ ((ulong)owner << 20) ^ ((ulong)key << 60));
        var bytes = Bytes(random, KeySize);
        bytes[0] = (byte)(2 + (bytes[0] & 1));
        return bytes;
    }

    // Two numbers of 32 bytes in DER, the first with a zero before its highest bit, and the kind of the signature: 71
    // or 72 bytes.
    private static byte[] Signature(SeededRandom random)
    {
        var isHigh = random.Next(2) == 0;
        var first = Bytes(random, 32);
        var second = Bytes(random, 32);
        first[0] = (byte)(isHigh ? first[0] | 0x80 : first[0] & 0x7f | 1);
        second[0] = (byte)(second[0] & 0x7f | 1);
        byte[] start = isHigh ? [0x30, 0x45, 2, 0x21, 0] : [0x30, 0x44, 2, 0x20];
        return [.. start, .. first, 2, 0x20, .. second, 1];
    }

    private static byte[] Bytes(SeededRandom random, int count)
    {
        var bytes = new byte[count];
        random.Fill(bytes);
        return bytes;
    }
}

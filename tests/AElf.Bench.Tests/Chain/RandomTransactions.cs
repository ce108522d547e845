using AElf.Bench.Core.Generation;
using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Tests.Chain;

/// <summary>Random transactions with every field that the format allows, and blocks of them.</summary>
internal sealed class RandomTransactions(ulong seed)
{
    private readonly SeededRandom random = new(seed);

    public byte[] Next(bool isCoinbase = false)
    {
        var builder = new TransactionBuilder { Version = (int)random.NextBits(), LockTime = (uint)random.NextBits() };
        var hasWitness = random.Next(2) == 0;
        for (var i = isCoinbase ? 0 : random.Next(5); i >= 0; i--)
        {
            builder.AddInput(
                isCoinbase ? default : new Hash256(Bytes(Hash256.Size)),
                isCoinbase ? uint.MaxValue : (uint)random.Next(9),
                Bytes(random.Next(2) * random.Next(300)),
                (uint)random.NextBits());
            for (var item = hasWitness && !isCoinbase ? random.Next(4) : 0; item > 0; item--)
            {
                builder.AddWitnessItem(Bytes(random.Next(80)));
            }
        }

        for (var i = random.Next(20) == 0 ? 300 : random.Next(5); i >= 0; i--)
        {
            builder.AddOutput(random.Next(int.MaxValue), Bytes(random.Next(40)));
        }

        var writer = new WireWriter();
        builder.MoveTo(writer);
        return writer.Written.ToArray();
    }

    // Without a commitment: for tests of the parser only.
    public byte[] NextBlock(int transactions)
    {
        byte[][] all = [.. Enumerable.Range(0, transactions).Select(i => Next(isCoinbase: i == 0))];
        Hash256[] ids = [.. all.Select(each => TransactionView.Read(each).Id())];
        var writer = new WireWriter();
        new BlockHeader(2, new Hash256(Bytes(32)), MerkleTree.Root(ids), (uint)random.NextBits(), 0x207fffff, 7)
            .CopyTo(writer.Reserve(BlockHeader.Size));
        writer.WriteVarInt((ulong)transactions);
        foreach (var each in all)
        {
            writer.WriteBytes(each);
        }

        return writer.Written.ToArray();
    }

    public byte[] Bytes(int count)
    {
        var bytes = new byte[count];
        for (var i = 0; i < count; i++)
        {
            bytes[i] = (byte)random.NextBits();
        }

        return bytes;
    }
}

using System.Runtime.InteropServices;

namespace AElf.Bench.Electrum.Chain;

/// <summary>Checks the header of a block against its transactions.</summary>
public static class BlockCheck
{
    /// <summary>
    /// The bytes before the commitment in an output of the coinbase: OP_RETURN, 36 bytes, aa21a9ed (BIP141).
    /// </summary>
    internal static ReadOnlySpan<byte> CommitmentStart => [0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed];

    /// <summary>
    /// Checks coinbase, merkle root and witness commitment; returns the ids of the transactions, in order.
    /// </summary>
    /// <exception cref="ChainException">The block cannot be read, or does not match its own transactions.</exception>
    public static Hash256[] Verify(ReadOnlySpan<byte> block)
    {
        var reader = new BlockReader(block);
        var ids = new Hash256[reader.Count];
        var hasWitness = false;
        for (var i = 0; reader.MoveNext(); i++)
        {
            ids[i] = reader.Current.Id();
            hasWitness |= reader.Current.HasWitness;
            EnsureCoinbaseIsFirst(reader.Current, i);
        }

        EnsureRoot(reader.Header.MerkleRoot, ids);
        EnsureCommitment(block, hasWitness);
        return ids;
    }

    /// <summary>
    /// The commitment of a coinbase: the double SHA-256 of the witness root and its witness reserved value (BIP141).
    /// </summary>
    public static Hash256 Commitment(Hash256 witnessRoot, Hash256 reserved)
    {
        ReadOnlySpan<Hash256> both = [witnessRoot, reserved];
        return Hash256.OfTwice(MemoryMarshal.AsBytes(both));
    }

    /// <summary>The root of the ids with witnesses; the coinbase counts as zero (BIP141).</summary>
    /// <exception cref="ChainException">The block cannot be read.</exception>
    public static Hash256 WitnessRoot(ReadOnlySpan<byte> block)
    {
        var reader = new BlockReader(block);
        var ids = new Hash256[reader.Count];
        for (var i = 0; reader.MoveNext(); i++)
        {
            ids[i] = i == 0 ? default : reader.Current.WitnessId();
        }

        return MerkleTree.Root(ids);
    }

    private static void EnsureCoinbaseIsFirst(TransactionView transaction, int position)
    {
        if (transaction.IsCoinbase != (position == 0))
        {
            throw new ChainException(
                transaction.Start,
                position == 0
                    ? "the first transaction is not a coinbase"
                    : $"transaction {position} is a coinbase too");
        }
    }

    private static void EnsureRoot(Hash256 expected, Hash256[] ids)
    {
        var root = MerkleTree.Root([.. ids]);
        if (root != expected)
        {
            throw new ChainException($"the merkle root of the transactions is {root}; the header has {expected}");
        }
    }

    // A block with a witness needs a commitment. A block without a witness may have a similar output by chance.
    private static void EnsureCommitment(ReadOnlySpan<byte> block, bool hasWitness)
    {
        if (!hasWitness)
        {
            return;
        }

        var reader = new BlockReader(block);
        reader.MoveNext();
        var committed = FindCommitment(reader.Current)
            ?? throw new ChainException("a transaction has a witness, but the coinbase has no commitment");
        var computed = Commitment(WitnessRoot(block), Reserved(reader.Current));
        if (computed != committed)
        {
            throw new ChainException($"the commitment of the witnesses is {computed}; the coinbase has {committed}");
        }
    }

    // The last output with a commitment counts.
    private static Hash256? FindCommitment(TransactionView coinbase)
    {
        Hash256? found = null;
        foreach (var output in coinbase.Outputs)
        {
            if (output.Script.Length >= CommitmentStart.Length + Hash256.Size
                && output.Script.StartsWith(CommitmentStart))
            {
                found = new Hash256(output.Script.Slice(CommitmentStart.Length, Hash256.Size));
            }
        }

        return found;
    }

    private static Hash256 Reserved(TransactionView coinbase)
    {
        foreach (var witness in coinbase.Witnesses)
        {
            foreach (var item in witness)
            {
                if (witness.Count == 1 && item.Length == Hash256.Size)
                {
                    return new Hash256(item);
                }
            }
        }

        throw new ChainException(coinbase.Start, "the witness of the coinbase is not one item of 32 bytes");
    }
}

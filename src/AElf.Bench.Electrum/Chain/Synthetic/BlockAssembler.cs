using AElf.Bench.Core.Generation;

namespace AElf.Bench.Electrum.Chain.Synthetic;

/// <summary>Assembles a block from transactions: coinbase, roots, commitment and a mined header.</summary>
internal sealed class BlockAssembler
{
    // Signals no rule (BIP9).
    private const int Version = 0x2000_0000;

    private const byte ExtraBytes = 8;

    private readonly TransactionBuilder builder = new();
    private readonly WireWriter coinbase = new();

    /// <summary>Makes the block; returns it with the id of its coinbase.</summary>
    public (byte[] Block, Hash256 Coinbase) Assemble(BlockDraft draft, SeededRandom random)
    {
        coinbase.Clear();
        BuildCoinbase(draft, random);
        builder.MoveTo(coinbase);
        var id = TransactionView.Read(coinbase.Written).Id();
        Hash256[] ids = [id, .. draft.Transactions.Select(transaction => transaction.Id)];
        var header = new BlockHeader(Version, draft.Previous, MerkleTree.Root(ids), draft.Time, Regtest.Bits, 0);

        var size = BlockHeader.Size + 9 + coinbase.Length + draft.Transactions.Sum(each => each.Bytes.Length);
        var block = new WireWriter(size);
        Mine(header).CopyTo(block.Reserve(BlockHeader.Size));
        block.WriteVarInt((ulong)draft.Transactions.Count + 1);
        block.WriteBytes(coinbase.Written);
        foreach (var transaction in draft.Transactions)
        {
            block.WriteBytes(transaction.Bytes);
        }

        return (block.Written.ToArray(), id);
    }

    private static BlockHeader Mine(BlockHeader header)
    {
        while (!ProofOfWork.IsMet(header.Hash(), header.Bits))
        {
            header = header with { Nonce = header.Nonce + 1 };
        }

        return header;
    }

    // The script has the height (BIP34), then bytes that distinguish coinbases of one height. The witness is the
    // reserved value, zero (BIP141).
    private void BuildCoinbase(BlockDraft draft, SeededRandom random)
    {
        byte[] script = [.. NBitcoin.Op.GetPushOp(draft.Height).ToBytes(), ExtraBytes, .. random.Bytes(ExtraBytes)];
        builder.AddInput(default, uint.MaxValue, script);
        builder.AddWitnessItem(new byte[Hash256.Size]);
        builder.AddOutput(draft.Reward, draft.MinerScript);
        Hash256[] ids =
            [default, .. draft.Transactions.Select(transaction => TransactionView.Read(transaction.Bytes).WitnessId())];
        var commitment = BlockCheck.Commitment(MerkleTree.Root(ids), default);
        builder.AddOutput(0, [.. BlockCheck.CommitmentStart, .. commitment.Bytes]);
    }
}

/// <summary>The contents of a new block.</summary>
internal sealed record BlockDraft(
    int Height,
    Hash256 Previous,
    uint Time,
    long Reward,
    byte[] MinerScript,
    IReadOnlyList<SyntheticTransaction> Transactions);

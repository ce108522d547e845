namespace AElf.Bench.Electrum.Chain;

/// <summary>The rules of Bitcoin's regtest network, as in Bitcoin Core's chain parameters.</summary>
public static class Regtest
{
    /// <summary>The target of every block: half of all hashes meet it.</summary>
    public const uint Bits = 0x207f_ffff;

    /// <summary>Number of blocks after which the coins of a coinbase may be spent.</summary>
    public const int CoinbaseMaturity = 100;

    /// <summary>Time of the genesis block, seconds since 1970.</summary>
    public const uint GenesisTime = 1_296_688_602;

    private const int HalvingInterval = 150;
    private const long FirstSubsidy = 50_0000_0000;

    private static ReadOnlySpan<byte> GenesisKey =>
    [
        0x04, 0x67, 0x8a, 0xfd, 0xb0, 0xfe, 0x55, 0x48, 0x27, 0x19, 0x67, 0xf1, 0xa6, 0x71, 0x30, 0xb7, 0x10, 0x5c,
        0xd6, 0xa8, 0x28, 0xe0, 0x39, 0x09, 0xa6, 0x79, 0x62, 0xe0, 0xea, 0x1f, 0x61, 0xde, 0xb6, 0x49, 0xf6, 0xbc,
        0x3f, 0x4c, 0xef, 0x38, 0xc4, 0xf3, 0x55, 0x04, 0xe5, 0x1e, 0xc1, 0x12, 0xde, 0x5c, 0x38, 0x4d, 0xf7, 0xba,
        0x0b, 0x8d, 0x57, 0x8a, 0x4c, 0x70, 0x2b, 0x6b, 0xf1, 0x1d, 0x5f,
    ];

    /// <summary>The new coins of a block at a height, in 10⁻⁸ coins.</summary>
    public static long SubsidyAt(int height) =>
        height / HalvingInterval < 64 ? FirstSubsidy >> (height / HalvingInterval) : 0;

    /// <summary>The regtest genesis block, 0f9188f1….</summary>
    public static byte[] GenesisBlock()
    {
        var (coinbase, builder) = (new WireWriter(), new TransactionBuilder { Version = 1 });
        builder.AddInput(
            default,
            uint.MaxValue,
            [
                4, 0xff, 0xff, 0, 0x1d, 1, 4, 69,
                .. "The Times 03/Jan/2009 Chancellor on brink of second bailout for banks"u8,
            ]);
        builder.AddOutput(FirstSubsidy, [(byte)GenesisKey.Length, .. GenesisKey, 0xac]);
        builder.MoveTo(coinbase);
        var block = new WireWriter();
        new BlockHeader(1, default, Hash256.OfTwice(coinbase.Written), GenesisTime, Bits, 2)
            .CopyTo(block.Reserve(BlockHeader.Size));
        block.WriteVarInt(1);
        block.WriteBytes(coinbase.Written);
        return block.Written.ToArray();
    }
}

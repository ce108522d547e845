using NBitcoin;

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

    /// <summary>The new coins of a block at a height, in 10⁻⁸ coins.</summary>
    public static long SubsidyAt(int height) =>
        height / HalvingInterval < 64 ? FirstSubsidy >> (height / HalvingInterval) : 0;

    /// <summary>The regtest genesis block, 0f9188f1….</summary>
    public static byte[] GenesisBlock() => Network.RegTest.GetGenesis().ToBytes();
}

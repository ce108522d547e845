namespace AElf.Bench.Electrum.Chain;

/// <summary>The properties that identify the blocks of a network.</summary>
/// <param name="Word">Its name in options.</param>
/// <param name="Magic">The number before each block in files and messages, little-endian.</param>
/// <param name="GenesisHash">The hash of the first block of all its chains.</param>
/// <param name="HasOwnProofOfWork">
/// Whether the proof of work uses another hash than the block hash: Litecoin uses scrypt, which is not checked here.
/// </param>
/// <param name="Addresses">The networks of its addresses.</param>
public sealed record ChainNetwork(
    string Word, string Name, uint Magic, Hash256 GenesisHash, bool HasOwnProofOfWork, AddressNetworks Addresses)
{
    public static ChainNetwork Main { get; } = new(
        "main",
        "Bitcoin",
        0xd9b4_bef9,
        Hash256.Parse("000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f"),
        HasOwnProofOfWork: false,
        AddressNetworks.Bitcoin);

    /// <summary>Bitcoin's regtest network; synthetic chains use it too.</summary>
    public static ChainNetwork BitcoinRegtest { get; } = new(
        "regtest",
        "Bitcoin regtest",
        0xdab5_bffa,
        Hash256.Parse("0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206"),
        HasOwnProofOfWork: false,
        AddressNetworks.BitcoinRegtest);

    public static ChainNetwork LitecoinRegtest { get; } = new(
        "litecoin-regtest",
        "Litecoin regtest",
        0xdab5_bffa,
        Hash256.Parse("530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9"),
        HasOwnProofOfWork: true,
        AddressNetworks.LitecoinRegtest);

    public static IReadOnlyList<ChainNetwork> All { get; } = [Main, BitcoinRegtest, LitecoinRegtest];

    /// <summary>The network of a word in options.</summary>
    public static ChainNetwork Of(string word) =>
        All.First(each => string.Equals(each.Word, word, StringComparison.Ordinal));
}

/// <summary>The networks to which an address or a key can belong; some networks share prefixes.</summary>
[Flags]
public enum AddressNetworks
{
    None = 0,
    Bitcoin = 1,

    /// <summary>Testnet 3 and 4, and signet.</summary>
    BitcoinTest = 2,
    BitcoinRegtest = 4,
    Litecoin = 8,
    LitecoinTest = 16,
    LitecoinRegtest = 32,
    Main = Bitcoin | Litecoin,
    Test = BitcoinTest | BitcoinRegtest | LitecoinTest | LitecoinRegtest,

    /// <summary>The networks of a script hash, which is equal on all networks.</summary>
    Any = Main | Test,
}

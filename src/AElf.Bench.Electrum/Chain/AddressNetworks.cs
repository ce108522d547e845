namespace AElf.Bench.Electrum.Chain;

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

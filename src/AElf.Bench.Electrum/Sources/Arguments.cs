// Written by the test ArgumentsTests with AELF_WRITE_TABLES=1, from the tables of settings,
// which say what each option is for.
using CommandLine;

namespace AElf.Bench.Electrum.Sources;

/// <summary>What CommandLineParser fills, one option a property.</summary>
public class ChainArguments
{
    [Option("chain")] public string? WorkloadChain { get; set; }
    [Option("network")] public string? WorkloadNetwork { get; set; }
    [Option("chain-login")] public string? WorkloadChainLogin { get; set; }
    [Option("chain-height")] public string? WorkloadChainHeight { get; set; }
    [Option("block-transactions")] public string? WorkloadBlockTransactions { get; set; }
    [Option("wallet")] public string? WorkloadWallet { get; set; }
    [Option("wallets")] public string? WorkloadWallets { get; set; }
    [Option("depth")] public string? WorkloadDepth { get; set; }
    [Option("wallet-transactions")] public string? WorkloadWalletTransactions { get; set; }
    [Option("wallet-heights")] public string? WorkloadWalletHeights { get; set; }
    [Option("scripts")] public string? WorkloadScripts { get; set; }
    [Option("key-addresses")] public string? WorkloadKeyAddresses { get; set; }
    [Option("seed")] public string? WorkloadChainSeed { get; set; }
}

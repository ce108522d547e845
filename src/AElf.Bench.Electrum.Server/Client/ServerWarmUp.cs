using System.Net;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Indexing.Stores;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.Electrum.Wallets;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>
/// Lets servers of a small chain answer a wallet until their code is fully compiled. Other servers are compiled before
/// they start, so their first client waits only for the index. The served index stays cold.
/// </summary>
public static class ServerWarmUp
{
    private const int Runs = 12;

    // The runtime recompiles hot methods after 100 ms without compilation, unless the environment forbids it.
    private static readonly int Times =
        Environment.GetEnvironmentVariable("DOTNET_TC_CallCounting") is "0" ? 1 : 8;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(110);

    private static readonly SyntheticChainOptions Small = new()
    {
        Blocks = 150,
        TransactionsPerBlock = 4,
        WalletAddresses = 200,
        WalletTransactions = 250,
        WalletHeights = 20,
    };

    /// <summary>Warms up the code of an engine and of the server.</summary>
    public static async Task RunAsync(string engine, CancellationToken cancellation)
    {
        for (var time = 0; time < Times; time++)
        {
            await ServeOnceAsync(engine, cancellation);
            await Task.Delay(Pause, cancellation);
        }
    }

    // Each call makes a new server, because a server caches answers.
    private static async Task ServeOnceAsync(string engine, CancellationToken cancellation)
    {
        var (chain, archive) = (new SyntheticChain(Small), new MemoryArchive());
        var index = IndexEngines.Open(engine, new MemoryIndexStore(), archive);
        while (chain.Height < Small.Blocks)
        {
            var block = chain.NextBlock().Bytes.ToArray();
            archive.Add(block);
            index.Append(block);
        }

        using var served = new ServedIndex(index, archive, new Mempool(archive));
        await using var server = new ElectrumServer(served, new ServerLimits(), TimeProvider.System);
        var address = server.Listen(new IPEndPoint(IPAddress.Loopback, 0));
        var options = new ClientOptions { Server = new Endpoint($"{address.Address}", address.Port), Runs = Runs };
        var scripts = chain.Wallets[0].Addresses.Select(each => each.ScriptHash).ToList();
        var wallet = new WalletScripts(scripts, AddressNetworks.Any);
        await Task.Run(() => new WalletLoad(options, wallet, null).Measure(_ => { }, cancellation), cancellation);
    }
}

using System.Globalization;
using System.Net;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Keys;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Indexing.Stores;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.TestKit.Electrum;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Serving;

/// <summary>A real Electrum wallet, restored from a key of a synthetic chain, over a server with each engine.</summary>
public sealed class ElectrumWalletTests
{
    private const int Blocks = 130;
    private const int Depth = 3;

    public static TheoryData<string> Engines => [.. IndexEngines.Names];

    [Theory]
    [MemberData(nameof(Engines))]
    public async Task Wallet_FollowsBlocksMempoolAndAReorganisation(string name)
    {
        var (chain, archive) = (TestChains.Of(seed: 9), new MemoryArchive());
        var engine = IndexEngines.Open(name, new MemoryIndexStore(), archive);
        var blocks = chain.Take(Blocks).ToList();
        foreach (var block in blocks)
        {
            archive.Add(block);
            engine.Append(block);
        }

        using var index = new ServedIndex(engine, archive, new Mempool(archive));
        await using var server = new ElectrumServer(index, new ServerLimits(), TimeProvider.System);
        var endpoint = server.Listen(new IPEndPoint(IPAddress.Loopback, 0));
        using var wallet = ElectrumWallet.Start(chain.Wallets[0].Account.PrivateText, endpoint.Port);
        var account = chain.Wallets[0].Account;
        await wallet.ShowsAsync(Expected(account, blocks, []));

        var branch = chain.Fork();
        var replaced = chain.Take(Depth);
        index.Follow(0, replaced);
        await wallet.ShowsAsync(Expected(account, [.. blocks, .. replaced], []));

        // Transactions that only the replaced blocks have wait again, unless the new blocks spend the same outputs.
        var returned = LedgerModel.TransactionsOf(replaced).ToList();
        blocks.AddRange(branch.Take(Depth + 2));
        index.Follow(Depth, blocks[Blocks..]);
        await wallet.ShowsAsync(Expected(account, blocks, returned));

        branch.FillMempool(60);
        foreach (var transaction in branch.Mempool)
        {
            AddUnlessSpent(index, transaction.Bytes);
        }

        await wallet.ShowsAsync(Expected(account, blocks, [.. returned, .. branch.Mempool.Select(each => each.Bytes)]));
    }

    [Fact]
    public async Task Serve_WalletUntilSigterm_EndsWithExitCode0()
    {
        using var product = ProductProcess.Start(
            new ProductProcessOptions(),
            "electrum", "serve", "--listen", "127.0.0.1:0", "--seed", "9", "--chain-height", "140",
            "--block-transactions", "12", "--wallet", "20", "--wallet-transactions", "60",
            "--wallet-heights", "20", "--engine", "electrs");
        await product.WaitForOutputAsync("(TCP)");
        var chain = TestChains.Of(seed: 9);
        var blocks = chain.Take(141);
        Assert.Contains(chain.Wallets[0].Account.PrivateText, product.Output, StringComparison.Ordinal);

        var line = product.Output.Split('\n').Single(each => each.StartsWith("listening", StringComparison.Ordinal));
        var port = IPEndPoint.Parse(line.Split(' ')[2]).Port;
        using var wallet = ElectrumWallet.Start(chain.Wallets[0].Account.PrivateText, port);
        await wallet.ShowsAsync(Expected(chain.Wallets[0].Account, blocks, []));

        product.Terminate();
        Assert.Equal(0, (await product.WaitForExitAsync()).ExitCode);
    }

    private static void AddUnlessSpent(ServedIndex index, byte[] transaction)
    {
        try
        {
            index.AddToMempool(transaction);
        }
        catch (ChainException)
        {
            // A returned transaction of the replaced blocks spends the same output.
        }
    }

    // The tip of the chain, and balance and transactions of the wallet, from a scan of the chain.
    private static string Expected(Bip84Account account, IReadOnlyList<byte[]> blocks, IEnumerable<byte[]> candidates)
    {
        const uint Addresses = 40;
        var scripts = new HashSet<Hash256>();
        for (var address = 0u; address < Addresses; address++)
        {
            scripts.Add(account.AddressAt(isChange: false, address).ScriptHash);
            scripts.Add(account.AddressAt(isChange: true, address).ScriptHash);
        }

        var model = new LedgerModel(blocks, candidates);
        var history = scripts
            .SelectMany(script => model.History(script).Select(each => (each.Id, each.Height))
                .Concat(model.WaitingOf(script).Select(each => (each.Id, each.Height))))
            .Distinct()
            .Select(each => string.Create(CultureInfo.InvariantCulture, $"{each.Id}:{each.Height}"))
            .Order(StringComparer.Ordinal);
        var tip = BlockHeader.Read(blocks[^1]).Hash();
        return string.Create(
            CultureInfo.InvariantCulture, $"{tip} {model.Balance(scripts)} {string.Join(',', history)}");
    }
}

using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Server;
using AElf.Bench.Electrum.Server.Client;
using AElf.Bench.Electrum.Server.Following;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.Electrum.Sources;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Benchmark.Verbs.Electrum.Serve;

/// <summary>Indexes a chain, listens, and serves until a signal ends it.</summary>
internal sealed class ServeCommand
{
    private const int MaxWalletsShown = 3;

    private readonly Lock growing = new();
    private readonly ResolvedSettings settings;
    private readonly ChainChoice choice;
    private readonly TextWriter output;
    private readonly CancellationToken ended;
    private readonly ChainArchive archive;
    private readonly SyntheticChain? chain;

    /// <summary>Opens the archive; the output receives the progress.</summary>
    public ServeCommand(ResolvedSettings settings, TextWriter output, CancellationToken ended)
    {
        (this.settings, this.output, this.ended) = (settings, output, ended);
        archive = settings.Get(ServeSettings.Store).OpenArchive();
        choice = ChainSettings.Read(settings);
        chain = choice.Synthetic is { } synthetic ? new SyntheticChain(synthetic) : null;
    }

    /// <exception cref="OperationCanceledException">A signal ended the program.</exception>
    public async Task ServeAsync()
    {
        using var file = archive as IDisposable;

        // Read the certificate before the long indexing.
        using var certificate = settings.Get(ServeSettings.Certificate) is { } pem
            ? PemCertificate.Read(pem, settings.Get(ServeSettings.Key), (text, cause) => new IOException(text, cause))
            : null;
        using var plain = BoundSocket.At(settings.Get(ServeSettings.Listen));
        using var secure = settings.Get(ServeSettings.TlsListen) is { } tls ? BoundSocket.At(tls) : null;
        using var follower = choice.IsNode ? new NodeFollower(OpenNode, Say) : null;
        using var relay = choice.IsNode ? new NodeRelay(OpenNode, TimeProvider.System) : null;

        // A node that does not answer must not delay the end after a signal.
        await using var cut = ended.Register(() => follower?.Dispose());
        var indexing = new ServeIndexing(settings, choice, archive, Say, ended);
        var limits = LimitsOf(settings);
        await using var server = new ElectrumServer(() => indexing.Progress, limits, TimeProvider.System);
        var address = server.Listen(plain);
        var secureAddress = secure is null ? null : server.Listen(secure, certificate);
        Say($"{address} answers requests with the progress until the index is ready");
        var engine = indexing.Build(chain, follower);
        using var served = new ServedIndex(engine, archive, new Mempool(archive), limits.MaxStatuses)
        {
            Relay = (relay, chain) switch
            {
                (not null, _) => relay.Send,
                (_, not null) => TakeInto,
                _ => null,
            },
            Fees = (IFeeSource?)relay ?? new FixedFees(),
        };
        FillMempool(served);
        ShowWallets();
        await ServerWarmUp.RunAsync(settings.Get(ServeSettings.Engine), ended);
        server.Serve(served);
        Say($"listening on {address} (TCP)");
        if (secureAddress is not null)
        {
            Say($"listening on {secureAddress} (TLS)");
        }

        try
        {
            await ServeAsync(served, follower, server);
        }
        finally
        {
            // Sessions must end before their index.
            await server.DisposeAsync();
        }
    }

    private async Task ServeAsync(ServedIndex served, NodeFollower? follower, ElectrumServer server)
    {
        if (follower is not null)
        {
            await Task.Factory.StartNew(
                () => Follow(served, follower, server), ended, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        }

        await GrowAsync(served, server);
    }

    private async Task GrowAsync(ServedIndex served, ElectrumServer server)
    {
        if (settings.Get(ServeSettings.BlocksEvery) is not { } pause)
        {
            await Task.Delay(Timeout.Infinite, ended);
            return;
        }

        using var timer = new PeriodicTimer(pause);
        while (await timer.WaitForNextTickAsync(ended))
        {
            served.Append(NextBlock());
            FillMempool(served);
            ShowTip(served, server);
        }
    }

    private byte[] NextBlock()
    {
        lock (growing)
        {
            return chain!.NextBlock().Bytes.ToArray();
        }
    }

    private void TakeInto(ReadOnlyMemory<byte> transaction)
    {
        lock (growing)
        {
            chain!.Take(transaction);
        }
    }

    private void Follow(ServedIndex served, NodeFollower follower, ElectrumServer server)
    {
        // Each broadcast uses a thread until the node answers.
        ThreadPool.GetMinThreads(out var workers, out var others);
        ThreadPool.SetMinThreads(workers + NodeRelay.MaxAtOnce, others);
        for (var tip = served.HashAt(served.Height); !ended.IsCancellationRequested;)
        {
            follower.Follow(served);
            if (served.HashAt(served.Height) is var now && now != tip)
            {
                tip = now;
                ShowTip(served, server, follower.SkippedTransactions);
            }

            ended.WaitHandle.WaitOne(settings.Get(ServeSettings.Poll));
        }
    }

    private NodeChainSource OpenNode() =>
        choice.OpenNode(settings.Get(ServeSettings.NodeTimeout), retryTimeout: TimeSpan.Zero);

    internal static ServerLimits LimitsOf(ResolvedSettings settings) => settings.Bind(
        new ServerLimits
        {
            MaxCost = (long)settings.Get(ServeSettings.MaxCost),
            CostPerSecond = settings.Get(ServeSettings.CostPerSecond),
        },
        ServeSettings.All);

    private void Say(string line)
    {
        output.WriteLine(line);
        output.Flush();
    }

    private void ShowTip(ServedIndex served, ElectrumServer server, int skipped = 0)
    {
        var line = FormattableString.Invariant($"block {served.Height}; {Counted(server.SessionCount, "session")}, ")
            + Counted(served.WaitingCount, "transaction waits", "transactions wait");
        Say(skipped == 0 ? line : FormattableString.Invariant($"{line}, {skipped} could not be read so far"));
    }

    private void FillMempool(ServedIndex served)
    {
        var size = settings.Get(ServeSettings.Mempool);
        if (chain is null || size == 0)
        {
            return;
        }

        SyntheticTransaction[] waiting;
        lock (growing)
        {
            chain.FillMempool(size - Math.Min(size, chain.Mempool.Count));
            waiting = [.. chain.Mempool];
        }

        foreach (var transaction in waiting)
        {
            served.AddToMempool(transaction.Bytes);
        }
    }

    private void ShowWallets()
    {
        foreach (var (number, wallet) in (chain?.Wallets ?? []).Take(MaxWalletsShown).Index())
        {
            var key = wallet.Account.PrivateText;
            output.WriteLine(FormattableString.Invariant(
                $"wallet {number + 1}: {wallet.Balance / 1e8:0.00000000} coins at {wallet.Addresses.Count} addresses, ")
                + FormattableString.Invariant($"{wallet.TransactionCount} transactions, {key}"));
        }
    }
}

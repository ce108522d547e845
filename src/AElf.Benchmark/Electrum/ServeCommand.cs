using System.Diagnostics;
using System.Net.Sockets;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Serving;

namespace AElf.Benchmark.Electrum;

/// <summary>The verb <c>electrum serve</c>: indexes, listens, and serves until a signal ends it.</summary>
internal sealed class ServeCommand
{
    private const int MaxWalletsShown = 3;

    private static readonly TimeSpan ProgressInterval = TimeSpan.FromSeconds(2);

    private readonly ServeOptions options;
    private readonly TextWriter output;
    private readonly CancellationToken ended;
    private readonly ChainArchive archive;
    private readonly SyntheticChain? chain;

    private ServeCommand(ServeOptions options, TextWriter output, CancellationToken ended)
    {
        (this.options, this.output, this.ended) = (options, output, ended);
        archive = options.Store.OpenArchive();
        chain = options.Chain.Synthetic is { } synthetic ? new SyntheticChain(synthetic) : null;
    }

    /// <summary>Runs it; <paramref name="words"/> is what followed the verb. Returns the exit code.</summary>
    public static async Task<int> RunAsync(string[] words)
    {
        if (ProgramCommandLine.Text(ServeOptions.Program, words)?.Print(Console.Out, Console.Error) is { } code)
        {
            return (int)code;
        }

        var problems = new List<ValidationError>();
        if (ServeOptions.Read(words, problems) is not { } options)
        {
            return (int)(new ParseOutcome.Rejected(problems).Print(Console.Out, Console.Error) ?? ExitCode.Usage);
        }

        using var termination = new Termination();
        try
        {
            await new ServeCommand(options, Console.Out, termination.Token).ServeAsync();
            return (int)ExitCode.Ok;
        }
        catch (OperationCanceledException)
        {
            return (int)ExitCode.Ok;
        }
        catch (Exception exception) when (
            exception is ChainException or InvalidDataException or ArgumentException or NotSupportedException)
        {
            await Console.Error.WriteLineAsync($"error: {exception.Message}");
            return (int)ExitCode.Environment;
        }
    }

    private async Task ServeAsync()
    {
        using var file = archive as IDisposable;
        using var served = Index();
        await using var server = new ElectrumServer(served, options.Limits, TimeProvider.System);
        Listen(server, options.Listen, "TCP");
        if (options.TlsListen is { } secure)
        {
            Listen(server, secure, "TLS");
        }

        await output.FlushAsync(ended);
        if (options.BlocksEvery is not { } pause)
        {
            await Task.Delay(Timeout.Infinite, ended);
            return;
        }

        using var timer = new PeriodicTimer(pause);
        while (await timer.WaitForNextTickAsync(ended))
        {
            served.Append(chain!.NextBlock().Bytes.ToArray());
            FillMempool(served);
            await output.WriteLineAsync(FormattableString.Invariant(
                $"block {served.Height}; {server.SessionCount} sessions, {chain.Mempool.Count} transactions wait"));
            await output.FlushAsync(ended);
        }
    }

    private void Listen(ElectrumServer server, System.Net.IPEndPoint address, string kind)
    {
        try
        {
            var bound = server.Listen(address, kind is "TLS" ? options.Certificate : null);
            output.WriteLine($"listening on {bound} ({kind})");
        }
        catch (SocketException exception)
        {
            throw new IOException($"cannot listen on {address}: {exception.Message}", exception);
        }
    }

    private ServedIndex Index()
    {
        var clock = Stopwatch.StartNew();
        var store = options.Store.Open(options.Engine);
        var engine = IndexEngines.Open(options.Engine, store, archive, options.CommitAfter);
        try
        {
            var (known, size, transactions) = (engine.Height, 0L, 0L);
            var shown = TimeSpan.Zero;
            foreach (var block in Blocks())
            {
                ended.ThrowIfCancellationRequested();
                Add(engine, block, known);
                size += block.Length;
                transactions += new BlockReader(block).Count;
                if (clock.Elapsed - shown > ProgressInterval)
                {
                    shown = clock.Elapsed;
                    output.WriteLine(FormattableString.Invariant(
                        $"indexed {archive.Height + 1} blocks, {size / 1e6:0.0} MB, {shown.TotalSeconds:0} s"));
                    output.Flush();
                }
            }

            engine.Commit();
            output.WriteLine(FormattableString.Invariant(
                $"{engine.Name}: {archive.Height + 1} blocks, {NumberFormat.Count(transactions)} transactions, ")
                + FormattableString.Invariant(
                    $"{size / 1e6:0.0} MB; index of {engine.Size / 1e6:0.0} MB in {clock.Elapsed.TotalSeconds:0.0} s"));
            var served = new ServedIndex(engine, archive, new Mempool(archive), options.Limits.MaxStatuses);
            FillMempool(served);
            ShowWallets();
            return served;
        }
        catch
        {
            engine.Dispose();
            throw;
        }
    }

    // A chain that is made is asked block by block, so that it can go on later.
    private IEnumerable<byte[]> Blocks()
    {
        if (chain is null)
        {
            foreach (var block in options.Chain.Open().ReadFrom(0))
            {
                yield return block.Bytes.ToArray();
            }

            yield break;
        }

        while (chain.Height < options.Chain.Synthetic!.Blocks)
        {
            yield return chain.NextBlock().Bytes.ToArray();
        }
    }

    // What a folder has already is not indexed again; it has to be of this chain.
    private void Add(IndexEngine engine, byte[] block, int known)
    {
        archive.Add(block);
        if (archive.Height > known)
        {
            engine.Append(block);
        }
        else if (archive.Height == known && BlockHeader.Read(block).Hash() != engine.TipHash)
        {
            throw new InvalidDataException(
                $"the index in {options.Store} is of another chain: its block {known} is {engine.TipHash}; "
                    + "expected an empty folder, or the chain it is of");
        }
    }

    private void FillMempool(ServedIndex served)
    {
        if (chain is null || options.Mempool == 0)
        {
            return;
        }

        chain.FillMempool(options.Mempool - Math.Min(options.Mempool, chain.Mempool.Count));
        foreach (var transaction in chain.Mempool)
        {
            try
            {
                served.AddToMempool(transaction.Bytes);
            }
            catch (ChainException)
            {
                // A client has broadcast another that spends the same.
            }
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

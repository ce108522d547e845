using System.Diagnostics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Electrum;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Server.Following;
using AElf.Bench.Electrum.Sources;

namespace AElf.Benchmark.Verbs.Electrum.Serve;

/// <summary>Indexes the chain to serve, from any source.</summary>
internal sealed class ServeIndexing(
    ResolvedSettings settings, ChainChoice choice, ChainArchive archive, Action<string> say, CancellationToken ended)
{
    private static readonly TimeSpan ProgressInterval = TimeSpan.FromSeconds(2);

    private readonly Stopwatch clock = Stopwatch.StartNew();
    private TimeSpan shown;
    private int target = choice.Synthetic?.Blocks ?? 0;

    /// <summary>The progress, for clients. May be read on any thread.</summary>
    public string Progress => FormattableString.Invariant($"indexing, {Percent} %");

    // At most 99 until clients are served.
    private int Percent =>
        Volatile.Read(ref target) is > 0 and var last ? (int)Math.Min(99, 100L * (archive.Height + 1) / (last + 1)) : 0;

    /// <summary>Builds the engine up to the chain's last block.</summary>
    /// <param name="chain">The synthetic chain; null for an existing chain.</param>
    /// <param name="follower">The follower of a node; null without a node.</param>
    public IndexEngine Build(SyntheticChain? chain, NodeFollower? follower)
    {
        var (name, store) = (settings.Get(ServeSettings.Engine), settings.Get(ServeSettings.Store));
        var engine = IndexEngines.Open(
            name, store.Open(name), archive, ElectrumSettings.BytesOf(settings, ServeSettings.IndexMemory));
        try
        {
            var indexed = new IndexedChain(archive, engine, ShowProgress);
            if (follower is not null)
            {
                FollowNode(indexed, follower);
            }
            else
            {
                foreach (var block in Blocks(chain))
                {
                    indexed.Follow(0, [block]);
                }
            }

            // Blocks already in the folder are not indexed again; they must be of this chain.
            indexed.CatchUp($"{store}", hash => follower?.BlockOf(hash));
            var (blocks, transactions) = (archive.Height + 1, NumberFormat.Count(archive.Transactions));
            say(FormattableString.Invariant(
                $"{engine.Name}: {blocks} blocks, {transactions} transactions, {archive.Bytes / 1e6:0.0} MB; index of ")
                + FormattableString.Invariant($"{engine.Size / 1e6:0.0} MB in {clock.Elapsed.TotalSeconds:0.0} s"));
            return engine;
        }
        catch
        {
            engine.Dispose();
            throw;
        }
    }

    private void FollowNode(IndexedChain indexed, NodeFollower follower)
    {
        using (var source = ReachNode())
        {
            Volatile.Write(ref target, source.Height);
        }

        while (!follower.Follow(indexed))
        {
            ended.WaitHandle.WaitOne(settings.Get(ServeSettings.Poll));
            ended.ThrowIfCancellationRequested();
        }
    }

    // Retries only connection faults, not faults such as a wrong password.
    private NodeChainSource ReachNode()
    {
        var timeout = settings.Get(ServeSettings.NodeTimeout);
        for (var isReported = false; ; isReported = true)
        {
            try
            {
                return choice.OpenNode(timeout, retryTimeout: TimeSpan.Zero);
            }
            catch (IOException fault) when (
                fault.InnerException is HttpRequestException or RpcException && clock.Elapsed < timeout)
            {
                if (!isReported)
                {
                    say($"waiting for the node: {fault.Message}");
                }
            }

            ended.WaitHandle.WaitOne(settings.Get(ServeSettings.Poll));
            ended.ThrowIfCancellationRequested();
        }
    }

    // A synthetic chain is generated block by block, so that it can grow later.
    private IEnumerable<byte[]> Blocks(SyntheticChain? chain)
    {
        if (chain is null)
        {
            var source = choice.Open();
            Volatile.Write(ref target, source.Height);
            foreach (var block in source.ReadFrom(0))
            {
                yield return block.Bytes.ToArray();
            }

            yield break;
        }

        while (chain.Height < choice.Synthetic!.Blocks)
        {
            yield return chain.NextBlock().Bytes.ToArray();
        }
    }

    private void ShowProgress()
    {
        ended.ThrowIfCancellationRequested();
        if (clock.Elapsed - shown > ProgressInterval)
        {
            shown = clock.Elapsed;
            say(FormattableString.Invariant(
                $"indexed {archive.Height + 1} blocks, {archive.Bytes / 1e6:0.0} MB, {shown.TotalSeconds:0} s"));
        }
    }
}

using System.Collections.Concurrent;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Following;

/// <summary>
/// Calls a node for clients: sends their transactions, and requests fees. Any thread may call it; the call blocks until
/// the answer.
/// </summary>
public sealed class NodeRelay : IFeeSource, IDisposable
{
    /// <summary>Maximum of concurrent calls to the node; each blocks a thread.</summary>
    public const int MaxAtOnce = 4;

    private readonly Func<NodeChainSource> open;
    private readonly TimeProvider clock;
    private readonly SemaphoreSlim free = new(MaxAtOnce);
    private readonly KeptAnswer<FeeRates> rates;
    private readonly ConcurrentDictionary<(int Blocks, string? Mode), KeptAnswer<decimal?>> estimates = [];

    public NodeRelay(Func<NodeChainSource> open, TimeProvider clock)
    {
        (this.open, this.clock) = (open, clock);
        rates = new KeptAnswer<FeeRates>(() => Ask(node => node.Fees()), clock);
    }

    /// <summary>Sends a transaction to the node.</summary>
    /// <exception cref="ChainException">The node refuses the transaction; the message is the node's.</exception>
    /// <exception cref="IOException">The node cannot be reached, or too many calls already wait for it.</exception>
    public void Send(ReadOnlyMemory<byte> transaction) => Ask(node =>
    {
        node.Send(transaction.Span);
        return true;
    });

    /// <inheritdoc/>
    public FeeRates Rates() => rates.Get();

    /// <inheritdoc/>
    public decimal? Estimate(int blocks, string? mode)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(blocks, IFeeSource.MaxBlocks);
        return estimates.GetOrAdd(
            (blocks, mode),
            key => new KeptAnswer<decimal?>(() => Ask(node => node.EstimateFee(key.Blocks, key.Mode)), clock)).Get();
    }

    public void Dispose() => free.Dispose();

    private T Ask<T>(Func<NodeChainSource, T> question)
    {
        if (!free.Wait(0))
        {
            throw new IOException($"{MaxAtOnce} other requests wait for the node; try again later");
        }

        try
        {
            using var node = Open();
            return question(node);
        }
        finally
        {
            free.Release();
        }
    }

    private NodeChainSource Open()
    {
        try
        {
            return open();
        }
        catch (Exception exception) when (exception is ChainException or UnauthorizedAccessException)
        {
            throw new IOException(exception.Message, exception);
        }
    }

    /// <summary>
    /// Caches an answer of a node for some seconds, so that a client's request does not always cause a node call. While
    /// the node cannot be called, the old answer stays. Any thread may call it.
    /// </summary>
    private sealed class KeptAnswer<T>(Func<T> ask, TimeProvider clock)
    {
        private static readonly TimeSpan MaxAge = TimeSpan.FromSeconds(10);

        private Answer? last;

        /// <exception cref="IOException">The node cannot be called, and has never answered.</exception>
        public T Get()
        {
            var known = Volatile.Read(ref last);
            if (known is not null && clock.GetElapsedTime(known.Since) < MaxAge)
            {
                return known.Value;
            }

            try
            {
                known = new Answer(ask(), clock.GetTimestamp());
                Volatile.Write(ref last, known);
            }
            catch (IOException) when (known is not null)
            {
                // An old answer is better than an error.
            }

            return known.Value;
        }

        private sealed record Answer(T Value, long Since);
    }
}

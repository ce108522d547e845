using System.Collections.Concurrent;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Following;

/// <summary>
/// Asks a node for clients: hands it their transactions, and says which fees it takes. Any thread may, and waits for
/// the answer.
/// </summary>
public sealed class NodeRelay : IFeeSource, IDisposable
{
    /// <summary>Calls that wait for the node at once, at most; each blocks a thread.</summary>
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

    /// <summary>Hands the node a transaction.</summary>
    /// <exception cref="ChainException">The node refuses it; the message is its own.</exception>
    /// <exception cref="IOException">The node cannot be reached, or others wait for it already.</exception>
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
            throw new IOException($"{MaxAtOnce} other requests wait for its answer; try again later");
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
}

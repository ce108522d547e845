using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Following;

/// <summary>Hands transactions of clients to a node; any thread may, and waits for the answer.</summary>
public sealed class NodeRelay(Func<NodeChainSource> open) : IDisposable
{
    /// <summary>The most calls that wait for the node at once: each has a thread of its own meanwhile.</summary>
    public const int MaxAtOnce = 4;

    private readonly SemaphoreSlim free = new(MaxAtOnce);

    /// <summary>Hands the node a transaction.</summary>
    /// <exception cref="ChainException">The node refuses it; the message is its own.</exception>
    /// <exception cref="IOException">The node cannot be reached, or others wait for it already.</exception>
    public void Send(ReadOnlyMemory<byte> transaction)
    {
        if (!free.Wait(0))
        {
            throw new IOException($"{MaxAtOnce} other transactions wait for its answer; try again later");
        }

        try
        {
            using var node = Open();
            node.Send(transaction.Span);
        }
        finally
        {
            free.Release();
        }
    }

    public void Dispose() => free.Dispose();

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

using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>The index of a server's sessions, which may begin before the index is ready.</summary>
/// <param name="progress">Returns its progress in words.</param>
internal sealed class AwaitedIndex(Func<string> progress)
{
    private ServedIndex? index;

    /// <summary>An index that is ready.</summary>
    public AwaitedIndex(ServedIndex index)
        : this(() => "") => Set(index);

    /// <summary>The index; null until it is ready.</summary>
    public ServedIndex? IfReady => Volatile.Read(ref index);

    /// <exception cref="RpcException">The index is not ready; the message has its progress.</exception>
    public ServedIndex Index => IfReady ?? throw new RpcException(RpcException.NotReady, progress());

    public void Set(ServedIndex ready) => Volatile.Write(ref index, ready);
}

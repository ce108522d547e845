using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>The index that the sessions of a server ask: sessions may begin before it is ready.</summary>
/// <param name="progress">How far it is, in words.</param>
internal sealed class AwaitedIndex(Func<string> progress)
{
    private ServedIndex? index;

    /// <summary>An index that is ready.</summary>
    public AwaitedIndex(ServedIndex index)
        : this(() => "") => Set(index);

    /// <summary>The index; null until it is ready.</summary>
    public ServedIndex? IfReady => Volatile.Read(ref index);

    /// <exception cref="RpcException">It is not ready; the message says how far it is.</exception>
    public ServedIndex Index => IfReady ?? throw new RpcException(RpcException.NotReady, progress());

    public void Set(ServedIndex ready) => Volatile.Write(ref index, ready);
}

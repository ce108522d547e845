using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage.Resp;
using AElf.Bench.Storage.StackExchange;

namespace AElf.Bench.Storage;

/// <summary>Opens a store behind a socket with the client its options name.</summary>
public static class SocketStore
{
    /// <summary>Opens it for the keys of a run; nothing is connected yet.</summary>
    public static IStore Open(StoreOptions options, RunId run)
    {
        ArgumentNullException.ThrowIfNull(options);
        return options.Client == StoreClient.StackExchange ? new StackExchangeStore(options, run) : new RespStore(options, run);
    }
}

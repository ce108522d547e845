using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage;

namespace AElf.Bench.Tests.Storage;

public sealed class StackExchangeStoreTests
{
    [Fact]
    public void Store_InMemory_HasNoSocketDriver() =>
        Assert.Throws<ArgumentException>(() => Open(new() { Type = StoreType.InMemory }));

    [Fact]
    public void Store_Proxied_DescribesItsShardsOrWhyItCannotCount()
    {
        var options = new StoreOptions { Type = StoreType.Twemproxy, Address = new Endpoint("127.0.0.1", 22121) };
        using var unnamed = Open(options);
        Assert.Empty(unnamed.ReadCounters());
        Assert.NotNull(unnamed.Description.CountersUnavailable);

        using var named = Open(options with { Shards = [new Endpoint("::1", 6380)] });
        Assert.Equal(["[::1]:6380"], named.Description.Shards);
        Assert.Equal(
            ("twemproxy", "stackexchange", "127.0.0.1:22121", 1),
            (named.Description.Type, named.Description.Client, named.Description.Endpoint, named.Description.Proxies));
        Assert.Null(named.Description.CountersUnavailable);
    }

    private static IStore Open(StoreOptions options) =>
        SocketStore.Open(options with { Client = StoreClient.StackExchange }, default);
}

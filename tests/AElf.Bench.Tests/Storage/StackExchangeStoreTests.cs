using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage.StackExchange;

namespace AElf.Bench.Tests.Storage;

public sealed class StackExchangeStoreTests
{
    [Fact]
    public void A_user_is_refused_with_what_to_do()
    {
        var failure = Assert.Throws<StoreException>(() => new StackExchangeStore(new StoreOptions { Type = StoreType.Redis, User = "joe" }, default));
        Assert.Equal(StoreFault.Login, failure.Fault);
        Assert.Contains("leave the user out", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_store_in_memory_has_no_socket_driver() =>
        Assert.Throws<ArgumentException>(() => new StackExchangeStore(new StoreOptions { Type = StoreType.InMemory }, default));

    [Fact]
    public void A_proxied_store_describes_its_shards_or_says_why_it_cannot_count()
    {
        var options = new StoreOptions { Type = StoreType.Twemproxy, Address = new Endpoint("127.0.0.1", 22121) };
        using var unnamed = new StackExchangeStore(options, default);
        Assert.Empty(unnamed.ReadCounters());
        Assert.NotNull(unnamed.Description.CountersUnavailable);

        using var named = new StackExchangeStore(options with { Shards = [new Endpoint("::1", 6380)] }, default);
        Assert.Equal(["[::1]:6380"], named.Description.Shards);
        Assert.Equal(
            ("twemproxy", "stackexchange", "127.0.0.1:22121", 1),
            (named.Description.Type, named.Description.Client, named.Description.Endpoint, named.Description.Proxies));
        Assert.Null(named.Description.CountersUnavailable);
    }
}

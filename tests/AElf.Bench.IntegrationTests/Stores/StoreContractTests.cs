using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage;
using AElf.Bench.TestKit.Stores;

namespace AElf.Bench.IntegrationTests.Stores;

/// <summary>The pipelined client over a real Redis.</summary>
public sealed class RespStoreOverRedisTests(RedisFixture redis) : StoreContract, IClassFixture<RedisFixture>
{
    protected override IStore CreateStore(RunId run) => SocketStore.Open(redis.Options, run);
}

/// <summary>The pipelined client over the Unix socket of a real Redis.</summary>
public sealed class RespStoreOverUnixRedisTests(UnixRedisFixture redis) : StoreContract, IClassFixture<UnixRedisFixture>
{
    protected override IStore CreateStore(RunId run) => SocketStore.Open(redis.Options, run);
}

/// <summary>StackExchange.Redis over the Unix socket of a real Redis.</summary>
public sealed class StackExchangeStoreOverUnixRedisTests(UnixRedisFixture redis)
    : StoreContract, IClassFixture<UnixRedisFixture>
{
    protected override IStore CreateStore(RunId run) =>
        SocketStore.Open(redis.Options with { Client = StoreClient.StackExchange }, run);
}

/// <summary>The pipelined client over the Unix socket of a real Garnet.</summary>
public sealed class RespStoreOverUnixGarnetTests(UnixGarnetFixture garnet)
    : StoreContract, IClassFixture<UnixGarnetFixture>
{
    protected override IStore CreateStore(RunId run) => SocketStore.Open(garnet.Options, run);
}

/// <summary>The pipelined client over another database of a real Redis.</summary>
public sealed class RespStoreOverDatabaseTests(RedisDatabaseFixture redis)
    : StoreContract, IClassFixture<RedisDatabaseFixture>
{
    protected override IStore CreateStore(RunId run) => SocketStore.Open(redis.Options, run);
}

/// <summary>StackExchange.Redis over another database of a real Redis.</summary>
public sealed class StackExchangeStoreOverDatabaseTests(RedisDatabaseFixture redis)
    : StoreContract, IClassFixture<RedisDatabaseFixture>
{
    protected override IStore CreateStore(RunId run) =>
        SocketStore.Open(redis.Options with { Client = StoreClient.StackExchange }, run);
}

/// <summary>The pipelined client over a real Redis that speaks TLS and wants a user and a password.</summary>
public sealed class RespStoreOverSecuredRedisTests(SecuredRedisFixture redis)
    : StoreContract, IClassFixture<SecuredRedisFixture>
{
    protected override IStore CreateStore(RunId run) => SocketStore.Open(redis.Options, run);
}

/// <summary>The pipelined client over a real nutcracker with three shards.</summary>
public sealed class RespStoreOverNutcrackerTests(NutcrackerFixture proxy)
    : StoreContract, IClassFixture<NutcrackerFixture>
{
    protected override IStore CreateStore(RunId run) => SocketStore.Open(proxy.Options, run);
}

/// <summary>The pipelined client over a stand-in that follows SSDB's source: SSDB itself is not packaged.</summary>
public sealed class RespStoreOverSsdbStandInTests(SsdbFixture ssdb) : StoreContract, IClassFixture<SsdbFixture>
{
    protected override IStore CreateStore(RunId run) => SocketStore.Open(ssdb.Options, run);
}

/// <summary>StackExchange.Redis over a real Redis.</summary>
public sealed class StackExchangeStoreOverRedisTests(RedisFixture redis) : StoreContract, IClassFixture<RedisFixture>
{
    protected override IStore CreateStore(RunId run) =>
        SocketStore.Open(redis.Options with { Client = StoreClient.StackExchange }, run);
}

/// <summary>StackExchange.Redis over a real Redis that speaks TLS and wants a user and a password.</summary>
public sealed class StackExchangeStoreOverSecuredRedisTests(SecuredRedisFixture redis)
    : StoreContract, IClassFixture<SecuredRedisFixture>
{
    protected override IStore CreateStore(RunId run) =>
        SocketStore.Open(redis.Options with { Client = StoreClient.StackExchange }, run);
}

/// <summary>StackExchange.Redis over a real nutcracker with three shards.</summary>
public sealed class StackExchangeStoreOverNutcrackerTests(NutcrackerFixture proxy)
    : StoreContract, IClassFixture<NutcrackerFixture>
{
    protected override IStore CreateStore(RunId run) =>
        SocketStore.Open(proxy.Options with { Client = StoreClient.StackExchange }, run);
}

/// <summary>StackExchange.Redis over a stand-in that follows SSDB's source: SSDB itself is not packaged.</summary>
public sealed class StackExchangeStoreOverSsdbStandInTests(SsdbFixture ssdb) : StoreContract, IClassFixture<SsdbFixture>
{
    protected override IStore CreateStore(RunId run) =>
        SocketStore.Open(ssdb.Options with { Client = StoreClient.StackExchange }, run);
}

/// <summary>The pipelined client over a real Redis Cluster; a hash tag keeps the keys of a test in one slot.</summary>
public sealed class RespStoreOverRedisClusterTests(RedisClusterFixture cluster)
    : StoreContract, IClassFixture<RedisClusterFixture>
{
    protected override IStore CreateStore(RunId run) => SocketStore.Open(cluster.Options, run);

    protected override string KeyOf(string run, string name) => $"{{ab{run}}}:{name}";
}

/// <summary>The pipelined client that shares keys among servers; a hash tag keeps those of a test at one.</summary>
public sealed class RespStoreOverRedisShardsTests(RedisShardsFixture shards)
    : StoreContract, IClassFixture<RedisShardsFixture>
{
    protected override IStore CreateStore(RunId run) => SocketStore.Open(shards.Options, run);

    protected override string KeyOf(string run, string name) => $"{{ab{run}}}:{name}";
}

/// <summary>The pipelined client over a Garnet in cluster mode; a hash tag keeps a test's keys in one slot.</summary>
public sealed class RespStoreOverGarnetClusterTests(GarnetClusterFixture cluster)
    : StoreContract, IClassFixture<GarnetClusterFixture>
{
    protected override IStore CreateStore(RunId run) => SocketStore.Open(cluster.Options, run);

    protected override string KeyOf(string run, string name) => $"{{ab{run}}}:{name}";
}

/// <summary>StackExchange.Redis over a real Redis Cluster; a hash tag keeps the keys of a test in one slot.</summary>
public sealed class StackExchangeStoreOverRedisClusterTests(RedisClusterFixture cluster)
    : StoreContract, IClassFixture<RedisClusterFixture>
{
    protected override IStore CreateStore(RunId run) =>
        SocketStore.Open(cluster.Options with { Client = StoreClient.StackExchange }, run);

    protected override string KeyOf(string run, string name) => $"{{ab{run}}}:{name}";
}

/// <summary>The pipelined client over a real Garnet.</summary>
public sealed class RespStoreOverGarnetTests(GarnetFixture garnet) : StoreContract, IClassFixture<GarnetFixture>
{
    protected override IStore CreateStore(RunId run) => SocketStore.Open(garnet.Options, run);
}

/// <summary>StackExchange.Redis over a real Garnet.</summary>
public sealed class StackExchangeStoreOverGarnetTests(GarnetFixture garnet)
    : StoreContract, IClassFixture<GarnetFixture>
{
    protected override IStore CreateStore(RunId run) =>
        SocketStore.Open(garnet.Options with { Client = StoreClient.StackExchange }, run);
}

/// <summary>The pipelined client over a server that only some machines have.</summary>
public sealed class RespStoreOverFurtherServersTests(FurtherStoreFixture further)
    : StoreContract, IClassFixture<FurtherStoreFixture>
{
    protected override IStore CreateStore(RunId run) => SocketStore.Open(further.OptionsOrSkip(), run);
}

using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage;
using AElf.Bench.TestKit.Stores;

namespace AElf.Bench.IntegrationTests.Stores;

/// <summary>The contract of stores over a server that a fixture starts.</summary>
public abstract class StoreOver<TFixture>(TFixture fixture, StoreClient client = StoreClient.Pipelined)
    : StoreContract, IClassFixture<TFixture>
    where TFixture : StoreFixture
{
    protected override IStore CreateStore(RunId run) =>
        SocketStore.Open(fixture.Options with { Client = client }, run);
}

/// <summary>The same over several servers: a hash tag keeps the keys of a test at one.</summary>
public abstract class TaggedStoreOver<TFixture>(TFixture fixture, StoreClient client = StoreClient.Pipelined)
    : StoreOver<TFixture>(fixture, client)
    where TFixture : StoreFixture
{
    protected override string KeyOf(string run, string name) => $"{{ab{run}}}:{name}";
}

/// <summary>The pipelined client over a real Redis.</summary>
public sealed class RespStoreOverRedisTests(RedisFixture redis) : StoreOver<RedisFixture>(redis);

/// <summary>The pipelined client over the Unix socket of a real Redis.</summary>
public sealed class RespStoreOverUnixRedisTests(UnixRedisFixture redis) : StoreOver<UnixRedisFixture>(redis);

/// <summary>StackExchange.Redis over the Unix socket of a real Redis.</summary>
public sealed class StackExchangeStoreOverUnixRedisTests(UnixRedisFixture redis)
    : StoreOver<UnixRedisFixture>(redis, StoreClient.StackExchange);

/// <summary>The pipelined client over the Unix socket of a real Garnet.</summary>
public sealed class RespStoreOverUnixGarnetTests(UnixGarnetFixture garnet) : StoreOver<UnixGarnetFixture>(garnet);

/// <summary>The pipelined client over another database of a real Redis.</summary>
public sealed class RespStoreOverDatabaseTests(RedisDatabaseFixture redis) : StoreOver<RedisDatabaseFixture>(redis);

/// <summary>StackExchange.Redis over another database of a real Redis.</summary>
public sealed class StackExchangeStoreOverDatabaseTests(RedisDatabaseFixture redis)
    : StoreOver<RedisDatabaseFixture>(redis, StoreClient.StackExchange);

/// <summary>The pipelined client over a real Redis that speaks TLS and wants a user and a password.</summary>
public sealed class RespStoreOverSecuredRedisTests(SecuredRedisFixture redis) : StoreOver<SecuredRedisFixture>(redis);

/// <summary>The pipelined client over a real Redis that speaks TLS and wants a certificate.</summary>
public sealed class RespStoreOverCertifiedRedisTests(CertifiedRedisFixture redis)
    : StoreOver<CertifiedRedisFixture>(redis);

/// <summary>The pipelined client over a real nutcracker with three shards.</summary>
public sealed class RespStoreOverNutcrackerTests(NutcrackerFixture proxy) : StoreOver<NutcrackerFixture>(proxy);

/// <summary>The pipelined client over a stand-in that follows SSDB's source: SSDB itself is not packaged.</summary>
public sealed class RespStoreOverSsdbStandInTests(SsdbFixture ssdb) : StoreOver<SsdbFixture>(ssdb);

/// <summary>StackExchange.Redis over a real Redis.</summary>
public sealed class StackExchangeStoreOverRedisTests(RedisFixture redis)
    : StoreOver<RedisFixture>(redis, StoreClient.StackExchange);

/// <summary>StackExchange.Redis over a real Redis that speaks TLS and wants a user and a password.</summary>
public sealed class StackExchangeStoreOverSecuredRedisTests(SecuredRedisFixture redis)
    : StoreOver<SecuredRedisFixture>(redis, StoreClient.StackExchange);

/// <summary>StackExchange.Redis over a real Redis that speaks TLS and wants a certificate.</summary>
public sealed class StackExchangeStoreOverCertifiedRedisTests(CertifiedRedisFixture redis)
    : StoreOver<CertifiedRedisFixture>(redis, StoreClient.StackExchange);

/// <summary>StackExchange.Redis over a real nutcracker with three shards.</summary>
public sealed class StackExchangeStoreOverNutcrackerTests(NutcrackerFixture proxy)
    : StoreOver<NutcrackerFixture>(proxy, StoreClient.StackExchange);

/// <summary>StackExchange.Redis over a stand-in that follows SSDB's source: SSDB itself is not packaged.</summary>
public sealed class StackExchangeStoreOverSsdbStandInTests(SsdbFixture ssdb)
    : StoreOver<SsdbFixture>(ssdb, StoreClient.StackExchange);

/// <summary>The pipelined client over a real Redis Cluster; a hash tag keeps the keys of a test in one slot.</summary>
public sealed class RespStoreOverRedisClusterTests(RedisClusterFixture cluster)
    : TaggedStoreOver<RedisClusterFixture>(cluster);

/// <summary>The pipelined client that shares keys among servers; a hash tag keeps those of a test at one.</summary>
public sealed class RespStoreOverRedisShardsTests(RedisShardsFixture shards)
    : TaggedStoreOver<RedisShardsFixture>(shards);

/// <summary>The pipelined client over a Garnet in cluster mode; a hash tag keeps a test's keys in one slot.</summary>
public sealed class RespStoreOverGarnetClusterTests(GarnetClusterFixture cluster)
    : TaggedStoreOver<GarnetClusterFixture>(cluster);

/// <summary>StackExchange.Redis over a real Redis Cluster; a hash tag keeps the keys of a test in one slot.</summary>
public sealed class StackExchangeStoreOverRedisClusterTests(RedisClusterFixture cluster)
    : TaggedStoreOver<RedisClusterFixture>(cluster, StoreClient.StackExchange);

/// <summary>The pipelined client over a real Garnet.</summary>
public sealed class RespStoreOverGarnetTests(GarnetFixture garnet) : StoreOver<GarnetFixture>(garnet);

/// <summary>StackExchange.Redis over a real Garnet.</summary>
public sealed class StackExchangeStoreOverGarnetTests(GarnetFixture garnet)
    : StoreOver<GarnetFixture>(garnet, StoreClient.StackExchange);

/// <summary>The pipelined client over a server that only some machines have.</summary>
public sealed class RespStoreOverFurtherServersTests(FurtherStoreFixture further)
    : StoreContract, IClassFixture<FurtherStoreFixture>
{
    protected override IStore CreateStore(RunId run) => SocketStore.Open(further.OptionsOrSkip(), run);
}

using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage;
using AElf.Bench.TestKit.Stores;

namespace AElf.Bench.IntegrationTests.Stores;

/// <summary>The store contract over a server that a fixture starts.</summary>
public abstract class StoreOver<TFixture>(Shared<TFixture> shared, StoreClient client = StoreClient.Pipelined)
    : StoreContract, IClassFixture<Shared<TFixture>>
    where TFixture : StoreFixture, new()
{
    protected override IStore CreateStore(RunId run) =>
        SocketStore.Open(shared.Fixture.Options with { Client = client }, run);
}

/// <summary>The contract over several servers. A hash tag keeps the keys of a test on one of them.</summary>
public abstract class TaggedStoreOver<TFixture>(Shared<TFixture> shared, StoreClient client = StoreClient.Pipelined)
    : StoreOver<TFixture>(shared, client)
    where TFixture : StoreFixture, new()
{
    protected override string KeyOf(string run, string name) => $"{{ab{run}}}:{name}";
}

/// <summary>The pipelined client over a real Redis.</summary>
public sealed class RespStoreOverRedisTests(Shared<RedisFixture> redis) : StoreOver<RedisFixture>(redis);

/// <summary>The pipelined client over the Unix socket of a real Redis.</summary>
public sealed class RespStoreOverUnixRedisTests(Shared<UnixRedisFixture> redis) : StoreOver<UnixRedisFixture>(redis);

/// <summary>StackExchange.Redis over the Unix socket of a real Redis.</summary>
public sealed class StackExchangeStoreOverUnixRedisTests(Shared<UnixRedisFixture> redis)
    : StoreOver<UnixRedisFixture>(redis, StoreClient.StackExchange);

/// <summary>The pipelined client over the Unix socket of a real Garnet.</summary>
public sealed class RespStoreOverUnixGarnetTests(Shared<GarnetFixture> garnet)
    : StoreContract, IClassFixture<Shared<GarnetFixture>>
{
    protected override IStore CreateStore(RunId run) => SocketStore.Open(garnet.Fixture.UnixOptions, run);
}

/// <summary>The pipelined client over database 3 of a real Redis.</summary>
public sealed class RespStoreOverDatabaseTests(Shared<RedisDatabaseFixture> redis)
    : StoreOver<RedisDatabaseFixture>(redis);

/// <summary>StackExchange.Redis over database 3 of a real Redis.</summary>
public sealed class StackExchangeStoreOverDatabaseTests(Shared<RedisDatabaseFixture> redis)
    : StoreOver<RedisDatabaseFixture>(redis, StoreClient.StackExchange);

/// <summary>The pipelined client over a real Redis that requires TLS, a user and a password.</summary>
public sealed class RespStoreOverSecuredRedisTests(Shared<SecuredRedisFixture> redis)
    : StoreOver<SecuredRedisFixture>(redis);

/// <summary>The pipelined client over a real Redis that requires TLS and a client certificate.</summary>
public sealed class RespStoreOverCertifiedRedisTests(Shared<CertifiedRedisFixture> redis)
    : StoreOver<CertifiedRedisFixture>(redis);

/// <summary>The pipelined client over a real nutcracker with three shards.</summary>
public sealed class RespStoreOverNutcrackerTests(Shared<NutcrackerFixture> proxy) : StoreOver<NutcrackerFixture>(proxy);

/// <summary>The pipelined client over a stand-in written after SSDB's source. SSDB itself is not packaged.</summary>
public sealed class RespStoreOverSsdbStandInTests(Shared<SsdbFixture> ssdb) : StoreOver<SsdbFixture>(ssdb);

/// <summary>StackExchange.Redis over a real Redis.</summary>
public sealed class StackExchangeStoreOverRedisTests(Shared<RedisFixture> redis)
    : StoreOver<RedisFixture>(redis, StoreClient.StackExchange);

/// <summary>StackExchange.Redis over a real Redis that requires TLS, a user and a password.</summary>
public sealed class StackExchangeStoreOverSecuredRedisTests(Shared<SecuredRedisFixture> redis)
    : StoreOver<SecuredRedisFixture>(redis, StoreClient.StackExchange);

/// <summary>StackExchange.Redis over a real Redis that requires TLS and a client certificate.</summary>
public sealed class StackExchangeStoreOverCertifiedRedisTests(Shared<CertifiedRedisFixture> redis)
    : StoreOver<CertifiedRedisFixture>(redis, StoreClient.StackExchange);

/// <summary>StackExchange.Redis over a real nutcracker with three shards.</summary>
public sealed class StackExchangeStoreOverNutcrackerTests(Shared<NutcrackerFixture> proxy)
    : StoreOver<NutcrackerFixture>(proxy, StoreClient.StackExchange);

/// <summary>StackExchange.Redis over a stand-in written after SSDB's source. SSDB itself is not packaged.</summary>
public sealed class StackExchangeStoreOverSsdbStandInTests(Shared<SsdbFixture> ssdb)
    : StoreOver<SsdbFixture>(ssdb, StoreClient.StackExchange);

/// <summary>The pipelined client over a real Redis Cluster; a hash tag keeps the keys of a test in one slot.</summary>
public sealed class RespStoreOverRedisClusterTests(Shared<RedisClusterFixture> cluster)
    : TaggedStoreOver<RedisClusterFixture>(cluster);

/// <summary>The pipelined client that distributes keys; a hash tag keeps the keys of a test on one server.</summary>
public sealed class RespStoreOverRedisShardsTests(Shared<RedisShardsFixture> shards)
    : TaggedStoreOver<RedisShardsFixture>(shards);

/// <summary>
/// The pipelined client over a Garnet in cluster mode; a hash tag keeps the keys of a test in one slot.
/// </summary>
public sealed class RespStoreOverGarnetClusterTests(Shared<GarnetClusterFixture> cluster)
    : TaggedStoreOver<GarnetClusterFixture>(cluster);

/// <summary>StackExchange.Redis over a real Redis Cluster; a hash tag keeps the keys of a test in one slot.</summary>
public sealed class StackExchangeStoreOverRedisClusterTests(Shared<RedisClusterFixture> cluster)
    : TaggedStoreOver<RedisClusterFixture>(cluster, StoreClient.StackExchange);

/// <summary>The pipelined client over a real Garnet.</summary>
public sealed class RespStoreOverGarnetTests(Shared<GarnetFixture> garnet) : StoreOver<GarnetFixture>(garnet);

/// <summary>StackExchange.Redis over a real Garnet.</summary>
public sealed class StackExchangeStoreOverGarnetTests(Shared<GarnetFixture> garnet)
    : StoreOver<GarnetFixture>(garnet, StoreClient.StackExchange);

/// <summary>The pipelined client over a server that only some machines have.</summary>
public sealed class RespStoreOverFurtherServersTests(Shared<FurtherStoreFixture> further)
    : StoreContract, IClassFixture<Shared<FurtherStoreFixture>>
{
    protected override IStore CreateStore(RunId run) => SocketStore.Open(further.Fixture.OptionsOrSkip(), run);
}

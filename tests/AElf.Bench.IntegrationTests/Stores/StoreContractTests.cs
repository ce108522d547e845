using AElf.Bench.Core.Stores;
using AElf.Bench.Storage.Resp;
using AElf.Bench.Storage.StackExchange;
using AElf.Bench.TestKit.Stores;

namespace AElf.Bench.IntegrationTests.Stores;

/// <summary>The pipelined client over a real Redis.</summary>
public sealed class RespStoreOverRedisTests(RedisFixture redis) : StateStoreContract, IClassFixture<RedisFixture>
{
    /// <inheritdoc/>
    protected override IStore CreateStore(string runId) => new RespStore(redis.Options, Storage.RunId.Parse(runId));
}

/// <summary>The pipelined client over a real Redis that speaks TLS and wants a user and a password.</summary>
public sealed class RespStoreOverSecuredRedisTests(SecuredRedisFixture redis) : StateStoreContract, IClassFixture<SecuredRedisFixture>
{
    /// <inheritdoc/>
    protected override IStore CreateStore(string runId) => new RespStore(redis.Options, Storage.RunId.Parse(runId));
}

/// <summary>The pipelined client over a real nutcracker with three shards.</summary>
public sealed class RespStoreOverNutcrackerTests(NutcrackerFixture proxy) : StateStoreContract, IClassFixture<NutcrackerFixture>
{
    /// <inheritdoc/>
    protected override IStore CreateStore(string runId) => new RespStore(proxy.Options, Storage.RunId.Parse(runId));
}

/// <summary>The pipelined client over a stand-in that follows SSDB's source: SSDB itself is not packaged.</summary>
public sealed class RespStoreOverSsdbStandInTests(SsdbFixture ssdb) : StateStoreContract, IClassFixture<SsdbFixture>
{
    /// <inheritdoc/>
    protected override IStore CreateStore(string runId) => new RespStore(ssdb.Options, Storage.RunId.Parse(runId));
}

/// <summary>StackExchange.Redis over a real Redis.</summary>
public sealed class StackExchangeStoreOverRedisTests(RedisFixture redis) : StateStoreContract, IClassFixture<RedisFixture>
{
    /// <inheritdoc/>
    protected override IStore CreateStore(string runId) => new StackExchangeStore(redis.Options, Storage.RunId.Parse(runId));
}

/// <summary>StackExchange.Redis over a real nutcracker with three shards.</summary>
public sealed class StackExchangeStoreOverNutcrackerTests(NutcrackerFixture proxy) : StateStoreContract, IClassFixture<NutcrackerFixture>
{
    /// <inheritdoc/>
    protected override IStore CreateStore(string runId) => new StackExchangeStore(proxy.Options, Storage.RunId.Parse(runId));
}

/// <summary>StackExchange.Redis over a stand-in that follows SSDB's source: SSDB itself is not packaged.</summary>
public sealed class StackExchangeStoreOverSsdbStandInTests(SsdbFixture ssdb) : StateStoreContract, IClassFixture<SsdbFixture>
{
    /// <inheritdoc/>
    protected override IStore CreateStore(string runId) => new StackExchangeStore(ssdb.Options, Storage.RunId.Parse(runId));
}

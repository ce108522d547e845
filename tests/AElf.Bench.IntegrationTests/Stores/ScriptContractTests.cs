using AElf.Bench.Core.Stores;
using AElf.Bench.Storage;
using AElf.Bench.TestKit.Stores;

namespace AElf.Bench.IntegrationTests.Stores;

/// <summary>Scripts of contracts on a real Redis.</summary>
public sealed class ScriptsOverRedisTests(RedisFixture redis, ITestOutputHelper output)
    : ScriptContract(output), IClassFixture<RedisFixture>
{
    protected override IStore CreateStore(RunId run) => SocketStore.Open(redis.Options, run);
}

/// <summary>Scripts of contracts on a real Redis Cluster, with all accounts in one slot.</summary>
public sealed class ScriptsOverRedisClusterTests(RedisClusterFixture cluster, ITestOutputHelper output)
    : ScriptContract(output), IClassFixture<RedisClusterFixture>
{
    protected override bool IsTagged => true;

    protected override IStore CreateStore(RunId run) => SocketStore.Open(cluster.Options, run);
}

/// <summary>Scripts of contracts on a real Garnet.</summary>
public sealed class ScriptsOverGarnetTests(ScriptedGarnetFixture garnet, ITestOutputHelper output)
    : ScriptContract(output), IClassFixture<ScriptedGarnetFixture>
{
    protected override IStore CreateStore(RunId run) => SocketStore.Open(garnet.Options, run);
}

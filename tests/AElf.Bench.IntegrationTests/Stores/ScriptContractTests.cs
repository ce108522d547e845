using AElf.Bench.Core.Stores;
using AElf.Bench.Storage;
using AElf.Bench.TestKit.Stores;

namespace AElf.Bench.IntegrationTests.Stores;

/// <summary>Scripts of contracts on a real Redis.</summary>
public sealed class ScriptsOverRedisTests(Shared<RedisFixture> redis, ITestOutputHelper output)
    : ScriptContract(output), IClassFixture<Shared<RedisFixture>>
{
    protected override IStore CreateStore(RunId run) => SocketStore.Open(redis.Fixture.Options, run);
}

/// <summary>Scripts of contracts on a real Redis Cluster, with all accounts in one slot.</summary>
public sealed class ScriptsOverRedisClusterTests(Shared<RedisClusterFixture> cluster, ITestOutputHelper output)
    : ScriptContract(output), IClassFixture<Shared<RedisClusterFixture>>
{
    protected override bool IsTagged => true;

    protected override IStore CreateStore(RunId run) => SocketStore.Open(cluster.Fixture.Options, run);
}

/// <summary>Scripts of contracts on a real Garnet.</summary>
public sealed class ScriptsOverGarnetTests(Shared<ScriptedGarnetFixture> garnet, ITestOutputHelper output)
    : ScriptContract(output), IClassFixture<Shared<ScriptedGarnetFixture>>
{
    protected override IStore CreateStore(RunId run) => SocketStore.Open(garnet.Fixture.Options, run);
}

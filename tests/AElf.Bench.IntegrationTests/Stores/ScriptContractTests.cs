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

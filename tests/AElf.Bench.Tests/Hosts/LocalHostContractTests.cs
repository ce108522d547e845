using AElf.Bench.Concurrency.Local;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.TestKit.Hosts;

namespace AElf.Bench.Tests.Hosts;

/// <summary>The host of one process.</summary>
public sealed class LocalHostContractTests : ActorHostContract
{
    protected override IRoundExecutor Open(IPumpFactory pumps, ActorOptions actors) =>
        new LocalHost(pumps, new LocalOptions(actors, StoreLimits, TimeSpan.FromMilliseconds(100), Seed: 1));
}

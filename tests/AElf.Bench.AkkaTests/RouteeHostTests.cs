using AElf.Bench.Akka;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Local;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.TestKit.Hosts;

namespace AElf.Bench.AkkaTests;

/// <summary>The actors of one process as routees of Akka, with jobs routed by the scheduler.</summary>
public sealed class RouteeHostTests() : RouteeHostContract(RouterOwner.Scheduler);

/// <summary>The same with jobs routed by routers of Akka.</summary>
public sealed class AkkaRouterHostTests() : RouteeHostContract(RouterOwner.Akka);

/// <summary>What every host of actors must do, done by routees.</summary>
public abstract class RouteeHostContract(RouterOwner router) : ActorHostContract
{
    protected override IRoundExecutor Open(IPumpFactory pumps, ActorOptions actors) =>
        new OwnedHost(AkkaBuild.Open(new ActorSystemOptions { Engine = Engine.Akka, Router = router }), pumps, actors);

    private sealed class OwnedHost : IRoundExecutor
    {
        private readonly IActorEngine engine;
        private readonly LocalHost host;

        public OwnedHost(IActorEngine engine, IPumpFactory pumps, ActorOptions actors)
        {
            this.engine = engine;
            host = new LocalHost(
                pumps,
                engine.On(new LocalOptions(actors, StoreLimits, TimeSpan.FromMilliseconds(100), Seed: 1)));
        }

        public RoundOutcome Execute(IRound round, CancellationToken cancellation) => host.Execute(round, cancellation);

        public ExecutorSnapshot Snapshot() => host.Snapshot();

        public void Dispose()
        {
            host.Dispose();
            engine.DisposeAsync().AsTask().GetAwaiter().GetResult();
        }
    }
}

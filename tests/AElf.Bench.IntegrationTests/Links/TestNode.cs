using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;

namespace AElf.Bench.IntegrationTests.Links;

/// <summary>Settings for nodes of tests.</summary>
internal static class TestNode
{
    /// <summary>The settings of a node on a free port.</summary>
    public static ActorSystemOptions Settings() => new()
    {
        Address = new Endpoint("127.0.0.1", LoopbackPort.Reserve()),
        HeartbeatInterval = TimeSpan.FromMilliseconds(50),
        AcceptableHeartbeatPause = TimeSpan.FromSeconds(20),
        HoconFile = Path.Combine(AppContext.BaseDirectory, "config", "manager.hocon"),
    };
}

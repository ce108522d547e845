using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>Settings of a manager's host.</summary>
/// <param name="System">Heartbeat interval and acceptable pause.</param>
/// <param name="StoreAddresses">
/// The store's address, or those of the proxies before it: workers must name one of them.
/// </param>
public sealed record ManagerHostOptions(ActorSystemOptions System, IReadOnlyList<string> StoreAddresses)
{
    public FrameTraffic Traffic { get; init; } = new();
}

using System.Collections.Concurrent;
using System.Net;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Server.Client;
using AElf.Bench.Electrum.Server.Client.Crowd;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.Electrum.Wallets;
using AElf.Bench.Tests.Health;
using AElf.Bench.Tests.Serving;

namespace AElf.Bench.Tests.Client;

/// <summary>A measurement of many wallets. Its period passes only when the test says so.</summary>
internal sealed class CrowdRun : IAsyncDisposable
{
    public static readonly TimeSpan Period = TimeSpan.FromMilliseconds(400);

    private readonly ManualClock clock = new();
    private readonly ConcurrentQueue<string> asked = [];
    private readonly ServerRelay relay;
    private readonly WalletCrowd crowd;
    private readonly int wallets;
    private Task<CrowdPoint>? measured;

    /// <param name="rate">Tests per second; null starts each test when the previous one has ended.</param>
    /// <param name="mine">Called in the middle of the period.</param>
    public CrowdRun(ElectrumServer server, ServedChain served, int wallets, string? rate = null, Action? mine = null)
    {
        this.wallets = wallets;
        relay = new ServerRelay(server.Listen(new IPEndPoint(IPAddress.Loopback, 0)), asked.Enqueue);
        crowd = new WalletCrowd(
            new ClientOptions { Server = relay.Endpoint },
            new CrowdOptions(rate is null ? null : ArrivalRate.Parse(rate), Period, 1),
            [.. served.Scripts.Chunk(2).Take(wallets).Select(part => new WalletScripts(part, AddressNetworks.Any))],
            served.Expected(),
            clock,
            mine);
    }

    /// <summary>The result; fails if the measurement does not end in time.</summary>
    public Task<CrowdPoint> Point => measured!.WaitAsync(Wait.Deadline);

    public void Start(CancellationToken cancellation = default, Action<string>? progress = null) =>
        measured = Task.Factory.StartNew(
            () => crowd.Measure(progress ?? (_ => { }), cancellation),
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default);

    /// <summary>Waits until both tests have ended. A wallet opens its third connection after one of each.</summary>
    public Task UntilBothTestsAsync() => UntilAskedAsync("server.version", 2 + (2 * wallets) + 1);

    /// <summary>
    /// Waits for further pings. Before the third, the client has the answer to the first and all that the server sent
    /// before it.
    /// </summary>
    public Task UntilPingsAsync() => UntilAskedAsync("server.ping", CountOf("server.ping") + 3);

    public void Pass(TimeSpan time) => clock.Advance(time);

    public ValueTask DisposeAsync() => relay.DisposeAsync();

    // A measurement that has failed sends nothing more.
    private Task UntilAskedAsync(string method, int count) =>
        Wait.UntilAsync(() => measured!.IsCompleted || CountOf(method) >= count, $"{count} {method}");

    private int CountOf(string method) => asked.Count(line => line.Contains(method, StringComparison.Ordinal));
}

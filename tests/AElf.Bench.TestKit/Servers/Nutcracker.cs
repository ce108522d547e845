using System.Globalization;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Operations.Scenarios;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.TestKit.Servers;

/// <summary>Options of a nutcracker proxy.</summary>
public sealed record NutcrackerOptions
{
    /// <summary>
    /// Whether the keys of a failing shard move to the other shards; acknowledged writes are then lost.
    /// </summary>
    public bool AutoEjectHosts { get; init; }

    /// <summary>The time after which all requests to a silent shard fail.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(2);
}

/// <summary>A nutcracker (Twemproxy) for one test in front of shards.</summary>
public sealed class Nutcracker : ThrowAwayServer
{
    private readonly NutcrackerOptions options;

    private Nutcracker(
        TemporaryFolder folder, NutcrackerOptions options, IReadOnlyList<Endpoint> shards, ServerProcess server)
        : base(folder, server)
    {
        this.options = options;
        Shards = shards;
    }

    /// <summary>The shards behind it, in order.</summary>
    public IReadOnlyList<Endpoint> Shards { get; private set; }

    /// <summary>Starts a proxy in front of <paramref name="shards"/> and waits until it answers PING.</summary>
    /// <exception cref="ScenarioException">nutcracker is not installed, or it does not serve; the message says
    /// which.</exception>
    public static Task<Nutcracker> StartAsync(IReadOnlyList<Endpoint> shards, NutcrackerOptions? options = null)
    {
        var wanted = options ?? new NutcrackerOptions();
        return StartAsync(async folder =>
            new Nutcracker(folder, wanted, shards, await StartAsync(shards, wanted, folder, null)));
    }

    /// <summary>Restarts it on the same port (after a SIGKILL if it still runs) and waits until it answers.</summary>
    /// <param name="order">The shards in another order, so that keys map to other shards; null keeps the order.</param>
    public Task RestartAsync(IReadOnlyList<Endpoint>? order = null)
    {
        Shards = order ?? Shards;
        return RestartAsync(folder => StartAsync(Shards, options, folder, Port));
    }

    private static Task<ServerProcess> StartAsync(
        IReadOnlyList<Endpoint> shards, NutcrackerOptions options, TemporaryFolder folder, int? port) =>
        new NutcrackerProcess("nutcracker", folder.Path, folder.File("nutcracker.log"), shards)
        {
            Port = port,
            Lines = Lines(options),
        }.StartAsync();

    private static Dictionary<string, string> Lines(NutcrackerOptions options) => new(StringComparer.Ordinal)
    {
        // The default (fnv1a_64) is skewed for the product's keys.
        ["hash"] = "murmur",
        ["auto_eject_hosts"] = options.AutoEjectHosts ? "true" : "false",
        ["server_failure_limit"] = "1",
        ["server_retry_timeout"] = "1000",
        ["timeout"] = options.Timeout.TotalMilliseconds.ToString("0", CultureInfo.InvariantCulture),
    };
}

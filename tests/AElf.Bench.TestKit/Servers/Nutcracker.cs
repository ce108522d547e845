using System.Globalization;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Scenarios;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.TestKit.Servers;

/// <summary>How a nutcracker proxy is set up.</summary>
public sealed record NutcrackerOptions
{
    /// <summary>Whether a failing shard's keys move to the others, which loses acknowledged writes.</summary>
    public bool AutoEjectHosts { get; init; }

    /// <summary>Failures in a row that eject a shard.</summary>
    public int ServerFailureLimit { get; init; } = 1;

    /// <summary>How long an ejected shard stays out.</summary>
    public TimeSpan ServerRetryTimeout { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>After how long an unanswered shard errors all its requests.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>How keys are hashed; nutcracker's own default (fnv1a_64) is skewed for keys like ours.</summary>
    public string Hash { get; init; } = "murmur";
}

/// <summary>A nutcracker (Twemproxy) of the test's own, on a free loopback port, in front of the given shards.</summary>
public sealed class Nutcracker : IAsyncDisposable
{
    private readonly TemporaryFolder folder;
    private readonly NutcrackerOptions options;
    private ServerProcess server;

    private Nutcracker(TemporaryFolder folder, NutcrackerOptions options, IReadOnlyList<Endpoint> shards, ServerProcess server)
    {
        this.folder = folder;
        this.options = options;
        this.server = server;
        Shards = shards;
        Endpoint = server.Endpoint;
    }

    /// <summary>Where it listens.</summary>
    public Endpoint Endpoint { get; }

    /// <summary>The port it listens on.</summary>
    public int Port => Endpoint.Port;

    /// <summary>The shards behind it, in their order.</summary>
    public IReadOnlyList<Endpoint> Shards { get; private set; }

    /// <summary>Its current process.</summary>
    public int ProcessId => server.Process.Id;

    /// <summary>Whether its process has ended.</summary>
    public bool HasExited => server.Process.HasExited;

    /// <summary>What it wrote to its log.</summary>
    public string Log => server.Process.Output;

    /// <summary>Starts a proxy in front of <paramref name="shards"/> and waits until it answers PING.</summary>
    /// <exception cref="ScenarioException">nutcracker is not installed, or does not serve; the message says which.</exception>
    public static async Task<Nutcracker> StartAsync(IReadOnlyList<Endpoint> shards, NutcrackerOptions? options = null)
    {
        var wanted = options ?? new NutcrackerOptions();
        var ground = new TemporaryFolder();
        try
        {
            return new Nutcracker(ground, wanted, shards, await StartAsync(shards, wanted, ground, null));
        }
        catch
        {
            ground.Dispose();
            throw;
        }
    }

    /// <summary>Ends it with SIGKILL and waits for the end.</summary>
    public void Kill() => server.Process.Kill();

    /// <summary>Freezes it with SIGSTOP.</summary>
    public void Pause() => server.Process.Signal(ProcessSignal.Stop);

    /// <summary>Lets a paused proxy go on.</summary>
    public void Resume() => server.Process.Signal(ProcessSignal.Continue);

    /// <summary>Starts it again on the same port (after a SIGKILL if it still runs) and waits until it answers.</summary>
    /// <param name="order">The shards in another order, so that keys are looked for elsewhere; null keeps the order.</param>
    public async Task RestartAsync(IReadOnlyList<Endpoint>? order = null)
    {
        Shards = order ?? Shards;
        server.Dispose();
        server = await StartAsync(Shards, options, folder, Port);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        server.Dispose();
        folder.Dispose();
        return ValueTask.CompletedTask;
    }

    private static Task<ServerProcess> StartAsync(IReadOnlyList<Endpoint> shards, NutcrackerOptions options, TemporaryFolder folder, int? port) =>
        NutcrackerProcess.StartAsync(
            new NutcrackerProcessOptions { Port = port, Lines = Lines(options) }, shards, folder.Path, folder.File("nutcracker.log"), folder.Path);

    private static Dictionary<string, string> Lines(NutcrackerOptions options) => new(StringComparer.Ordinal)
    {
        ["hash"] = options.Hash,
        ["auto_eject_hosts"] = options.AutoEjectHosts ? "true" : "false",
        ["server_failure_limit"] = options.ServerFailureLimit.ToString(CultureInfo.InvariantCulture),
        ["server_retry_timeout"] = Milliseconds(options.ServerRetryTimeout),
        ["timeout"] = Milliseconds(options.Timeout),
    };

    private static string Milliseconds(TimeSpan time) => time.TotalMilliseconds.ToString("0", CultureInfo.InvariantCulture);
}

using System.Globalization;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;

namespace AElf.Bench.Operations.Scenarios;

/// <summary>The set-up of a nutcracker proxy.</summary>
public sealed record NutcrackerProcessOptions
{
    /// <summary>Name in messages and in the plan.</summary>
    public string Name { get; init; } = "nutcracker";

    public IMachine Machine { get; init; } = new ThisMachine();

    /// <summary>Password that the servers ask of the proxy, and the proxy of its clients; null for none.</summary>
    public Secret? Password { get; init; }

    /// <summary>The port to serve on; null takes a free one.</summary>
    public int? Port { get; init; }

    /// <summary>Lines of the pool's configuration, name and value, in place of ours or beside them.</summary>
    public IReadOnlyDictionary<string, string> Lines { get; init; } =
        new Dictionary<string, string>(StringComparer.Ordinal);
}

/// <summary>Starts nutcracker proxies (Twemproxy).</summary>
public static class NutcrackerProcess
{
    // Ejecting a host loses acknowledged writes. A second connection to a shard lets a GET overtake a SET. nutcracker's
    // own hash (fnv1a_64) is skewed for keys like ours.
    private static readonly (string Name, string Value)[] Pool =
    [
        ("redis", "true"), ("hash", "murmur"), ("distribution", "ketama"), ("auto_eject_hosts", "false"),
        ("timeout", "2000"), ("server_connections", "1"),
    ];

    /// <summary>Starts a proxy in front of <paramref name="shards"/> and waits until it answers.</summary>
    /// <param name="options">The set-up.</param>
    /// <param name="shards">The servers behind it; proxies with the same list find each key in the same place.</param>
    /// <param name="folder">Folder for the configuration.</param>
    /// <param name="output">File for the output.</param>
    /// <param name="ground">Folder to remove when we are killed; null for none.</param>
    /// <param name="cancellation">Ends the wait, and the proxy.</param>
    /// <exception cref="ScenarioException">
    /// nutcracker is not installed, or does not serve; the message says which.
    /// </exception>
    public static Task<ServerProcess> StartAsync(
        NutcrackerProcessOptions options,
        IReadOnlyList<Endpoint> shards,
        string folder,
        string output,
        string? ground = null,
        CancellationToken cancellation = default)
    {
        var program = options.Machine.Find(ServerProgram.Nutcracker);
        ProcessStart Command(int port)
        {
            var configuration = Path.Combine(folder, "nutcracker.yml");
            options.Machine.Write(configuration, string.Join('\n', Configuration(options, shards, port)) + "\n");

            // By default, the statistics page would listen on all addresses.
            var statistics = options.Machine.ReservePort().ToString(CultureInfo.InvariantCulture);
            string[] arguments = ["-c", configuration, "-a", "127.0.0.1", "-s", statistics];
            return new ProcessStart(program, arguments) { OutputFile = output, FolderToRemove = ground };
        }

        return ServerProcess.StartAsync(
            new ServerStart(options.Name, Command, RespPing.AnswersAsync)
            {
                Machine = options.Machine,
                Port = options.Port,
            },
            cancellation);
    }

    private static IEnumerable<string> Configuration(
        NutcrackerProcessOptions options, IReadOnlyList<Endpoint> shards, int port)
    {
        var lines = Pool
            .Where(line => !options.Lines.ContainsKey(line.Name))
            .Concat(options.Lines.Select(line => (Name: line.Key, line.Value)));

        // Ketama hashes the name, so keys fall the same way whatever ports the shards were given.
        return
        [
            "bench:",
            FormattableString.Invariant($"  listen: {options.Machine.ListenAddress}:{port}"),
            .. options.Password is { } password ? [$"  redis_auth: {password.Reveal()}"] : Array.Empty<string>(),
            .. lines.Select(line => $"  {line.Name}: {line.Value}"),
            "  servers:",
            .. shards.Select((shard, index) => FormattableString.Invariant($"   - {shard}:1 shard{index + 1}")),
        ];
    }
}

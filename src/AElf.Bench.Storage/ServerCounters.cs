using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage.Control;

namespace AElf.Bench.Storage;

/// <summary>Reads the counters of one server, over a separate connection.</summary>
/// <param name="endpoint">A server with data; not a proxy, which answers no INFO.</param>
/// <param name="options">Login and time-outs; the type distinguishes SSDB and Redis.</param>
public sealed class ServerCounters(Endpoint endpoint, StoreOptions options)
{
    /// <summary>
    /// Reads the counters, without changing them. The number of written keys is −1 if the server does not report it;
    /// then its differences are meaningless.
    /// </summary>
    /// <exception cref="StoreException">The server does not answer, or is of another kind.</exception>
    public ShardCounters Read()
    {
        using var client = RespControlClient.Connect(endpoint, options);
        return options.Type == StoreType.Ssdb ? ReadSsdb(client) : ReadRedis(client);
    }

    private static string? Setting(RespControlClient client, string name) =>
        AskIfAllowed(client, "CONFIG", "GET", name) is { Items: [_, var value] } ? value.Text : null;

    // Managed servers and careful users forbid commands. Then the report says "unknown".
    private static RespValue? AskIfAllowed(RespControlClient client, params ReadOnlySpan<string> command)
    {
        try
        {
            return client.Ask(command);
        }
        catch (StoreException refused) when (refused.Fault == StoreFault.Refused)
        {
            return null;
        }
    }

    private ShardCounters ReadRedis(RespControlClient client)
    {
        // "all", not "everything": the latter is new in 7.0 and adds only modules.
        var reply = client.Ask("INFO", "all");
        if (reply.Kind == RespKind.Array && reply.Items is [{ Text: "ssdb-server" }, ..])
        {
            throw new StoreException(
                StoreFault.Protocol, $"{endpoint} is an SSDB server: set the store's type to ssdb");
        }

        if (reply.Kind != RespKind.Bulk)
        {
            throw client.Unexpected("INFO", reply);
        }

        var fields = ServerInfo.Fields(reply.Text);
        if (!ServerInfo.HasCommands(fields))
        {
            // Garnet omits them from "all".
            fields = ServerInfo.Fields($"{reply.Text}\n{AskIfAllowed(client, "INFO", "commandstats")?.Text}");
        }

        if (ServerInfo.UnusableMode(fields) is { } mode
            && !(mode is ServerInfo.ClusterMode && options.Type is StoreType.RedisCluster))
        {
            throw new StoreException(
                StoreFault.Protocol, StoreProblems.ServerMode($"{endpoint}", $"INFO says mode {mode}"));
        }

        var persistence = ServerInfo.RedisPersistence(fields, Setting(client, "appendfsync"), Setting(client, "save"));
        return ServerInfo.FromRedis(
            endpoint.ToString(), fields, persistence, options.Database, Setting(client, "io-threads"));
    }

    private ShardCounters ReadSsdb(RespControlClient client)
    {
        var reply = client.Ask("INFO", "cmd");
        if (reply.Kind == RespKind.Bulk)
        {
            throw new StoreException(
                StoreFault.Protocol, $"{endpoint} answers INFO as Redis does: set the store's type to redis");
        }

        return ServerInfo.FromSsdb(endpoint.ToString(), [.. reply.Items.Select(static item => item.Text)])
            ?? throw new StoreException(
                StoreFault.Protocol, $"{endpoint} does not count its commands as SSDB does from version 1.9 on");
    }
}

using System.Globalization;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Storage.Control;

/// <summary>Reads the reports of servers about themselves, by pure functions over their replies.</summary>
internal static class ServerInfo
{
    /// <summary>The value of unreported fields.</summary>
    public const string Unknown = "unknown";

    /// <summary>The mode of a node of a Redis Cluster.</summary>
    public const string ClusterMode = "cluster";

    private const string CommandPrefix = "cmd.";
    private const string CommandStatistics = "cmdstat_";

    /// <summary>Servers with the Redis protocol, each with the field that has its version.</summary>
    private static readonly (string Product, string Field)[] Products =
    [
        ("valkey", "valkey_version"), ("garnet", "garnet_version"),
        ("dragonfly", "dragonfly_version"), ("keydb", "keydb_version"),
    ];

    /// <summary>
    /// The fields of Redis' INFO text. Other lines are ignored; a repeated field keeps its last value.
    /// </summary>
    public static IReadOnlyDictionary<string, string> Fields(string info)
    {
        var fields = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var raw in info.AsSpan().EnumerateLines())
        {
            var line = raw.Trim();
            var colon = line.IndexOf(':');
            if (colon > 0 && line[0] != '#')
            {
                fields[line[..colon].ToString()] = line[(colon + 1)..].ToString();
            }
        }

        return fields;
    }

    /// <summary>Whether the server lists its executed commands: at least PING.</summary>
    public static bool HasCommands(IReadOnlyDictionary<string, string> fields) =>
        fields.Keys.Any(name => name.StartsWith(CommandStatistics, StringComparison.Ordinal));

    /// <summary>
    /// The mode of a server that has only a part of the keys, or none: <c>cluster</c> or <c>sentinel</c>; null for
    /// other modes.
    /// </summary>
    public static string? UnusableMode(IReadOnlyDictionary<string, string> fields)
    {
        var mode = fields.GetValueOrDefault("redis_mode") ?? fields.GetValueOrDefault("server_mode");
        return mode is ClusterMode or "sentinel" ? mode : null;
    }

    /// <summary>
    /// Redis' counters. Keys read are hits plus misses: 7.0 counts only look-ups of reading commands, so they equal the
    /// keys of GET and MGET. Redis does not count written keys (<c>rdb_changes_since_last_save</c> restarts at each
    /// save): they are the number of SETs while no MSET was ever executed, and −1 afterwards.
    /// </summary>
    public static ShardCounters FromRedis(
        string endpoint,
        IReadOnlyDictionary<string, string> fields,
        string persistence,
        int database = 0,
        string? ioThreads = null)
    {
        var setup = Setup(fields, ioThreads);
        var set = Calls(fields, "set");
        var multiSet = Calls(fields, "mset");
        var version = Version(fields, setup);
        return new ShardCounters(
            endpoint,
            fields.GetValueOrDefault("run_id", Unknown),
            new OperationCounts(
                Calls(fields, "get"),
                set,
                Calls(fields, "mget"),
                multiSet,
                Number(fields, "keyspace_hits") is var hits and >= 0
                    && Number(fields, "keyspace_misses") is var misses and >= 0 ? hits + misses : -1,
                multiSet == 0 ? set : -1)
            {
                Exec = Calls(fields, "exec"),
                EvalSha = Calls(fields, "evalsha"),
            },
            Keys(fields, database),
            Processor(fields),
            version,
            persistence)
        {
            Removed = new KeyRemovals(
                Math.Max(0, Number(fields, "evicted_keys")),
                Math.Max(0, Number(fields, "expired_keys")),
                Calls(fields, "flushall") + Calls(fields, "flushdb") + Calls(fields, "swapdb")),
            Inquiries = Calls(fields, "info"),
            Uptime = Number(fields, "uptime_in_seconds") is >= 0 and var uptime ? TimeSpan.FromSeconds(uptime) : null,
            Setup = setup,
            MainThreadSeconds = Processor(fields, "_main_thread") is var main && double.IsFinite(main)
                ? main
                : Processor(fields),
            ProcessId = Number(fields, "process_id") is > 0 and <= int.MaxValue and var process ? (int)process : null,
            MemoryBytes = Number(fields, "used_memory") is > 0 and var memory ? memory : null,
            OperationsUnavailable = (HasCommands(fields), fields.ContainsKey("garnet_version")) switch
            {
                (false, _) => $"{endpoint}, {version}, lists no commands in INFO commandstats",
                (_, true) => $"{endpoint}, {version}, counts successive GET of a batch as one",
                _ => null,
            },
        };
    }

    /// <summary>How Redis keeps data over a restart. Settings are null if the server does not report them.</summary>
    public static string RedisPersistence(
        IReadOnlyDictionary<string, string> fields, string? appendFsync, string? save) =>
        fields.GetValueOrDefault("aof_enabled") switch
        {
            // With both kinds, a restart loads the append-only file.
            "1" => $"aof {appendFsync ?? Unknown}",
            "0" when save is not null => string.IsNullOrWhiteSpace(save) ? "none" : "rdb",
            _ => Unknown,
        };

    /// <summary>
    /// SSDB's counters, from the array of <c>INFO cmd</c>: a name, then pairs; <c>cmd.get</c> goes with <c>calls:
    /// 12⇥time_wait: 3⇥time_proc: 4</c>. MGET and MSET are counted as <c>multi_get</c> and <c>multi_set</c>, without
    /// their keys. So keys are −1 after the first such command. Its <c>dbsize</c> is bytes on disk, not keys, and it
    /// reports no start time. A command is counted after its reply was sent, so the last one of a run may be missing
    /// for an instant.
    /// </summary>
    /// <returns>Null if the array does not come from SSDB.</returns>
    public static ShardCounters? FromSsdb(string endpoint, IReadOnlyList<string> info)
    {
        if (info.Count == 0 || !string.Equals(info[0], "ssdb-server", StringComparison.Ordinal))
        {
            return null;
        }

        var calls = new Dictionary<string, long>(StringComparer.Ordinal);
        var version = Unknown;
        for (var i = 1; i + 1 < info.Count; i += 2)
        {
            var name = info[i];
            if (string.Equals(name, "version", StringComparison.Ordinal))
            {
                version = info[i + 1];
            }
            else if (name.StartsWith(CommandPrefix, StringComparison.Ordinal))
            {
                calls[name[CommandPrefix.Length..]] = SsdbCalls(info[i + 1]);
            }
        }

        // A server that is too old for counters by command must not look like one without commands.
        if (!calls.TryGetValue("get", out var get) || !calls.TryGetValue("set", out var set))
        {
            return null;
        }

        var multiGet = calls.GetValueOrDefault("multi_get");
        var multiSet = calls.GetValueOrDefault("multi_set");
        return new ShardCounters(
            endpoint,
            Unknown,
            new OperationCounts(get, set, multiGet, multiSet, multiGet == 0 ? get : -1, multiSet == 0 ? set : -1),
            Keys: -1,
            CpuSeconds: double.NaN,
            $"ssdb {version}",
            "leveldb");
    }

    private static ServerSetup Setup(IReadOnlyDictionary<string, string> fields, string? ioThreads) => new()
    {
        IoThreads = int.TryParse(ioThreads, CultureInfo.InvariantCulture, out var threads) ? threads : null,
        Replicas = Number(fields, "connected_slaves") is >= 0 and <= int.MaxValue and var count ? (int)count : null,
        MaxMemoryMb = Number(fields, "maxmemory") is >= 0 and var limit ? limit / (1024.0 * 1024) : null,
        MaxMemoryPolicy = fields.GetValueOrDefault("maxmemory_policy"),
    };

    // A server of a cluster, or with replicas, does more work for each command.
    private static string Version(IReadOnlyDictionary<string, string> fields, ServerSetup setup)
    {
        string?[] known =
        [
            setup.IoThreads is > 1 and var threads ? NumberFormat.Counted(threads, "I/O thread") : null,
            setup.Replicas is > 0 and var replicas ? NumberFormat.Counted(replicas, "replica") : null,
        ];
        string[] parts = [.. known.OfType<string>()];
        return Server(fields)
            + (fields.GetValueOrDefault("redis_mode", "standalone") is not "standalone" and var mode
                ? $" in mode {mode}"
                : "")
            + (parts.Length > 0 ? $" with {string.Join(" and ", parts)}" : "");
    }

    // KeyDB can be recognised only by a field of its KeyDB section; its version field is that of Redis.
    private static string Server(IReadOnlyDictionary<string, string> fields)
    {
        foreach (var (product, field) in Products)
        {
            if (fields.TryGetValue(field, out var version))
            {
                return $"{product} {(version.StartsWith("df-v", StringComparison.Ordinal) ? version[4..] : version)}";
            }
        }

        var name = fields.ContainsKey("mvcc_depth") ? "keydb" : fields.GetValueOrDefault("server_name", "redis");
        return $"{name} {fields.GetValueOrDefault("redis_version", Unknown)}";
    }

    // An absent command was never called: Redis lists only executed commands.
    private static long Calls(IReadOnlyDictionary<string, string> fields, string command) =>
        fields.TryGetValue(CommandStatistics + command, out var text) ? Part(text, "calls=") : 0;

    // An absent field means that the database has no keys; Garnet never reports it.
    private static long Keys(IReadOnlyDictionary<string, string> fields, int database)
    {
        if (fields.TryGetValue(FormattableString.Invariant($"db{database}"), out var text))
        {
            return Part(text, "keys=");
        }

        return fields.ContainsKey("garnet_version") ? -1 : 0;
    }

    private static long Part(string text, string name) =>
        Whole(Array.Find(text.Split(','), part => part.StartsWith(name, StringComparison.Ordinal))?[name.Length..]);

    private static long SsdbCalls(string text)
    {
        const string name = "calls: ";
        var calls = text.Split('\t')[0];
        return calls.StartsWith(name, StringComparison.Ordinal) ? Whole(calls[name.Length..]) : -1;
    }

    private static long Number(IReadOnlyDictionary<string, string> fields, string name) =>
        Whole(fields.GetValueOrDefault(name));

    /// <summary>A whole number in digits; −1 for another text or none.</summary>
    private static long Whole(string? text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : -1;

    /// <summary>Processor time in seconds, of the server or of one of its threads; not a number if unknown.</summary>
    private static double Processor(IReadOnlyDictionary<string, string> fields, string of = "") =>
        Seconds(fields, $"used_cpu_user{of}") + Seconds(fields, $"used_cpu_sys{of}");

    private static double Seconds(IReadOnlyDictionary<string, string> fields, string name) =>
        double.TryParse(
            fields.GetValueOrDefault(name),
            NumberStyles.AllowDecimalPoint,
            CultureInfo.InvariantCulture,
            out var seconds) ? seconds : double.NaN;
}

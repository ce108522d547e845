using AElf.Bench.Core.Stores;
using AElf.Bench.Storage.Control;

namespace AElf.Bench.Tests.Storage;

public sealed class ServerInfoTests
{
    private const string Redis = """
        # Server
        redis_version:7.0.15
        run_id:9f8e7d6c5b4a39281706f5e4d3c2b1a099887766
        executable:/usr/bin/redis-server

        # Persistence
        loading:0
        aof_enabled:0
        rdb_changes_since_last_save:12

        # Stats
        keyspace_hits:900
        keyspace_misses:100

        # CPU
        used_cpu_sys:1.250000
        used_cpu_user:2.500000

        # Commandstats
        cmdstat_get:calls=800,usec=900,usec_per_call=1.12,rejected_calls=0,failed_calls=0
        cmdstat_set:calls=700,usec=900,usec_per_call=1.28,rejected_calls=0,failed_calls=0
        cmdstat_mget:calls=20,usec=40,usec_per_call=2.00,rejected_calls=0,failed_calls=0
        cmdstat_config|get:calls=2,usec=40,usec_per_call=2.00,rejected_calls=0,failed_calls=0

        # Keyspace
        db0:keys=123,expires=4,avg_ttl=5

        """;

    [Fact]
    public void Info_Redis_HasMemoryAndOtherClients()
    {
        var fields = new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["redis_version"] = "7.0.15",
            ["redis_mode"] = "cluster",
            ["used_memory"] = "1048576",
        };

        var counters = ServerInfo.FromRedis("x", fields, "none");

        Assert.Equal(
            (true, 1_048_576), (counters.Version.EndsWith(" cluster", StringComparison.Ordinal), counters.MemoryBytes));
        fields["redis_mode"] = "standalone";
        Assert.Equal("redis 7.0.15", ServerInfo.FromRedis("x", fields, "none").Version);
    }

    [Theory]
    [InlineData("\r\n")]
    [InlineData("\n")]
    public void Counters_Redis_AreRead(string newLine)
    {
        var fields = ServerInfo.Fields(Redis.ReplaceLineEndings(newLine));
        Assert.Equal(
            new ShardCounters(
                "127.0.0.1:6379",
                "9f8e7d6c5b4a39281706f5e4d3c2b1a099887766",
                new OperationCounts(800, 700, 20, 0, 1000, 700),
                123,
                3.75,
                "redis 7.0.15",
                "rdb")
            { Setup = new() },
            ServerInfo.FromRedis("127.0.0.1:6379", fields, ServerInfo.RedisPersistence(fields, "everysec", "3600 1")));
    }

    [Theory]
    [InlineData(0, 123)]
    [InlineData(1, 0)]
    [InlineData(12, 7)]
    public void FromRedis_Database_CountsItsKeys(int database, long keys) => Assert.Equal(
        keys,
        ServerInfo.FromRedis("x", ServerInfo.Fields($"{Redis}\ndb12:keys=7,expires=0\n"), "none", database).Keys);

    [Fact]
    public void KeysWritten_MsetServed_AreUnknown()
    {
        var fields = ServerInfo.Fields(
            Redis + "cmdstat_mset:calls=1,usec=1,usec_per_call=1.00,rejected_calls=0,failed_calls=0\n");
        var counters = ServerInfo.FromRedis("x", fields, "none");
        Assert.Equal(1, counters.Operations.MultiSet);
        Assert.Equal(-1, counters.Operations.KeysWritten);
    }

    [Fact]
    public void Counters_FreshServer_AreZero()
    {
        const string Fresh = "redis_version:7.0.15\ncmdstat_ping:calls=1\nkeyspace_hits:0\nkeyspace_misses:0\n";
        var counters = ServerInfo.FromRedis("x", ServerInfo.Fields(Fresh), "none");
        Assert.Equal(default, counters.Operations);
        Assert.Equal(0, counters.Keys);
        Assert.Equal(double.NaN, counters.CpuSeconds);
    }

    [Fact]
    public void Counters_NoCommandsListed_AreUnavailable()
    {
        var garnet = ServerInfo.Fields("garnet_version:2.2.8\nserver_name:garnet\nrun_id:a\nredis_version:7.4.3\n");

        var counters = ServerInfo.FromRedis("h:1", garnet, "none");

        Prose.AssertNames(counters.OperationsUnavailable, "h:1", "garnet 2.2.8", "commandstats");
        Assert.Equal(-1, counters.Keys);
        Assert.Null(ServerInfo.FromRedis("h:1", ServerInfo.Fields(Redis), "none").OperationsUnavailable);
    }

    [Fact]
    public void Garnet_BatchOfGetCountedAsOne_MakesCountsUnavailable()
    {
        var garnet = ServerInfo.Fields("garnet_version:2.2.8\ncmdstat_get:calls=51\ncmdstat_set:calls=150\n");

        Prose.AssertNames(
            ServerInfo.FromRedis("h:1", garnet, "none").OperationsUnavailable, "h:1", "garnet 2.2.8", " GET ");
    }

    [Theory]
    [InlineData("redis_version:7.0.15", "redis 7.0.15")]
    [InlineData("redis_version:7.2.4\nserver_name:valkey\nvalkey_version:8.0.1", "valkey 8.0.1")]
    [InlineData("garnet_version:2.2.8\nserver_name:garnet\nredis_version:7.4.3", "garnet 2.2.8")]
    [InlineData("redis_version:6.2.11\ndragonfly_version:df-v1.12.0", "dragonfly 1.12.0")]
    [InlineData("redis_version:6.3.4\nmvcc_depth:0", "keydb 6.3.4")]
    [InlineData("redis_version:7.4.3\nserver_name:other", "other 7.4.3")]
    public void Version_Server_HasItsNameAndVersion(string info, string version) =>
        Assert.Equal(version, ServerInfo.FromRedis("x", ServerInfo.Fields(info), "none").Version);

    [Theory]
    [InlineData("redis_version:7.0.15", null, "redis 7.0.15", "unknown, replicas unknown, memory limit unknown")]
    [InlineData("redis_version:7.0.15\nconnected_slaves:0\nmaxmemory:0\nmaxmemory_policy:allkeys-lru", "1",
        "redis 7.0.15", "1 I/O thread, 0 replicas, no memory limit")]
    [InlineData("redis_version:7.0.15\nconnected_slaves:2\nmaxmemory:1048576\nmaxmemory_policy:noeviction", "4",
        "redis 7.0.15 with 4 I/O threads and 2 replicas", "4 I/O threads, 2 replicas, at most 1.00 MiB (noeviction)")]
    [InlineData("redis_version:7.0.15\nredis_mode:cluster\nconnected_slaves:1\nmaxmemory:1572864", "x",
        "redis 7.0.15 in mode cluster with 1 replica", "unknown, 1 replica, at most 1.50 MiB (policy unknown)")]
    public void FromRedis_Setup_IsInTheVersionIfItMatters(
        string info, string? ioThreads, string version, string setup)
    {
        var counters = ServerInfo.FromRedis("x", ServerInfo.Fields(info), "none", ioThreads: ioThreads);

        Assert.Equal(version, counters.Version);
        Assert.EndsWith(setup, $"{counters.Setup}", StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("maxmemory:1\nmaxmemory_policy:allkeys-lru", "allkeys-lru")]
    [InlineData("maxmemory:0\nmaxmemory_policy:allkeys-lru", null)]
    [InlineData("maxmemory:1\nmaxmemory_policy:noeviction", null)]
    [InlineData("maxmemory_policy:allkeys-lru", null)]
    public void FromRedis_EvictionPolicy_IsThatOfAServerWithALimit(string info, string? policy) => Assert.Equal(
        policy, ServerInfo.FromRedis("x", ServerInfo.Fields(info), "none").Setup!.EvictionPolicy);

    [Theory]
    [InlineData("")]
    [InlineData(":\n::\n#a:b\nredis_version\ncmdstat_get\ndb0\n")]
    [InlineData("cmdstat_get:\ncmdstat_set:calls=\nkeyspace_hits:-1\nkeyspace_misses:99999999999999999999\n"
        + "db0:keys=x\nused_cpu_sys:1e400\n")]
    public void Info_Unexpected_IsUnknown(string info)
    {
        var counters = ServerInfo.FromRedis("x", ServerInfo.Fields(info), "unknown");
        Assert.Equal("unknown", counters.Incarnation);
        Assert.Equal("redis unknown", counters.Version);
        Assert.Equal(-1, counters.Operations.KeysRead);
        Assert.Equal(double.NaN, counters.CpuSeconds);
    }

    [Theory]
    [InlineData("aof_enabled:0", "everysec", "", "none")]
    [InlineData("aof_enabled:0", "everysec", "3600 1 300 100", "rdb")]
    [InlineData("aof_enabled:0", null, null, "unknown")]
    [InlineData("aof_enabled:1", "always", "3600 1", "aof always")]
    [InlineData("aof_enabled:1", "no", "", "aof no")]
    [InlineData("aof_enabled:1", null, null, "aof unknown")]
    [InlineData("", "always", "", "unknown")]
    public void Persistence_Info_HasItsName(string info, string? appendFsync, string? save, string expected) =>
        Assert.Equal(expected, ServerInfo.RedisPersistence(ServerInfo.Fields(info), appendFsync, save));

    [Fact]
    public void Counters_Ssdb_AreRead()
    {
        var counters = ServerInfo.FromSsdb("127.0.0.1:8888", Ssdb(multiGet: 0, multiSet: 0));
        Assert.Equal(
            new ShardCounters(
                "127.0.0.1:8888",
                "unknown",
                new OperationCounts(12, 34, 0, 0, 12, 34),
                -1,
                double.NaN,
                "ssdb 1.9.8",
                "leveldb"),
            counters);
    }

    [Fact]
    public void KeysWritten_SsdbMultiCommands_AreUnknown()
    {
        var counters = ServerInfo.FromSsdb("x", Ssdb(multiGet: 5, multiSet: 6));
        Assert.Equal(new OperationCounts(12, 34, 5, 6, -1, -1), counters!.Operations);
    }

    [Fact]
    public void Ssdb_InvalidAnswer_HasNoCounters()
    {
        Assert.Null(ServerInfo.FromSsdb("x", []));
        Assert.Null(ServerInfo.FromSsdb("x", ["ideawu's network server framework", "version", "1.0"]));
        Assert.Null(ServerInfo.FromSsdb("x", ["ssdb-server", "version", "1.6", "total_calls", "9"]));
    }

    [Fact]
    public void Ssdb_AnswerCut_HasOnlyCountersOfTheWholeOne()
    {
        var answer = Ssdb(1, 1);
        var whole = ServerInfo.FromSsdb("x", answer)!.Operations;

        Assert.All(Enumerable.Range(0, answer.Length), length =>
        {
            var cut = ServerInfo.FromSsdb("x", answer[..length])?.Operations ?? default;
            Assert.Contains(cut.Get, new[] { 0, whole.Get });
            Assert.Contains(cut.Set, new[] { 0, whole.Set });
        });
    }

    private static string[] Ssdb(int multiGet, int multiSet) =>
    [
        "ssdb-server", "version", "1.9.8", "links", "1", "total_calls", "46", "dbsize", "4096",
        "binlogs", "    capacity : 20000000\n    min_seq  : 0\n    max_seq  : 34",
        "serv_key_range", "    kv  : \"\" - \"\"",
        "cmd.get", "calls: 12\ttime_wait: 3\ttime_proc: 4",
        "cmd.multi_get", $"calls: {multiGet}\ttime_wait: 0\ttime_proc: 0",
        "cmd.multi_set", $"calls: {multiSet}\ttime_wait: 0\ttime_proc: 0",
        "cmd.set", "calls: 34\ttime_wait: 5\ttime_proc: 6",
    ];
}

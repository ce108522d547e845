using System.Text.Json;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>Runs over stores that are given as a URI, and over stores with special settings.</summary>
public sealed class AddressTests
{
    private const string Prepared = "0badcafe";

    [Theory]
    [InlineData("pipelined")]
    [InlineData("stackexchange")]
    public async Task Run_UnixSocket_PassesAndSeesTheServersProcessorTime(string client)
    {
        await using var redis = await RedisServer.StartAsync();
        var uri = $"{redis.UnixSocket}?db=3";

        var run = await BenchmarkResult.RunAsync(
            [.. BenchmarkResult.SmallLoad, "--database", uri, "--client", client]);

        run.AssertPassed();
        Assert.Equal("equal", run.At("store.reconciliation").GetString());
        Assert.Equal($"{redis.UnixSocket}", run.At("store.endpoint").GetString());
        Prose.AssertNames(run.At("claim").GetString(), $"{redis.UnixSocket}", "database 3");
        Assert.DoesNotContain(
            $"{redis.UnixSocket}", run.At("notes").GetRawText(), StringComparison.Ordinal);
        Assert.Equal(":0\r\n", await redis.AskAsync("DBSIZE"));
    }

    [Fact]
    public async Task Cleanup_KeysOfAPreparedRun_RemovesThemByUri()
    {
        await using var redis = await RedisServer.StartAsync();
        string[] uris = [$"redis://{redis.Endpoint}/2", $"{redis.UnixSocket}?db=3"];
        foreach (var uri in uris)
        {
            var prepared = await ProductCall.RunAsync(
                [
                    .. BenchmarkResult.SmallLoad, "--database", uri, "--benchmark", "genAccount", "--run-id", Prepared,
                    "--key-size", "40", "--value-size", "50",
                ]);
            Assert.True(prepared.ExitCode == 0, prepared.Error);
        }

        Assert.Contains("db2:keys=", await redis.AskAsync("INFO", "keyspace"), StringComparison.Ordinal);
        var removed = await ProductCall.RunAsync(["cleanup", .. uris, "--older-than", "0s", "--remove"]);

        Assert.Equal((0, ""), (removed.ExitCode, removed.Error));
        Prose.AssertNames(removed.Output, $"{redis.Endpoint}/2", uris[1]);
        Assert.DoesNotContain("db", await redis.AskAsync("INFO", "keyspace"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("strict")]
    [InlineData("multi")]
    [InlineData("batch")]
    public async Task Run_PaddedKeysAndValues_AreProvedAndReported(string mode)
    {
        await using var redis = await RedisServer.StartAsync();

        var run = await BenchmarkResult.RunAsync(
            [
                .. BenchmarkResult.SmallLoad, .. BenchmarkResult.Store("redis", redis.Endpoint), "--mode", mode,
                "--key-size", "64", "--value-size", "1000",
            ]);

        run.AssertPassed();
        Assert.Equal("equal", run.At("store.reconciliation").GetString());
        Assert.Equal((64, 1000), (run.At("facts.keySize").GetInt32(), run.At("facts.valueSize").GetInt32()));
        Prose.AssertNames(run.At("claim").GetString(), mode, "keys of 64", "values of 1,000 bytes");
        Assert.Equal(":0\r\n", await redis.AskAsync("DBSIZE"));
    }

    [Theory]
    [InlineData("+@all", 2)]
    [InlineData("+@all -config", null)]
    public async Task Run_ServerThatTellsItsSetup_ReportsItAndIsProvedWithout(string rights, int? threads)
    {
        await using var redis = await RedisServer.StartAsync(new RedisServerOptions
        {
            Password = "open-sesame",
            Directives =
            [
                $"user default on >open-sesame ~* &* {rights}", "io-threads 2", "maxmemory 100mb",
                "maxmemory-policy noeviction",
            ],
        });
        var password = Path.Combine(redis.Folder, "password");
        await File.WriteAllTextAsync(password, "open-sesame", TestContext.Current.CancellationToken);
        File.SetUnixFileMode(password, UnixFileMode.UserRead);

        var run = await BenchmarkResult.RunAsync(
            [
                .. BenchmarkResult.SmallLoad, .. BenchmarkResult.Store("redis", redis.Endpoint), "--password-file",
                password,
            ]);

        run.AssertPassed();
        Assert.Equal("equal", run.At("store.reconciliation").GetString());
        var shard = run.At("store.shards")[0];
        var setup = shard.GetProperty("setup");
        Assert.Equal(threads, setup.GetProperty("ioThreads") is { ValueKind: JsonValueKind.Number } number
            ? number.GetInt32()
            : null);
        Assert.Equal(
            (0, 100, "noeviction"),
            (setup.GetProperty("replicas").GetInt32(), setup.GetProperty("maxMemoryMb").GetInt32(),
                setup.GetProperty("maxMemoryPolicy").GetString()));
        Assert.Equal(
            threads is not null,
            shard.GetProperty("version").GetString()!.EndsWith(" with 2 I/O threads", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Run_ServerThatWantsACertificate_PassesWithOneAndNamesTheOptionWithout()
    {
        await using var redis =
            await RedisServer.StartAsync(new RedisServerOptions { Tls = true, WantsCertificate = true });
        string[] words =
        [
            .. BenchmarkResult.SmallLoad, "--database", $"rediss://{redis.Endpoint}", "--tls-ca", redis.AuthorityFile!,
        ];

        var without = await ProductCall.RunAsync(words);
        var with = await BenchmarkResult.RunAsync(
            [.. words, "--tls-cert", redis.ClientFiles.Certificate!, "--tls-key", redis.ClientFiles.Key!]);

        Assert.Equal(2, without.ExitCode);
        Prose.AssertNames(without.Error, $"{redis.Endpoint}", "--tls-cert");
        with.AssertPassed();
    }

    [Theory]
    [InlineData("--password-file", "--database", "redis://me:canary@127.0.0.1:1")]
    [InlineData("--dbport", "--database", "redis://127.0.0.1:1", "--dbport", "2")]
    [InlineData("--tls", "--database", "unix:/tmp/redis.sock", "--tls")]
    [InlineData("--key-size", "--key-size", "64")]
    public async Task Run_OptionsThatContradict_IsOneErrorAndNothingIsStarted(string named, params string[] words)
    {
        var run = await ProductCall.RunAsync([.. BenchmarkResult.SmallLoad, .. words]);

        Assert.Equal(1, run.ExitCode);
        Assert.Single(run.Error.Split('\n'), line => line.StartsWith("error:", StringComparison.Ordinal));
        Prose.AssertNames(run.Error, named);
        Assert.DoesNotContain("canary", run.Error, StringComparison.Ordinal);
    }
}

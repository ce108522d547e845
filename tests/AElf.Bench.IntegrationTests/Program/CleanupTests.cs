using System.Text.Json;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>The verb <c>cleanup</c> over a real redis-server.</summary>
public sealed class CleanupTests : IAsyncDisposable
{
    private const string Killed = "0badcafe";
    private const string Other = "1a2b3c4d";

    private static readonly string[] Foreign =
    [
        "ab", "abc:1", $"ab{Killed}", $"ab{Killed}-1", "ab0BADCAFE:00000001@00000002", $"xab{Killed}:lock",
        $"ab{Killed}:1", $"ab{Killed}:mine", $"ab{Killed}:lock2", $"ab{Killed}#", $"ab{Killed}#t2",
        $"ab{Killed}:{{1z0}}0000000a@00000001", $"ab{Killed}:{{1z0a}}0000000a",
        $"ab{Killed}:00000001@0000000", $"ab{Killed}:00000001", "abcdef0123:h",
    ];

    private static readonly string All = Without(0);

    private readonly TemporaryFolder folder = new();

    public ValueTask DisposeAsync()
    {
        folder.Dispose();
        return ValueTask.CompletedTask;
    }

    [Fact]
    public async Task Cleanup_WithoutRemove_ListsKeysAndRemovesNothing()
    {
        await using var redis = await FilledAsync();

        var listed = await ProductCall.RunAsync("cleanup", $"{redis.Endpoint}", "--older-than", "0s");

        Assert.Equal((0, ""), (listed.ExitCode, listed.Error));
        Assert.Contains($"run {Killed}, 4 keys", listed.Output, StringComparison.Ordinal);
        Assert.Contains($"run {Other}, 1 key,", listed.Output, StringComparison.Ordinal);
        Assert.Equal(All, await redis.AskAsync("DBSIZE"));
    }

    [Fact]
    public async Task Cleanup_KeysUsedRecently_Stay()
    {
        await using var redis = await FilledAsync();

        var all = await ProductCall.RunAsync("cleanup", $"{redis.Endpoint}", "--remove");
        var one = await ProductCall.RunAsync("cleanup", $"{redis.Endpoint}", "--run", Killed, "--remove");

        Assert.Equal((0, 5), (all.ExitCode, one.ExitCode));
        Assert.Equal(All, await redis.AskAsync("DBSIZE"));
    }

    [Fact]
    public async Task Cleanup_OneRun_RemovesItsKeysOnly()
    {
        await using var redis = await FilledAsync();
        var json = Path.Combine(folder.Path, "cleanup.json");

        var removed = await ProductCall.RunAsync(
            "cleanup", $"{redis.Endpoint}", "--run", Killed, "--older-than", "0s", "--remove", "--json", json);

        Assert.Equal((0, ""), (removed.ExitCode, removed.Error));
        Assert.Equal(Without(4), await redis.AskAsync("DBSIZE"));
        Assert.Equal($":{Foreign.Length}\r\n", await redis.AskAsync(["EXISTS", .. Foreign]));
        using var report = JsonDocument.Parse(await File.ReadAllTextAsync(json));
        var run = Assert.Single(report.RootElement.GetProperty("runs").EnumerateArray());
        Assert.Equal(
            (Killed, 4, 4, true),
            (run.GetProperty("run").GetString(), run.GetProperty("keys").GetInt32(),
                run.GetProperty("removed").GetInt32(), run.GetProperty("isLocked").GetBoolean()));
    }

    [Fact]
    public async Task Cleanup_WithoutIdleTimes_RemovesKeysOfTheNamedRunOnly()
    {
        await using var redis = await FilledAsync("maxmemory 100mb", "maxmemory-policy allkeys-lfu");

        var all = await ProductCall.RunAsync("cleanup", $"{redis.Endpoint}", "--older-than", "0s", "--remove");
        Assert.Equal((0, All), (all.ExitCode, await redis.AskAsync("DBSIZE")));

        var one = await ProductCall.RunAsync("cleanup", $"{redis.Endpoint}", "--run", Killed, "--remove");
        Assert.Equal((0, Without(4)), (one.ExitCode, await redis.AskAsync("DBSIZE")));
    }

    [Fact]
    public async Task Cleanup_ServerUnreachable_IsNamedAndOthersAreCleaned()
    {
        await using var redis = await FilledAsync();

        var removed = await ProductCall.RunAsync(
            "cleanup", "127.0.0.1:1", $"{redis.Endpoint}", "--older-than", "0s", "--remove");

        Assert.Equal(2, removed.ExitCode);
        Assert.Contains("127.0.0.1:1", removed.Error, StringComparison.Ordinal);
        Assert.Equal(Without(5), await redis.AskAsync("DBSIZE"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Cleanup_OneServerUnreachableAndKeysStayAtAnother_IsTheUnreachableServersCode(bool isFirst)
    {
        await using var redis = await FilledAsync();
        string[] servers = ["127.0.0.1:1", $"{redis.Endpoint}"];

        var removed = await ProductCall.RunAsync(
            ["cleanup", .. isFirst ? servers : servers.Reverse(), "--run", Killed, "--remove"]);

        Assert.Equal((2, All), (removed.ExitCode, await redis.AskAsync("DBSIZE")));
    }

    [Fact]
    public async Task Cleanup_NoServer_PrintsTheErrorOnly()
    {
        var looked = await ProductCall.RunAsync("cleanup", "127.0.0.1:1");

        Assert.Equal((2, ""), (looked.ExitCode, looked.Output));
    }

    [Fact]
    public async Task Run_InterruptedTwice_NamesTheCallThatRemovesItsKeys()
    {
        await using var redis = await RedisServer.StartAsync();
        using var run = ProductProcess.Start(
            new(),
            "-n", "600", "--database", $"redis://{redis.Endpoint}", "--duration", "10m", "--run-id", Killed);
        await Wait.UntilAsync(
            async () => await redis.AskAsync("EXISTS", $"ab{Killed}:lock") is ":1\r\n",
            () => "the run to take its lock");

        // A store that does not answer keeps the run from an orderly end.
        redis.Pause();
        run.Interrupt();
        await Wait.UntilAsync(
            run, () => run.Error.Contains("press again", StringComparison.Ordinal), "the first interruption");
        run.Interrupt();
        var ended = await run.WaitForExitAsync();
        redis.Resume();

        var call = Assert.Single(
            ended.Error.Split('\n'), line => line.Contains(" cleanup ", StringComparison.Ordinal));
        var removed = await ProductCall.PasteAsync(call);
        Assert.Equal((0, ":0\r\n"), (removed.ExitCode, await redis.AskAsync("DBSIZE")));
    }

    private static string Without(int removed) => FormattableString.Invariant($":{Foreign.Length + 5 - removed}\r\n");

    private static async Task<RedisServer> FilledAsync(params string[] directives)
    {
        var redis = await RedisServer.StartAsync(new RedisServerOptions { Directives = directives });
        await redis.AskAsync("SET", $"ab{Killed}:0000000a@00000001", "1");
        await redis.AskAsync("SET", $"ab{Killed}:{{1z0a}}0000000a@00000001", "1");
        await redis.AskAsync("SET", $"ab{Killed}:lock", "1");
        await redis.AskAsync("SET", $"ab{Killed}#00000000000000012", "1");
        await redis.AskAsync("SET", $"ab{Other}:0000000a:\u00e9\n 1", "1");
        foreach (var key in Foreign)
        {
            await redis.AskAsync("SET", key, "1");
        }

        return redis;
    }
}

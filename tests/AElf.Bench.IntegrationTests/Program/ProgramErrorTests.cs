using AElf.Bench.Core.Options;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>Errors of the benchmark: each has one message and an exit code, and shows no password.</summary>
public sealed class ProgramErrorTests
{
    private const string Canary = "canary-4f1d9c-do-not-print";

    private static string[] Small => [.. BenchmarkResult.SmallLoad];

    [Theory]
    [InlineData("pipelined")]
    [SlowInlineData("stackexchange")]
    public async Task Password_Given_IsNeverPrintedOrWritten(string client)
    {
        using var folder = new TemporaryFolder();
        await using var redis = await RedisServer.StartAsync(new RedisServerOptions { Password = Canary });

        var run = await BenchmarkResult.RunAsync(
            With(Canary),
            [
                "-n", "600", "--grouprange", "20", "20", "--repeattime", "2", "--warmup", "1", "--markdown",
                folder.File("report.md"),
                .. BenchmarkResult.Store("redis", redis.Endpoint), "--client", client,
            ]);

        run.AssertPassed();
        AssertNotPrinted(run, folder);
        Assert.Equal(":0\r\n", await redis.AskAsync("DBSIZE"));
    }

    [Theory]
    [InlineData("pipelined")]
    [InlineData("stackexchange")]
    public async Task Password_Wrong_EndsWithExitCode2AndTheReason(string client)
    {
        using var folder = new TemporaryFolder();
        await using var redis = await RedisServer.StartAsync(new RedisServerOptions { Password = "open-sesame" });

        var run = await BenchmarkResult.RunAsync(
            With(Canary),
            [
                .. Small, .. BenchmarkResult.Store("redis", redis.Endpoint), "--client", client, "--markdown",
                folder.File("report.md"),
            ]);

        AssertEnvironment(run, $"{redis.Endpoint} refuses the login");
        AssertNotPrinted(run, folder);
    }

    [Fact]
    public async Task Password_QuotedByThePeer_IsNotPrinted()
    {
        using var folder = new TemporaryFolder();
        await using var parrot = ScriptedServer.Start(
            Script.Answering(command => $"-ERR unknown command '{string.Join("' '", command)}'\r\n"));

        var run = await BenchmarkResult.RunAsync(
            With(Canary), [.. Small, .. BenchmarkResult.Store("redis", parrot.Endpoint), "--user", "bench"]);

        AssertEnvironment(run, $"{parrot.Endpoint} refuses the login");
        AssertNotPrinted(run, folder);
    }

    [Fact]
    public async Task Password_Missing_EndsWithExitCode2AndNamesTheOptions()
    {
        await using var redis = await RedisServer.StartAsync(new RedisServerOptions { Password = "open-sesame" });

        var run = await BenchmarkResult.RunAsync([.. Small, .. BenchmarkResult.Store("redis", redis.Endpoint)]);

        AssertEnvironment(run, $"{redis.Endpoint} requires a login");
    }

    [Theory]
    [InlineData("pipelined")]
    [InlineData("stackexchange")]
    public async Task Run_WebServerOnThePort_IsNamed(string client)
    {
        await using var web = ScriptedServer.Start(Script.Replying(HostileReplies.Http).ThenClose());

        var run = await BenchmarkResult.RunAsync(
            [.. Small, .. BenchmarkResult.Store("redis", web.Endpoint), "--client", client]);

        AssertEnvironment(run, $"{web.Endpoint} answered", "HTTP/1.1 400");
    }

    [Theory]
    [InlineData("redis", "pipelined")]
    [InlineData("redis", "stackexchange")]
    [InlineData("twemproxy", "pipelined")]
    [InlineData("ssdb", "pipelined")]
    public async Task Run_NothingOnThePort_EndsWithExitCode2(string type, string client)
    {
        var nobody = new Endpoint("127.0.0.1", LoopbackPort.Reserve());

        var run = await BenchmarkResult.RunAsync(
            [.. Small, .. BenchmarkResult.Store(type, nobody), "--client", client]);

        AssertEnvironment(run, $"{nobody} cannot be reached");
    }

    [Fact]
    public async Task RunId_InUse_EndsWithExitCode2AndKeepsTheOtherRun()
    {
        await using var redis = await RedisServer.StartAsync();
        await redis.AskAsync("SET", "ab0a1b2c3d:lock", "another process");

        var run = await BenchmarkResult.RunAsync(
            [.. Small, .. BenchmarkResult.Store("redis", redis.Endpoint), "--run-id", "0a1b2c3d"]);

        AssertEnvironment(run, "choose another --run-id");
        Assert.Equal("$15\r\nanother process\r\n", await redis.AskAsync("GET", "ab0a1b2c3d:lock"));
    }

    [Theory]
    [InlineData("--grouprange", "--grouprange 80 1")]
    [InlineData("-n", "-n 0")]
    [InlineData("--no-such-option", "--no-such-option 1")]
    [InlineData("--block-in", "--block-in no-such-block")]
    public async Task Input_Invalid_EndsWithExitCode1AndOneMessage(string about, string arguments)
    {
        var result = await ProductCall.RunAsync(arguments.Split(' '));

        Assert.True(result.ExitCode == 1, $"exit code {result.ExitCode}: {result.AllOutput}");
        Assert.Equal("", result.Output);
        var error = Assert.Single(
            result.Error.Split('\n'), line => line.StartsWith("error: ", StringComparison.Ordinal));
        Assert.Contains(about, error, StringComparison.Ordinal);
        Assert.DoesNotContain("\n   at ", result.Error, StringComparison.Ordinal);
    }

    private static ProductProcessOptions With(string password) => new()
    {
        Environment = new Dictionary<string, string?>(StringComparer.Ordinal) { ["AELF_DATABASE_PASSWORD"] = password },
    };

    private static void AssertEnvironment(BenchmarkResult run, params IEnumerable<string> values)
    {
        run.AssertExit(2);
        Assert.Equal("", run.Result.Output);
        Prose.AssertNames(run.Result.Error, values);
        Assert.DoesNotContain("\n   at ", run.Result.Error, StringComparison.Ordinal);
        Assert.Null(run.Json);
    }

    private static void AssertNotPrinted(BenchmarkResult run, TemporaryFolder folder)
    {
        Assert.DoesNotContain(Canary, run.Result.AllOutput, StringComparison.Ordinal);
        Assert.DoesNotContain(Canary, run.Json ?? "", StringComparison.Ordinal);
        Assert.All(
            Directory.GetFiles(folder.Path),
            file => Assert.DoesNotContain(Canary, File.ReadAllText(file), StringComparison.Ordinal));
    }
}

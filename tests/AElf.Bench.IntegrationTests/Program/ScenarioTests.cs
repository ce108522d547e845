using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.Transfers;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>The verb <c>scenario</c>.</summary>
public sealed class ScenarioTests : IDisposable
{
    private static readonly string[] Small = [.. BenchmarkResult.SmallLoad.Where(word => word is not "--quiet")];
    private static readonly string[] Endless =
        ["-n", "60000", "--repeattime", "10000", "--ceiling", "off", "--timeout", "30000"];

    private readonly TemporaryFolder temporary = new();

    public void Dispose() => temporary.Dispose();

    [Fact]
    public async Task Scenario_Single_PassesAndLeavesNothing()
    {
        var run = await BenchmarkResult.RunAsync(Options(), ["scenario", "single", .. Small]);

        run.AssertPassed();
        Prose.AssertNames(run.Result.Error, "scenario single", "1 shard");
        Assert.Contains("shard1", run.Result.Error, StringComparison.Ordinal);
        Assert.Equal("redis", run.At("store.type").GetString());
        Assert.Equal("600 (command line)", run.At("options").GetProperty("Workload.Transfers").GetString());
        Assert.Equal("strict (scenario)", run.At("options").GetProperty("Actor.Mode").GetString());
        AssertNothingLeft();
    }

    // As "dotnet run" starts it: in its own build folder. The folder of the tests contains all programs.
    [Fact]
    [Trait("loop", "inner")]
    public async Task Scenario_BuildOfTheBenchmarkAlone_RunsACluster()
    {
        var configuration = new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name;
        var repository = new DirectoryInfo(AppContext.BaseDirectory).Parent!.Parent!.Parent!.Parent!.Parent!.FullName;
        var build = Path.Combine(repository, "src", "AElf.Benchmark", "bin", configuration, "net10.0");

        var run = await BenchmarkResult.RunAsync(
            Options() with { Program = Path.Combine(build, "AElf.Benchmark.dll") },
            ["scenario", "cluster", "--servers", "1", "--processes", "1", .. Small]);

        run.AssertPassed();
        AssertNothingLeft();
    }

    [Fact]
    public async Task Scenario_FileWithShardsProxyAndPersistence_Passes()
    {
        var file = temporary.Write(
            "mine.json", """{ "kind": "single", "shards": 2, "proxies": 1, "persistence": "aof" /* of our own */ }""");
        var logs = temporary.File("logs");

        var run = await BenchmarkResult.RunAsync(Options(), ["scenario", file, "--keep-logs", logs, .. Small]);

        run.AssertPassed();
        Prose.AssertNames(run.Result.Error, "scenario mine", "2 shards", "1 proxy", "append-only");
        Assert.Equal("twemproxy", run.At("store.type").GetString());
        Assert.Equal(run.At("store.clientOps.set").GetInt64(), run.At("store.serverOps.set").GetInt64());
        Assert.Equal(
            ["proxy1.log", "shard1.log", "shard2.log"],
            Directory.GetFiles(logs).Select(Path.GetFileName).Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData("cluster", "redis-cluster")]
    [InlineData("client", "redis-shards")]
    public async Task Scenario_ShardsWithoutProxy_RunCommandsOverSeveralKeys(string sharding, string store)
    {
        var run = await BenchmarkResult.RunAsync(
            Options(),
            [
                "scenario", "distributed", "--sharding", sharding, "--shards", "3", "--servers", "1", "--processes",
                "1", "--mix", "smallbank", "--mode", "multi", "--hash-tag", "group", .. Small,
            ]);

        run.AssertPassed();
        Assert.Equal(store, run.At("store.type").GetString());
        Assert.Equal(0, run.At("store.proxies").GetInt32());
        Assert.All(
            run.At("store.shards").EnumerateArray(),
            shard => Assert.NotEqual(0, shard.GetProperty("ops").GetProperty("multiGet").GetInt64()));
        AssertNothingLeft();
    }

    [Fact]
    public async Task Scenario_StoreOfTheConfiguration_IsNotUsed()
    {
        var configuration = Directory.CreateDirectory(temporary.File("config")).FullName;
        await File.WriteAllTextAsync(
            Path.Combine(configuration, "database.json"),
            """{ "Type": "ssdb", "Host": "192.0.2.1", "Tls": true }""", ThisTest.Cancelled);
        var options = Options() with
        {
            Environment = new Dictionary<string, string?>(StringComparer.Ordinal)
            {
                ["TMPDIR"] = temporary.Path,
                ["AELF_DATABASE_PASSWORD"] = "open-sesame",
            },
        };

        var run = await BenchmarkResult.RunAsync(options, ["scenario", "single", "--config", configuration, .. Small]);

        run.AssertPassed();
    }

    [Fact]
    public async Task Scenario_Killed_EndsItsChildrenAndRemovesItsFolder()
    {
        using var program = ProductProcess.Start(
            Options(), ["scenario", "single", "--shards", "2", "--proxies", "1", .. Endless]);
        await UntilMeasuringAsync(program);
        var children = ProcessTable.DescendantsOf(program.ProcessId);
        Assert.InRange(children.Count, 3, int.MaxValue);
        Assert.NotEmpty(Folders());

        program.KillAlone();
        await program.WaitForExitAsync();

        await Wait.UntilAsync(
            () => !children.Any(ProcessTable.IsRunning),
            $"processes {string.Join(", ", children)} to end with the one that started them");
        await Wait.UntilAsync(() => Folders().Length == 0, "the temporary folder to be removed");
    }

    [Fact]
    public async Task Scenario_ManagerIsKilled_EndsAtOnce()
    {
        using var program = ProductProcess.Start(
            Options(), ["scenario", "cluster", "--servers", "1", "--processes", "1", .. Endless.SkipLast(2)]);
        await UntilMeasuringAsync(program);
        var manager = Regex.Match(program.Error, "manager .* process ([0-9]+)").Groups[1].Value;

        Process.GetProcessById(int.Parse(manager, CultureInfo.InvariantCulture)).Kill();
        var result = await program.WaitForExitAsync();

        Assert.Equal(2, result.ExitCode);
        Assert.DoesNotContain("waiting until", result.Error, StringComparison.Ordinal);
        AssertNothingLeft();
    }

    [Fact]
    public async Task Scenario_Interrupted_EndsWithExitCode5AndLeavesNothing()
    {
        using var program = ProductProcess.Start(Options(), ["scenario", "single", .. Endless]);
        await UntilMeasuringAsync(program);
        var children = ProcessTable.DescendantsOf(program.ProcessId);

        program.Interrupt();
        var result = await program.WaitForExitAsync();

        Assert.True(result.ExitCode == 5, $"exit code {result.ExitCode}: {result.AllOutput}");
        await Wait.UntilAsync(() => !children.Any(ProcessTable.IsRunning), "the children to end");
        AssertNothingLeft();
    }

    [Fact]
    public async Task Scenario_InTheBackground_CanBeInterrupted()
    {
        using var program = ProductProcess.Start(
            Options() with { Launcher = ["env", "--ignore-signal=INT"] }, ["scenario", "single", .. Endless]);
        await UntilMeasuringAsync(program);

        var redis = Assert.Single(
            ProcessTable.DescendantsOf(program.ProcessId),
            id => File.ReadAllText($"/proc/{id}/comm").StartsWith("redis-server", StringComparison.Ordinal));

        Assert.True(ProcessTable.IsIgnoring(program.ProcessId, ProcessSignal.Interrupt), "SIGINT is not ignored");
        Assert.False(ProcessTable.IsIgnoring(redis, ProcessSignal.Interrupt));
    }

    [Theory]
    [InlineData("scenario: name missing", "scenario")]
    [InlineData("scenario: 'singel' is not valid; did you mean single?", "scenario singel")]
    [InlineData("'scenaro': not a verb; did you mean scenario? expected one of electrum, scenario, sweep, ", "scenaro")]
    [InlineData("--database: not an option here", "scenario single --database redis")]
    public async Task Input_Invalid_EndsWithExitCode1AndOneMessage(string output, string arguments)
    {
        var result = await ProductCall.RunAsync(arguments.Split(' '));

        Assert.True(result.ExitCode == 1, $"exit code {result.ExitCode}: {result.AllOutput}");
        Assert.Equal("", result.Output);
        Assert.Contains(
            output,
            Assert.Single(result.Error.Split('\n'), line => line.StartsWith("error: ", StringComparison.Ordinal)),
            StringComparison.Ordinal);
        AssertNothingLeft();
    }

    [Fact]
    public async Task Scenario_LogFolderUnusable_EndsWithExitCode2()
    {
        var file = temporary.Write("taken", "");

        var result = await ProductProcess.RunAsync(Options(), ["scenario", "single", "--keep-logs", file]);

        Assert.True(result.ExitCode == 2, $"exit code {result.ExitCode}: {result.AllOutput}");
        Assert.Contains("folder", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("\n   at ", result.Error, StringComparison.Ordinal);
    }

    private static Task UntilMeasuringAsync(ProductProcess program) => Wait.UntilAsync(
        program, () => program.Error.Contains("measure, round", StringComparison.Ordinal), "a round to be measured");

    private ProductProcessOptions Options() => new()
    {
        Environment = new Dictionary<string, string?>(StringComparer.Ordinal) { ["TMPDIR"] = temporary.Path },
    };

    // Only folders: a killed runtime leaves a socket.
    private string[] Folders() => Directory.GetDirectories(temporary.Path, "aelf-bench-*");

    private void AssertNothingLeft() => Assert.Empty(Folders());
}

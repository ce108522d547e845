using System.Globalization;
using System.Text.Json;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.Transfers;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>One call of the benchmark with <c>--json</c>: how it ended, and its report.</summary>
/// <param name="Result">How the process or the call ended.</param>
/// <param name="Json">The text of the report; null if the call wrote no report, or only a failure.</param>
/// <param name="CommandLine">The arguments, to repeat the call.</param>
internal sealed record BenchmarkResult(ProductResult Result, string? Json, string CommandLine)
{
    private const string ReportName = "report.json";

    /// <summary>Options of a load that takes milliseconds.</summary>
    public static IReadOnlyList<string> SmallLoad { get; } =
        [
            "-n", "600", "--grouprange", "20", "20", "--repeattime", "2", "--warmup", "1", "--actors", "2", "--lanes",
            "8", "--ceiling", "off", "--quiet",
        ];

    /// <summary>Runs the benchmark to its end, as a process.</summary>
    public static async Task<BenchmarkResult> RunAsync(ProductProcessOptions options, params string[] arguments)
    {
        using var program = Start(options, arguments);
        return await EndOfAsync(program, arguments);
    }

    /// <summary>Runs the benchmark to its end, inside this process.</summary>
    public static Task<BenchmarkResult> RunAsync(params string[] arguments) =>
        RunAsync(new TransferWorkloadType(), arguments);

    /// <summary>Runs the benchmark over another workload to its end, inside this process.</summary>
    public static async Task<BenchmarkResult> RunAsync(IWorkloadType workload, params string[] arguments)
    {
        using var call = Call(workload, arguments);
        return await EndOfAsync(call, arguments);
    }

    /// <summary>Starts the benchmark inside this process, with a report in its home.</summary>
    public static IProductRun Call(IWorkloadType workload, params IReadOnlyList<string> arguments) =>
        ProductCall.Start(workload, home => [.. arguments, "--json", Path.Combine(home, ReportName)]);

    /// <summary>Starts the benchmark over transfers inside this process, and logs its arguments.</summary>
    public static IProductRun Call(ITestOutputHelper log, params IReadOnlyList<string> arguments)
    {
        log.WriteLine($"AElf.Benchmark {string.Join(' ', arguments)}");
        return Call(new TransferWorkloadType(), arguments);
    }

    /// <summary>Starts the benchmark as a process, with a report in its home.</summary>
    public static ProductProcess Start(ProductProcessOptions options, params string[] arguments) =>
        ProductProcess.Start(options, [.. arguments, "--json", ReportName]);

    /// <summary>Starts the benchmark as a process, and logs its arguments.</summary>
    public static ProductProcess Start(
        ITestOutputHelper log, ProductProcessOptions options, params string[] arguments)
    {
        log.WriteLine($"AElf.Benchmark {string.Join(' ', arguments)}");
        return Start(options, arguments);
    }

    /// <summary>Waits for the end of a run in a cluster, and logs the outputs of all its processes.</summary>
    /// <param name="log">The test's log.</param>
    /// <param name="program">The benchmark.</param>
    /// <param name="logs">Returns the outputs of manager and workers.</param>
    public static async Task<BenchmarkResult> EndOfAsync(
        ITestOutputHelper log, IProductRun program, Func<string> logs)
    {
        try
        {
            var run = await EndOfAsync(program, "--manager");
            log.WriteLine(run.ToString());
            return run;
        }
        finally
        {
            log.WriteLine(logs());
        }
    }

    /// <summary>Waits for the end of a started benchmark, and reads its report.</summary>
    public static async Task<BenchmarkResult> EndOfAsync(IProductRun program, params string[] arguments)
    {
        var result = await program.WaitForExitAsync();
        var file = Path.Combine(program.Home, ReportName);
        var written = File.Exists(file) ? await File.ReadAllTextAsync(file) : null;
        var isReport = written?.Contains("aelf-bench/failure/", StringComparison.Ordinal) is false;
        return new BenchmarkResult(result, isReport ? written : null, string.Join(' ', arguments));
    }

    /// <summary>The options of a store.</summary>
    public static string[] Store(string type, Endpoint address, params IReadOnlyList<Endpoint> shards)
    {
        string[] store =
        [
            "--database", type, "--dbhost", address.Host, "--dbport",
            address.Port.ToString(CultureInfo.InvariantCulture),
        ];
        return shards.Count == 0 ? store : [.. store, "--shards", string.Join(',', shards)];
    }

    /// <summary>The value at a dotted path of the report.</summary>
    public JsonElement At(string path)
    {
        var element = Report();
        foreach (var name in path.Split('.'))
        {
            Assert.True(
                element.ValueKind == JsonValueKind.Object && element.TryGetProperty(name, out _),
                $"the report has no {path}: {name} is missing in {element}");
            element = element.GetProperty(name);
        }

        return element;
    }

    /// <summary>Asserts the exit code. The message contains the arguments, the output and the report.</summary>
    public void AssertExit(params IReadOnlyList<int> codes) => Assert.True(
        codes.Contains(Result.ExitCode),
        $"exit code {Result.ExitCode}, not {string.Join(" or ", codes)}. {this}");

    /// <summary>
    /// Whether a run applied every transfer exactly once without a fault. Other tests disturb nearly every run, so that
    /// a disturbed run counts too.
    /// </summary>
    /// <param name="run">The report of a run.</param>
    public static bool IsClean(JsonElement run) => run.GetProperty("verdict").GetString() is "pass" or "disturbed";

    /// <summary>
    /// Asserts that the bare store was measured. If other tests disturb this measurement, the report has no ceiling.
    /// </summary>
    public void AssertBareStoreMeasured() => Assert.All(
        At("raw.ceiling.samples").EnumerateArray().ToList(),
        sample => Assert.True(sample.GetProperty("gets").GetInt64() > 0, "no GET was answered"));

    /// <summary>Asserts exit code 0 and a passed audit.</summary>
    public void AssertPassed()
    {
        AssertExit(0);
        Assert.True(IsClean(Report()), $"{this}");
        Assert.Equal("passed", At("audit.conservation").GetString());
        Assert.Equal("passed", At("audit.replay").GetString());
        Assert.Equal(0, At("audit.accountsWrong").GetInt32());
        Assert.InRange(At("tps.median").GetDouble(), double.Epsilon, double.MaxValue);
    }

    /// <summary>Asserts that neither report nor output has a rate.</summary>
    public void AssertNoNumber()
    {
        Assert.DoesNotContain("transfers/s committed", Result.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("per second, committed", Result.Output, StringComparison.Ordinal);
        if (Json is null)
        {
            return;
        }

        Assert.Equal("failed", At("verdict").GetString());
        foreach (var number in new[] { "tps", "operationsPerSecond", "latencyUs", "ceiling" })
        {
            Assert.True(At(number).ValueKind == JsonValueKind.Null, $"a failed run has no {number}. {this}");
        }

        Assert.All(
            At("rounds").EnumerateArray(),
            round => Assert.Equal(JsonValueKind.Null, round.GetProperty("tps").ValueKind));
        Assert.All(
            At("slices").EnumerateArray(),
            slice => Assert.Equal(JsonValueKind.Null, slice.GetProperty("tps").ValueKind));
        Assert.NotEqual(0, At("reasons").GetArrayLength());
    }

    /// <summary>The reasons of the verdict, as one text.</summary>
    public string Reasons() => string.Join("; ", At("reasons").EnumerateArray().Select(reason =>
        $"{reason.Deserialize<Problem>()}"));

    public override string ToString() =>
        $"AElf.Benchmark {CommandLine}\nended with {Result.ExitCode} after {Result.Elapsed}. It "
            + $"wrote:\n{Result.AllOutput}\nReport: {Json}";

    public JsonElement Report()
    {
        Assert.True(Json is not null, $"no report was written. {this}");
        return JsonDocument.Parse(Json).RootElement;
    }
}

using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Faults;

/// <summary>A run with a fault during its measured rounds.</summary>
internal sealed class FaultTrial(ITestOutputHelper log, params IReadOnlyList<RedisServer> servers)
{
    // Without warm-up and ceiling, a read at the servers belongs to a measured round. Long rounds make a fault between
    // two rounds improbable. Several rounds leave time for the fault on a busy machine. Each of the two dispatchers
    // serves four actors.
    private static readonly string[] Load =
        [
            "--grouprange", "400", "400", "--repeattime", $"{Rounds}", "--warmup", "0", "--actors", "8",
            "--dispatchers", "2", "--lanes", "4", "--ceiling", "off",
        ];

    private const int ReadsBeforeTheFault = 1000;
    private const int UsualTransfers = 25_000;
    private const int Rounds = 4;

    /// <summary>Transfers of a round. A slow store needs fewer for a long round.</summary>
    public int Transfers { get; init; } = UsualTransfers;

    /// <summary>Words before the command, such as those that enter a namespace.</summary>
    public IReadOnlyList<string> Launcher { get; init; } = [];

    /// <summary>
    /// Counts the reads at servers that this process cannot reach; null: asks the servers of the constructor.
    /// </summary>
    public Func<Task<long>>? ReadsAsync { get; init; }

    /// <summary>Starts the benchmark, waits until it measures, causes the fault, and waits for the end.</summary>
    /// <param name="arguments">The store, and further options.</param>
    /// <param name="strike">The fault.</param>
    public Task<BenchmarkResult> RunAsync(string[] arguments, Func<Task> strike) => RunAsync(arguments, _ => strike());

    /// <inheritdoc cref="RunAsync(string[], Func{Task})"/>
    public async Task<BenchmarkResult> RunAsync(string[] arguments, Func<ProductProcess, Task> strike)
    {
        string[] all = ["-n", $"{Transfers}", .. Load, .. arguments];
        using var program = BenchmarkResult.Start(
            log, new ProductProcessOptions { Launcher = Launcher }, all);
        log.WriteLine($"The fault comes after {await UntilItMeasuresAsync(program)} reads.");
        await strike(program);
        var run = await BenchmarkResult.EndOfAsync(program, all);
        log.WriteLine(run.ToString());
        await Wait.UntilAsync(
            () => !ProcessTable.OfHome(program.Home).Any(), $"the end of all processes with home {program.Home}");
        return run;
    }

    /// <summary>Asserts that the run met a fault and passed its audit.</summary>
    /// <param name="run">The run.</param>
    /// <param name="transfers">The requested transfers of a round.</param>
    public static void AssertDegraded(BenchmarkResult run, int transfers = UsualTransfers)
    {
        run.AssertExit(5);
        Assert.True(string.Equals("degraded", run.At("verdict").GetString(), StringComparison.Ordinal), run.ToString());
        Assert.Equal("passed", run.At("audit.conservation").GetString());
        Assert.Equal("passed", run.At("audit.replay").GetString());
        Assert.Equal(Rounds * transfers, run.At("figures.committed").GetInt64());
        Assert.NotEqual(0, run.At("faults").GetArrayLength());
        Assert.DoesNotContain("mismatch", run.At("store.reconciliation").GetString(), StringComparison.Ordinal);
    }

    /// <summary>Asserts that the run met a fault and has no figure.</summary>
    /// <param name="run">The run.</param>
    /// <param name="reason">Text that the reasons must contain.</param>
    /// <param name="codes">The allowed exit codes.</param>
    public static void AssertFailed(BenchmarkResult run, string reason, params IReadOnlyList<int> codes)
    {
        run.AssertExit(codes);
        run.AssertNoNumber();
        Assert.Contains(reason, run.Reasons(), StringComparison.Ordinal);
        Assert.DoesNotContain("mismatch", run.Reasons(), StringComparison.Ordinal);
    }

    /// <summary>
    /// Stops a server until a request was unanswered for <paramref name="length"/>, then continues it.
    /// </summary>
    public static async Task PauseAsync(RedisServer server, TimeSpan length)
    {
        await using var witness = await server.ConnectAsync();
        witness.Deadline = length;
        server.Pause();
        try
        {
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => witness.AskAsync("PING"));
        }
        finally
        {
            server.Resume();
        }
    }

    private async Task<long> UntilItMeasuresAsync(ProductProcess program)
    {
        List<RespSocket> witnesses = [];
        foreach (var server in servers)
        {
            witnesses.Add(await server.ConnectAsync());
        }

        long reads = 0;
        await Wait.UntilAsync(async () =>
        {
            if (program.HasExited)
            {
                var run = await program.WaitForExitAsync();
                throw new InvalidOperationException(
                    $"the program ended with {run.ExitCode} before the fault: {run.AllOutput}");
            }

            reads = await (ReadsAsync?.Invoke() ?? SumAsync(witnesses));
            return reads > ReadsBeforeTheFault;
        }, () => $"{ReadsBeforeTheFault} reads at the servers. The program wrote: {program.Output}{program.Error}");
        foreach (var witness in witnesses)
        {
            await witness.DisposeAsync();
        }

        return reads;
    }

    private static async Task<long> SumAsync(List<RespSocket> witnesses)
    {
        long reads = 0;
        foreach (var witness in witnesses)
        {
            reads += await CommandStatistics.ReadsAsync(witness);
        }

        return reads;
    }
}

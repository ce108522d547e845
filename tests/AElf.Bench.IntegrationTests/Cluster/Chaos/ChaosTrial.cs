using System.Diagnostics;
using System.Globalization;
using AElf.Bench.Core.Options;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Generation;

namespace AElf.Bench.IntegrationTests.Cluster.Chaos;

/// <summary>
/// Submits runs in turn to a cluster with random faults. It compares the result of each run with the accounts in the
/// store, which it reads before the manager removes the first account.
/// </summary>
internal sealed class ChaosTrial
{
    private const int MaxShown = 20;
    private const int Warmup = 1;

    private readonly ChaosCluster cluster;
    private readonly Random random;
    private readonly Action<string> log;
    private readonly Dictionary<string, int> verdicts = new(StringComparer.Ordinal);

    private ChaosTrial(ChaosCluster cluster, int seed, Action<string> log)
    {
        this.cluster = cluster;
        this.log = log;
        random = new Random(seed);
    }

    /// <summary>Makes runs with faults for a time. Asserts that each run is right and that nothing is left.</summary>
    /// <param name="seed">
    /// The seed of faults and runs. An odd seed has two shards behind a proxy; an even seed has one redis-server.
    /// </param>
    /// <param name="faults">The maximum number of faults.</param>
    /// <param name="time">The maximum time with faults. The current run is then made to its end.</param>
    /// <param name="log">Receives each fault and each result.</param>
    public static async Task RunAsync(int seed, int faults, TimeSpan time, Action<string> log)
    {
        await using var struck = await ChaosCluster.StartAsync(hasProxy: int.IsOddInteger(seed), log);
        var trial = new ChaosTrial(struck, seed, log);
        try
        {
            await trial.RunAsync(struck.Draw(seed).Take(faults), time);
        }
        catch (Exception exception)
        {
            log($"{exception.Message}\n{struck.Processes.Logs}");
            throw;
        }
    }

    private async Task RunAsync(IEnumerable<ChaosStep> plan, TimeSpan time)
    {
        using var over = new CancellationTokenSource(time);
        var striking = StrikeAsync(plan, over.Token);
        try
        {
            while (!striking.IsCompleted && !over.IsCancellationRequested)
            {
                await MakeRunAsync();
            }
        }
        finally
        {
            await over.CancelAsync();
            await striking;
        }

        // After the faults, the cluster makes runs as before. On a busy machine a worker can be lost without a fault of
        // the plan, so the run is repeated until it passes.
        await Wait.UntilAsync(
            async () =>
            {
                await cluster.WaitForWorkersAsync();
                return await MakeRunAsync() is "pass" or "disturbed";
            },
            () => "a run to pass");
        log($"runs: {string.Join(", ", verdicts.Select(verdict => $"{verdict.Value} {verdict.Key}"))}");
        await AssertNoKeyIsLeftAsync();
        Assert.Empty(await cluster.EndAsync());
        Assert.Empty(cluster.Errors);
    }

    private async Task StrikeAsync(IEnumerable<ChaosStep> plan, CancellationToken over)
    {
        var faults = new List<Task>();
        foreach (var step in plan)
        {
            try
            {
                await Task.Delay(step.Pause, over);
            }
            catch (OperationCanceledException)
            {
                break;
            }

            faults.Add(cluster.StrikeAsync(step));
        }

        await Task.WhenAll(faults);
    }

    private async Task<string> MakeRunAsync()
    {
        await cluster.WaitForManagerAsync();
        var load = ChaosLoad.Draw(random);
        var accounts = new Lazy<IReadOnlyList<StoredAccount>>(
            () => cluster.ReadAsync(load.Run).GetAwaiter().GetResult());
        cluster.Processes.ManagerStore.Arm(new StopPoint(
            command =>
            {
                if (command.Verb is "DEL" && load.IsAccount(command.Words[1]))
                {
                    _ = accounts.Value;
                }

                // No command is held: it continues after the read of the store.
                return false;
            },
            1,
            Held.Command));
        log($"AElf.Benchmark {string.Join(' ', load.Arguments)}");
        var clock = Stopwatch.StartNew();
        using var program = BenchmarkResult.Start(
            new ProductProcessOptions
            {
                Deadline = Wait.Deadline,
                Environment = new Dictionary<string, string?>(StringComparer.Ordinal)
                {
                    ["TMPDIR"] = cluster.Processes.TemporaryFiles,
                },
            },
            [.. load.Arguments, "--manager", cluster.Processes.Entrance.ToString(), "--quiet"]);
        var run = await BenchmarkResult.EndOfAsync(program, [.. load.Arguments]);
        var verdict = Evaluate(load, run, accounts);
        verdicts[verdict] = verdicts.GetValueOrDefault(verdict) + 1;
        log($"run {load.Run}: {verdict} after {clock.Elapsed.TotalSeconds:0.0} s");
        return verdict;
    }

    private string Evaluate(ChaosLoad load, BenchmarkResult run, Lazy<IReadOnlyList<StoredAccount>> accounts)
    {
        run.AssertExit(0, 2, 5);
        if (run.Result.ExitCode == (int)ExitCode.Environment)
        {
            log(run.Result.AllOutput);
            return "not made";
        }

        var verdict = run.At("verdict").GetString()!;
        if (verdict is "failed")
        {
            run.AssertNoNumber();
            log(run.Reasons());
            return verdict;
        }

        Assert.Equal("passed", run.At("audit.conservation").GetString());
        Assert.Equal("passed", run.At("audit.replay").GetString());
        Assert.Equal(load.Offered, run.At("figures.committed").GetInt64());
        var differences = StoredAccount.Differences(load.Block, load.Rounds + Warmup, accounts.Value);
        Assert.True(
            differences.Count == 0,
            $"the verdict is wrong: {differences.Count} differences: "
                + $"{string.Join("; ", differences.Take(MaxShown))}\n{run}");
        return verdict;
    }

    private async Task AssertNoKeyIsLeftAsync()
    {
        IReadOnlyList<string> keys = [];
        await Wait.UntilAsync(
            async () => (keys = await cluster.KeysAsync()).Count == 0,
            () => $"{keys.Count} keys to be removed, such as {string.Join(", ", keys.Take(MaxShown))}");
    }

    /// <summary>A run to submit.</summary>
    private sealed record ChaosLoad(
        string Run, int Transfers, int Groups, int Rounds, int Lanes, int Seed, bool ProbesStore)
    {
        public Block Block => EvenGroups.Generate(Transfers, Groups, (ulong)Seed);

        public long Offered => (long)Transfers * Rounds;

        public IReadOnlyList<string> Arguments =>
        [
            "--run-id", Run, "-n", Text(Transfers), "--grouprange", Text(Groups), Text(Groups), "--repeattime",
            Text(Rounds), "--warmup", Text(Warmup), "--lanes", Text(Lanes), "--seed", Text(Seed),
            "--ceiling", ProbesStore ? "on" : "off",
        ];

        public static ChaosLoad Draw(Random random)
        {
            var groups = random.Next(5, 60);
            return new ChaosLoad(
                random.Next().ToString("x8", CultureInfo.InvariantCulture),
                random.Next(groups * 4, groups * 40),
                groups,
                random.Next(2, 6),
                1 << random.Next(5),
                random.Next(),
                ProbesStore: random.Next(4) == 0);
        }

        public bool IsAccount(string key) =>
            key.StartsWith($"ab{Run}:", StringComparison.Ordinal) && key.Contains('@', StringComparison.Ordinal);

        private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
    }
}

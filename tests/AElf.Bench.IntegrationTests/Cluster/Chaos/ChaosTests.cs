using System.Globalization;
using System.Security.Cryptography;

namespace AElf.Bench.IntegrationTests.Cluster.Chaos;

/// <summary>
/// Random kills, stops and cut connections of worker, manager, store and proxy during runs. AELF_TESTS_SEED=… repeats
/// the faults and the runs; their relative times depend on the machine. AELF_CHAOS_MINUTES is the length of the long
/// trial. AELF_CHAOS_LOG is a file that receives the log during the trial.
/// </summary>
public sealed class ChaosTests(ITestOutputHelper output)
{
    private const double DefaultMinutes = 60;
    private const int Few = 5;

    // A new cluster after each trial, so that starts and ends are tested too.
    private static readonly TimeSpan MaxOfOne = TimeSpan.FromMinutes(5);

    [Fact]
    public Task Runs_FewRandomFaults_AreRightAndLeaveNothing() =>
        RunAsync(Seed(), Few, Timeout.InfiniteTimeSpan);

    [SlowFact]
    public async Task Runs_RandomFaultsForAnHour_AreRightAndLeaveNothing()
    {
        var given = Environment.GetEnvironmentVariable("AELF_CHAOS_MINUTES");
        var end = TimeProvider.System.GetUtcNow() + TimeSpan.FromMinutes(
            given is null ? DefaultMinutes : double.Parse(given, CultureInfo.InvariantCulture));
        var seed = Seed();
        for (var trial = 0; end - TimeProvider.System.GetUtcNow() is { Ticks: > 0 } left; trial++)
        {
            await RunAsync(seed + trial, int.MaxValue, left < MaxOfOne ? left : MaxOfOne);
        }
    }

    private static int Seed() =>
        Environment.GetEnvironmentVariable("AELF_TESTS_SEED") is { } given
            ? int.Parse(given, CultureInfo.InvariantCulture)
            : RandomNumberGenerator.GetInt32(int.MaxValue / 2);

    private async Task RunAsync(int seed, int faults, TimeSpan time)
    {
        var file = Environment.GetEnvironmentVariable("AELF_CHAOS_LOG");
        var gate = new Lock();
        void Log(string line)
        {
            var stamped = $"{TimeProvider.System.GetUtcNow():HH:mm:ss.fff} {line}";
            lock (gate)
            {
                output.WriteLine(stamped);
                if (file is not null)
                {
                    File.AppendAllText(file, stamped + "\n");
                }
            }
        }

        Log($"to replay: AELF_TESTS_SEED={seed}");
        await ChaosTrial.RunAsync(seed, faults, time, Log);
    }
}

using System.Diagnostics;
using System.Globalization;
using Xunit;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>
/// Which worlds simulations play. <c>AELF_SIMULATION_SEEDS=n</c> says how many of each kind, <c>AELF_TESTS_SEED=…</c>
/// replays one alone, as a failure names it.
/// </summary>
public static class Seeds
{
    private static readonly ulong? One = Read("AELF_TESTS_SEED");

    /// <summary>Whether one seed is replayed, of which nothing can be counted.</summary>
    public static bool IsReplay => One is not null;

    /// <summary>
    /// How many seeds each kind of simulation plays. Seed 2682 is the last at which the lack of a guard of the cluster
    /// is noticed.
    /// </summary>
    public static ulong Count { get; } = Read("AELF_SIMULATION_SEEDS")
        ?? (Environment.GetEnvironmentVariable("AELF_TESTS_ALL") is "1" ? 100_000UL : 3_000UL);

    /// <summary>The parts that the seeds of a long simulation are played in, side by side.</summary>
    public static IReadOnlyList<object[]> Parts { get; } = [[0UL], [1UL], [2UL], [3UL]];

    /// <summary>How many seeds a part has, rounded up.</summary>
    public static ulong CountOfPart { get; } = (Count + (ulong)Parts.Count - 1) / (ulong)Parts.Count;

    /// <summary>Plays the seeds of a part until one is wrong, of which <paramref name="wrong"/> says how.</summary>
    public static void ForEachOf(ulong part, ITestOutputHelper output, Func<ulong, string?> wrong) =>
        ForEach(output, CountOfPart, wrong, part * CountOfPart);

    /// <summary>
    /// Plays the seeds from <paramref name="start"/> on until one is wrong, of which <paramref name="wrong"/> says how.
    /// </summary>
    public static void ForEach(ITestOutputHelper output, ulong count, Func<ulong, string?> wrong, ulong start = 0)
    {
        var (first, end) = One is { } one ? (one, one + 1) : (start, start + count);
        var clock = Stopwatch.StartNew();
        for (var seed = first; seed < end; seed++)
        {
            if (wrong(seed) is { } found)
            {
                Assert.Fail($"seed {seed} (replay it with AELF_TESTS_SEED={seed}): {found}");
            }
        }

        output.WriteLine($"{end - first} seeds, {(end - first) * 60 / clock.Elapsed.TotalSeconds:0} a minute");
    }

    /// <summary>A trial in which hardly anything happened proves nothing.</summary>
    public static void EnsureMet(IEnumerable<long> counts, ulong atLeast) => Assert.All(
        counts, count => Assert.True(count > (long)atLeast, $"void: met {count} times"));

    private static ulong? Read(string variable) =>
        Environment.GetEnvironmentVariable(variable) is { Length: > 0 } given
            ? ulong.Parse(given, CultureInfo.InvariantCulture)
            : null;
}

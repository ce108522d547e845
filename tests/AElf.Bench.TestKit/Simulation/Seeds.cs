using System.Diagnostics;
using System.Globalization;
using Xunit;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>
/// The seeds that simulations play. <c>AELF_SIMULATION_SEEDS=n</c> sets the number for each kind of simulation.
/// <c>AELF_TESTS_SEED=…</c> replays the seed that a failure names.
/// </summary>
public static class Seeds
{
    private const ulong FewSeeds = 3_000;

    private static readonly ulong? One = Read("AELF_TESTS_SEED");

    /// <summary>Whether only one seed is replayed. Then the met faults are not counted.</summary>
    public static bool IsReplay => One is not null;

    /// <summary>
    /// Seeds of each kind of simulation. A missing guard of the cluster is noticed at seed 2388 at the latest.
    /// </summary>
    public static ulong Count { get; } = Read("AELF_SIMULATION_SEEDS")
        ?? (Environment.GetEnvironmentVariable("AELF_TESTS_ALL") is "1" ? 100_000UL : FewSeeds);

    /// <summary>The parts of the seeds of a long simulation. They are played in parallel.</summary>
    public static IReadOnlyList<object[]> Parts { get; } = [[0UL], [1UL], [2UL], [3UL]];

    /// <summary>Seeds of a part, rounded up.</summary>
    public static ulong CountOfPart { get; } = (Count + (ulong)Parts.Count - 1) / (ulong)Parts.Count;

    /// <summary>
    /// Seeds of a part if another class plays the same faults with transfers: a third, unless all tests run.
    /// </summary>
    public static ulong CountOfOtherPart { get; } = Count > FewSeeds ? CountOfPart : CountOfPart / 3;

    /// <summary>
    /// Plays the seeds from <paramref name="start"/> on, until one is wrong.
    /// </summary>
    /// <param name="wrong">Plays a seed. It returns the reason why the seed is wrong, or null.</param>
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

    /// <summary>Fails a simulation that met too few faults to prove anything.</summary>
    public static void EnsureMet(IEnumerable<long> counts, ulong atLeast) => Assert.All(
        counts, count => Assert.True(count > (long)atLeast, $"met only {count} times"));

    private static ulong? Read(string variable) =>
        Environment.GetEnvironmentVariable(variable) is { Length: > 0 } given
            ? ulong.Parse(given, CultureInfo.InvariantCulture)
            : null;
}

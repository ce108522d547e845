using System.Globalization;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Tests.Scheduling;

/// <summary>
/// The scheduler beside a model, in worlds drawn from seeds. AELF_SIMULATION_SEEDS=n plays so many; a failure names its
/// seed, and AELF_TESTS_SEED=… replays that one alone.
/// </summary>
public sealed class GrantSchedulerPropertyTests
{
    private static readonly ulong SeedCount =
        Environment.GetEnvironmentVariable("AELF_SIMULATION_SEEDS") is { Length: > 0 } given
            ? ulong.Parse(given, CultureInfo.InvariantCulture)
            : 4_000;

    [Fact]
    public void Whatever_happens_no_invariant_is_broken_and_every_round_ends()
    {
        var only = Environment.GetEnvironmentVariable("AELF_TESTS_SEED");
        var first = only is null ? 0 : ulong.Parse(only, CultureInfo.InvariantCulture);
        var end = only is null ? SeedCount : first + 1;
        var met = new Dictionary<string, int>(StringComparer.Ordinal);
        var failed = 0;
        for (var seed = first; seed < end; seed++)
        {
            var model = new SchedulerModel(seed, ProtocolGuards.All);
            if (Broken(model) is { } broken)
            {
                Assert.Fail($"seed {seed} (replay it with AELF_TESTS_SEED={seed}): {broken}");
            }

            failed += model.Failed ? 1 : 0;
            foreach (var (what, count) in model.Met)
            {
                met[what] = met.GetValueOrDefault(what) + count;
            }
        }

        if (only is null)
        {
            // A trial in which hardly anything happened proves nothing.
            Assert.Equal(11, met.Count);
            Assert.All(
                met,
                each => Assert.True(each.Value > (int)SeedCount / 50, $"{each.Key} was met {each.Value} times only"));
            Assert.InRange(failed, (int)SeedCount / 20, (int)SeedCount / 2);
        }
    }

    [Fact]
    public void Without_any_one_of_the_guards_the_model_finds_a_broken_invariant()
    {
        Assert.NotNull(FirstBroken(ProtocolGuards.All with { StaleDone = false }));
        Assert.NotNull(FirstBroken(ProtocolGuards.All with { Incarnation = false }));
        Assert.NotNull(FirstBroken(ProtocolGuards.All with { NewEpochs = false }));
    }

    private static string? FirstBroken(ProtocolGuards guards) =>
        Enumerable.Range(0, 1000).Select(seed => Broken(new SchedulerModel((ulong)seed, guards))).FirstOrDefault(
            broken => broken is not null);

    private static string? Broken(SchedulerModel model)
    {
        try
        {
            model.Play();
            return null;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return exception is BrokenInvariantException ? exception.Message : exception.ToString();
        }
    }
}

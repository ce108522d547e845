using AElf.Bench.Core.Scheduling;
using AElf.Bench.TestKit.Simulation;

namespace AElf.Bench.Tests.Scheduling;

/// <summary>The scheduler and a model of it, in worlds drawn from seeds.</summary>
public sealed class GrantSchedulerPropertyTests(ITestOutputHelper output)
{
    [Fact]
    public void Scheduler_AnyEvents_KeepsItsInvariants()
    {
        // These worlds are larger and test the rules of one class.
        var count = Seeds.Count / 5;
        var met = new Dictionary<string, long>(StringComparer.Ordinal);
        var failed = 0;
        Seeds.ForEach(output, count, seed =>
        {
            var model = new SchedulerModel(seed, ProtocolGuards.All);
            var broken = Broken(model);
            failed += model.Failed ? 1 : 0;
            foreach (var (what, times) in model.Met)
            {
                met[what] = met.GetValueOrDefault(what) + times;
            }

            return broken;
        });
        if (!Seeds.IsReplay)
        {
            Assert.Equal(11, met.Count);
            Seeds.EnsureMet(met.Values, count / 50);
            Assert.InRange(failed, (int)count / 20, (int)count / 2);
        }
    }

    [Fact]
    public void Scheduler_WithoutAGuard_BreaksAnInvariant()
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

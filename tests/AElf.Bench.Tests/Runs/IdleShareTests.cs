using AElf.Bench.Core.Execution;

namespace AElf.Bench.Tests.Runs;

public sealed class IdleShareTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    public void IdleShare_ActorsWithoutWork_IsOne(int workers)
    {
        using var rig = new RunRig();
        rig.Executor.ChangeOutcome = (_, outcome) =>
        {
            var idle = outcome.Window * 2;
            return outcome with
            {
                Stats = outcome.Stats with { Idle = idle * Math.Max(1, workers) },
                Workers = [.. Enumerable.Range(1, workers).Select(number =>
                    new WorkerOutcome($"w{number}", "s", "memory", 2, 0, default, TimeSpan.Zero, TimeSpan.Zero, idle))],
            };
        };

        var report = rig.Run();

        Assert.Equal(1, report.Figures["idleShare"]!.Value, precision: 9);
        Assert.All(report.Workers, worker => Assert.Equal(1, worker.IdleShare, precision: 9));
    }
}

using AElf.Bench.Core.Options;
using AElf.Bench.Operations.Health;
using AElf.Concurrency.Manager;

namespace AElf.Bench.Tests.Sessions;

public sealed class ManagerHealthTests
{
    private static readonly LostWorker Lost = new(DateTimeOffset.UnixEpoch, "w1", "s1", "it was killed");
    private static readonly Problem Full = new(ProblemKind.StateFolder, "no space left on device");

    [Theory]
    [InlineData(2, 2, false, false, "ok")]
    [InlineData(1, 2, false, false, "unavailable", ProblemKind.Unnamed)]
    [InlineData(2, 2, true, false, "unavailable", ProblemKind.StateFolder)]
    [InlineData(2, 2, true, true, "unavailable", ProblemKind.StateFolder, ProblemKind.WorkerLost)]
    [InlineData(1, 2, false, true, "unavailable", ProblemKind.Unnamed, ProblemKind.WorkerLost)]
    [InlineData(2, 1, false, true, "degraded", ProblemKind.WorkerLost)]
    public void Health_NotOk_HasTheReason(
        int joined, int wanted, bool isFull, bool isLost, string status, params ProblemKind[] kinds)
    {
        var health = StatusReader.HealthOf(joined, wanted, isFull ? Full : null, isLost ? [Lost] : []);

        Assert.Equal(status, health.Status);
        Assert.Equal(kinds, health.Reasons.Select(Printed.KindIn));
    }
}

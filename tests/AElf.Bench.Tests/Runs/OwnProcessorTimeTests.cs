using AElf.Bench.Core.Execution;
using AElf.Bench.Harness.Processors;

namespace AElf.Bench.Tests.Runs;

/// <summary>A run's own CPU time, in rounds of 100 ms in which this process and the visible stores use 50 ms.</summary>
public sealed class OwnProcessorTimeTests : IDisposable
{
    private const string Address = "127.0.0.1:6379";

    private readonly RunRig rig = new();

    public void Dispose() => rig.Dispose();

    [Theory]
    [InlineData(null, true, 0.7)]
    [InlineData(null, false, 0.5)]
    [InlineData(7, false, 0.5)]
    [InlineData(8, false, 0.7)]
    public void CpuTime_OfALocalServer_IsReadFromInfoWithoutItsProcess(int? process, bool isUnseen, double own) =>
        Assert.Equal(own, OwnOfServer(Address, process, isUnseen), precision: 6);

    [Fact]
    public void CpuTime_OfARemoteServer_IsNotCounted() =>
        Assert.Equal(0.5, OwnOfServer("10.0.0.1:6379", process: 8, isUnseen: false), precision: 6);

    [Fact]
    public void CpuTime_CountsLocalWorkersOnly()
    {
        rig.ResourcesOf = _ => Used(isUnseen: false);
        rig.Executor.ChangeOutcome = (_, outcome) => outcome with
        {
            Workers = [WorkerOn(MachineIdentity.Current, cpuMs: 30), WorkerOn("elsewhere", cpuMs: 40)],
        };

        Assert.Equal(0.8, rig.Run().Rounds[0].Processors!.Own, precision: 6);
    }

    private static WorkerOutcome WorkerOn(string machine, int cpuMs) => new(
        $"worker of {machine}", machine, "redis", Actors: 1, Committed: 0, default,
        TimeSpan.FromMilliseconds(cpuMs), TimeSpan.Zero, TimeSpan.Zero, machine);

    // The server uses 20 ms between two readings.
    private double OwnOfServer(string address, int? process, bool isUnseen)
    {
        var seconds = 0.0;
        rig.Store.ChangeCounters = counters => counters with
        {
            Endpoint = address,
            ProcessId = process,
            CpuSeconds = seconds += 0.02,
        };
        rig.ResourcesOf = _ => Used(isUnseen);
        return rig.Run().Rounds[0].Processors!.Own;
    }

    private static RoundResources Used(bool isUnseen) =>
        new(TimeSpan.FromMilliseconds(50), TimeSpan.Zero, TimeSpan.Zero, Collections: 0)
        {
            Machine = new MachineUse([Address])
            {
                Ticks = new MachineTicks(All: 20, Idle: 10, Interrupts: 0, Steal: 0),
                Span = TimeSpan.FromMilliseconds(100),
                Own = TimeSpan.FromMilliseconds(50),
                Processes = new HashSet<int> { 7 },
                Unseen = isUnseen ? [Address] : [],
            },
        };
}

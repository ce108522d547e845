using AElf.Concurrency.Manager;

namespace AElf.Bench.Tests.Sessions;

/// <summary>
/// When the keys of ended runs are removed once more: a run of workers 1 and 2 with time-outs of 5 s.
/// </summary>
public sealed class WatchedRunsTests
{
    private const string Run = "0a1b2c3d";
    private const string Fault = "a late write is possible after a fault";
    private const string Back = "worker east came back";

    private readonly WatchedRuns runs = new(Seconds(5));

    public WatchedRunsTests() => runs.Add(Run, new HashSet<long> { 1, 2 }, Seconds(0));

    [Fact]
    public void Watch_AllTimeOutsPassed_RemovesOnce()
    {
        Assert.True(runs.IsPending(Run));
        Assert.Null(runs.TakeDue(Seconds(4.9)));
        Assert.Equal((Run, Fault), runs.TakeDue(Seconds(5)));
        Assert.Null(runs.TakeDue(Seconds(1000)));
        Assert.False(runs.IsPending(Run));
    }

    [Fact]
    public void Watch_WorkerReturned_RemovesAgain()
    {
        runs.TakeDue(Seconds(5));
        Assert.False(runs.TryEnd(Run, [2]));

        runs.OnJoined(3, "west", Seconds(10));
        Assert.Null(runs.TakeDue(Seconds(1000)));

        runs.OnJoined(1, "east", Seconds(20));
        Assert.Null(runs.TakeDue(Seconds(24.9)));
        Assert.Equal((Run, Back), runs.TakeDue(Seconds(25)));
    }

    [Fact]
    public void Watch_AllWorkersReturned_Ends()
    {
        runs.TakeDue(Seconds(5));
        Assert.False(runs.TryEnd(Run, [2, 3]));

        runs.OnJoined(1, "east", Seconds(20));
        runs.TakeDue(Seconds(25));
        Assert.True(runs.TryEnd(Run, [3, 2, 1]));

        runs.OnJoined(1, "east", Seconds(30));
        Assert.Null(runs.TakeDue(Seconds(1000)));
    }

    [Fact]
    public void Watch_WorkerReturnsDuringTheRemoval_RemovesAgain()
    {
        runs.TakeDue(Seconds(5));
        runs.OnJoined(1, "east", Seconds(5));

        Assert.False(runs.TryEnd(Run, [1, 2]));
        Assert.Equal((Run, Back), runs.TakeDue(Seconds(10)));
        Assert.True(runs.TryEnd(Run, [1, 2]));
    }

    [Fact]
    public void Watch_StoreAway_IsDueLater()
    {
        var (_, reasons) = runs.TakeDue(Seconds(5))!.Value;
        runs.OnJoined(1, "east", Seconds(6));
        runs.Defer(Run, reasons, Seconds(12));

        Assert.Null(runs.TakeDue(Seconds(11.9)));
        Assert.Equal((Run, $"{Back}; {Fault}"), runs.TakeDue(Seconds(12)));
    }

    [Fact]
    public void Watch_RunRemovedForRoom_IsForgotten()
    {
        runs.Add("1a1b2c3d", new HashSet<long> { 1 }, Seconds(0));
        runs.Forget("1a1b2c3d");

        Assert.Equal((Run, Fault), runs.TakeDue(Seconds(5)));
        Assert.Null(runs.TakeDue(Seconds(1000)));
    }

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);
}

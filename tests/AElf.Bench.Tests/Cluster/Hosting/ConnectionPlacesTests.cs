using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Tests.Health;

namespace AElf.Bench.Tests.Cluster.Hosting;

public sealed class ConnectionPlacesTests
{
    private readonly List<string> ended = [];
    private readonly ManualClock clock = new();

    [Fact]
    public async Task Connect_NoPlaceLeft_EndsTheLongestSilentConnection()
    {
        var places = Places(1);
        var first = await TakeAsync(places, "first");
        first.BeginRequest();
        var second = TakeAsync(places, "second");
        first.EndRequest();
        Assert.Equal(["first"], ended);
        first.Leave();
        await second.WaitAsync(Wait.Deadline, ThisTest.Cancelled);

        // The third connection receives its place without a wait, and no connection waits then.
        (await second).BeginRequest();
        var third = TakeAsync(places, "third");
        (await second).Leave();
        (await third.WaitAsync(Wait.Deadline, ThisTest.Cancelled)).BeginRequest();
        (await third).EndRequest();
        Assert.Equal(["first"], ended);
    }

    [Fact]
    public async Task Connect_SeveralWaiting_EndsOneSilentConnectionForEach()
    {
        var places = Places(2);
        var first = await TakeAsync(places, "first");
        var second = await TakeAsync(places, "second");
        first.BeginRequest();
        first.EndRequest();
        var third = TakeAsync(places, "third");
        Assert.Equal(["second"], ended);
        var fourth = TakeAsync(places, "fourth");
        Assert.Equal(["second", "first"], ended);

        second.Leave();
        await third.WaitAsync(Wait.Deadline, ThisTest.Cancelled);
        Assert.False(fourth.IsCompleted);
        first.Leave();
        await fourth.WaitAsync(Wait.Deadline, ThisTest.Cancelled);
        Assert.Equal(["second", "first"], ended);
    }

    [Fact]
    public async Task Connect_SilentForLessThanTheTimeOut_IsKept()
    {
        var places = Places(1, minSilence: TimeSpan.FromSeconds(1));
        var first = await TakeAsync(places, "first");
        _ = TakeAsync(places, "second");
        clock.Advance(TimeSpan.FromSeconds(0.9));
        first.BeginRequest();
        first.EndRequest();
        clock.Advance(TimeSpan.FromSeconds(0.9));
        Assert.Empty(ended);

        clock.Advance(TimeSpan.FromSeconds(0.1));

        Assert.Equal(["first"], ended);
    }

    [Fact]
    public async Task Cancel_WaitingConnection_FreesItsPlace()
    {
        var places = Places(1);
        var first = await TakeAsync(places, "first");
        using var leaving = new CancellationTokenSource();
        var second = places.TakeAsync(() => ended.Add("second"), leaving.Token);
        await leaving.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => second);
        first.Leave();

        Assert.True(TakeAsync(places, "third").IsCompleted);
    }

    private ConnectionPlaces Places(int max, TimeSpan minSilence = default) => new(max, minSilence, clock);

    private Task<ConnectionPlace> TakeAsync(ConnectionPlaces places, string name) =>
        places.TakeAsync(() => ended.Add(name), ThisTest.Cancelled);
}

using AElf.Bench.Concurrency.Cluster.Hosting;

namespace AElf.Bench.Tests.Cluster.Hosting;

public sealed class ConnectionPlacesTests
{
    [Fact]
    public async Task A_silent_connection_is_ended_for_one_that_waits_and_for_no_other()
    {
        var ended = new List<string>();
        var places = new ConnectionPlaces(max: 1);
        var first = await TakeAsync("first");
        first.BeginRequest();
        var second = TakeAsync("second");
        first.EndRequest();
        Assert.Equal(["first"], ended);
        first.Leave();
        await second.WaitAsync(Wait.Deadline, ThisTest.Cancelled);

        // The next one gets its place by itself, and then nobody waits.
        (await second).BeginRequest();
        var third = TakeAsync("third");
        (await second).Leave();
        (await third.WaitAsync(Wait.Deadline, ThisTest.Cancelled)).BeginRequest();
        (await third).EndRequest();
        Assert.Equal(["first"], ended);

        Task<ConnectionPlace> TakeAsync(string name) => places.TakeAsync(() => ended.Add(name), ThisTest.Cancelled);
    }
}

using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Metrics;

namespace AElf.Bench.Tests.Cluster;

public sealed class ResultCollectionTests
{
    private readonly ResultCollection results = new(3, [EventText.Ann, EventText.Bob]);

    private static RoundStats Stats(long committed) =>
        new() { Committed = committed, Latency = new LatencyHistogram() };

    private string Answers() =>
        string.Join(' ', results.Answers.Select(answer => $"{answer.Worker.Name} {answer.Stats.Committed}"));

    [Fact]
    public void ResultCollection_LastAnswer_Completes()
    {
        Assert.False(results.IsComplete);
        Assert.False(results.Add(EventText.Bob.Incarnation, Stats(2)));
        Assert.True(results.IsPending(EventText.Ann.Incarnation));
        Assert.False(results.IsPending(EventText.Bob.Incarnation));
        Assert.True(results.Add(EventText.Ann.Incarnation, Stats(1)));
        Assert.True(results.IsComplete);
        Assert.Equal("bob 2 ann 1", Answers());
    }

    [Fact]
    public void ResultCollection_SecondOrUnaskedAnswer_IsIgnored()
    {
        results.Add(EventText.Bob.Incarnation, Stats(2));

        Assert.False(results.Add(EventText.Bob.Incarnation, Stats(5)));
        Assert.False(results.Add(99, Stats(7)));
        Assert.Equal("bob 2", Answers());
    }

    [Fact]
    public void ResultCollection_WorkerThatWillNotAnswer_IsSkipped()
    {
        Assert.False(results.Drop(99));
        Assert.False(results.Drop(EventText.Ann.Incarnation));
        Assert.False(results.Drop(EventText.Ann.Incarnation));
        Assert.True(results.Add(EventText.Bob.Incarnation, Stats(2)));
        Assert.Equal("bob 2", Answers());
    }

    [Fact]
    public void ResultCollection_LastMissingWorkerLost_Completes()
    {
        results.Add(EventText.Ann.Incarnation, Stats(1));

        Assert.True(results.Drop(EventText.Bob.Incarnation));
    }

    [Fact]
    public void ResultCollection_NoWorkers_IsComplete() => Assert.True(new ResultCollection(3, []).IsComplete);
}

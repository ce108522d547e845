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
    public void It_is_complete_when_the_last_who_was_asked_has_answered()
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
    public void Only_the_first_answer_of_a_worker_counts_and_none_of_who_was_not_asked()
    {
        results.Add(EventText.Bob.Incarnation, Stats(2));

        Assert.False(results.Add(EventText.Bob.Incarnation, Stats(5)));
        Assert.False(results.Add(99, Stats(7)));
        Assert.Equal("bob 2", Answers());
    }

    [Fact]
    public void Who_will_not_answer_is_not_waited_for()
    {
        Assert.False(results.Drop(99));
        Assert.False(results.Drop(EventText.Ann.Incarnation));
        Assert.False(results.Drop(EventText.Ann.Incarnation));
        Assert.True(results.Add(EventText.Bob.Incarnation, Stats(2)));
        Assert.Equal("bob 2", Answers());
    }

    [Fact]
    public void It_is_complete_when_the_last_that_is_waited_for_is_lost()
    {
        results.Add(EventText.Ann.Incarnation, Stats(1));

        Assert.True(results.Drop(EventText.Bob.Incarnation));
    }

    [Fact]
    public void Where_nobody_was_asked_it_is_complete_at_once() => Assert.True(new ResultCollection(3, []).IsComplete);
}

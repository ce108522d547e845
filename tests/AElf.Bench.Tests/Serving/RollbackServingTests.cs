using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.TestKit.Electrum;

namespace AElf.Bench.Tests.Serving;

/// <summary>The answers to readers while the chain is rolled back by many blocks.</summary>
public sealed class RollbackServingTests
{
    private const int Blocks = 130;
    private const int Removed = 100;

    private readonly HashSet<int> heights = [];
    private readonly List<string> wrong = [];

    [Fact]
    public async Task Follow_ManyBlocksRemoved_AnswersRequestsInBetweenByTheCurrentChain()
    {
        using var served = ServedChain.Of(seed: 4, Blocks);
        served.FillMempool(30);
        var model = new ChainModel(served.Blocks);
        var script = model.Scripts.MaxBy(each => model.History(each).Count);
        var notified = 0;
        served.Index.Changed += (_, change) =>
        {
            notified += change.IsDone ? 1 : 0;
            SpinWait.SpinUntil(() => served.Index.WaitingReaders > 0);
        };
        using var ended = new CancellationTokenSource();
        var reading = Task.Factory.StartNew(
            () => Read(served.Index, model, script, ended.Token),
            CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

        served.Index.Follow(Removed, []);
        await ended.CancelAsync();
        await reading;

        Assert.Superset(Enumerable.Range(Blocks - 1 - Removed, Removed).ToHashSet(), heights);
        Assert.Empty(wrong);
        Assert.Equal(1, notified);
    }

    private void Read(ServedIndex index, ChainModel model, Hash256 script, CancellationToken ended)
    {
        while (!ended.IsCancellationRequested)
        {
            using var reading = index.Read();
            heights.Add(index.Height);
            var client = index.OpenHistories();
            var history = client.Find(script, new IndexCosts());
            var status = index.Status(script, client, new IndexCosts());
            if (!history.SequenceEqual(model.History(script).Where(each => each.Height <= index.Height))
                || HexOf(status) != ScriptStatus.Of(history, index.Waiting(script)))
            {
                wrong.Add($"at height {index.Height}");
            }
        }
    }

    private static string? HexOf(Hash256? status)
    {
        var bytes = new byte[Hash256.Size];
        status?.CopyTo(bytes);
        return status is null ? null : Convert.ToHexStringLower(bytes);
    }
}

using System.Text;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Runs;
using AElf.Bench.TestKit.Stores;

namespace AElf.Bench.Tests.Runs;

/// <summary>
/// The ceiling over a store in memory that answers all operations in one exchange, like a fast server.
/// </summary>
public sealed class ProbedStoreTests
{
    private const int Keys = 1000;
    private const int Depth = 8;

    [Fact]
    public void Probe_EveryKey_IsFilledAndRemoved()
    {
        using var store = new MemoryStore();
        using var baseline = Probe(store, connections: 3);

        baseline.Fill();
        Assert.Equal(Keys, KeysOf(store));

        using var connection = store.Connect();
        baseline.Remove(connection);
        Assert.Equal(0, KeysOf(store));
    }

    [Fact]
    public void Probe_Sample_LastsForItsTime()
    {
        using var store = new MemoryStore();
        using var baseline = Probe(store, connections: 1);
        baseline.Fill();
        var filled = ReadsOf(store);

        baseline.Sample();

        Assert.InRange(ReadsOf(store) - filled, Depth + 1, long.MaxValue);
    }

    [Fact]
    public void Probe_KeysAndValues_HaveTheRequestedLengthsAndTheRunsPrefix()
    {
        using var store = new MemoryStore();
        using var baseline = Probe(store, connections: 2);
        baseline.Fill();

        using var connection = store.Connect();
        connection.Get(Encoding.ASCII.GetBytes("ab0badcafe#00000000000000999"), 0);
        var replies = connection.Exchange();

        Assert.Equal(new StoreReply(ReplyKind.Value, 0, 0, 32), replies.Replies[0]);
    }

    private static ProbedStore Probe(MemoryStore store, int connections) => new(
        store, RunId.Parse("0badcafe"), new ProbeShape(28, 32, Keys, Reads: 1, Writes: 1), connections, Depth);

    private static long KeysOf(MemoryStore store) => Assert.Single(store.ReadCounters()).Keys;

    private static long ReadsOf(MemoryStore store) => Assert.Single(store.ReadCounters()).Operations.Get;
}

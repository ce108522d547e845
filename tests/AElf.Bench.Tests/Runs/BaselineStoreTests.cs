using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Runs;

namespace AElf.Bench.Tests.Runs;

/// <summary>The ceiling over the embedded store, which answers all that is in flight in one exchange, as a fast server may.</summary>
public sealed class BaselineStoreTests
{
    private const int Accounts = 1000;
    private const int Depth = 8;

    [Fact]
    public void Every_key_is_filled_and_removed_when_each_exchange_answers_everything()
    {
        using var store = new MemoryStore(Accounts);
        using var baseline = new BaselineStore(store, connections: 3, Depth, Accounts, seed: 1);

        baseline.Fill();
        Assert.Equal(Accounts, KeysOf(store));

        using var connection = store.Connect();
        baseline.Remove(connection);
        Assert.Equal(0, KeysOf(store));
    }

    [Fact]
    public void A_sample_goes_on_for_its_time_when_each_exchange_answers_everything()
    {
        using var store = new MemoryStore(Accounts);
        using var baseline = new BaselineStore(store, connections: 1, Depth, Accounts, seed: 1);
        baseline.Fill();
        var filled = ReadsOf(store);

        baseline.Sample();

        Assert.True(ReadsOf(store) - filled > Depth, "a sample is more than what is in flight at once");
    }

    private static long KeysOf(MemoryStore store) => Assert.Single(store.ReadCounters()).Keys;

    private static long ReadsOf(MemoryStore store) => Assert.Single(store.ReadCounters()).Operations.Get;
}

using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.Tests.Health;

namespace AElf.Bench.Tests.Serving;

/// <summary>The remaining budget of a session after its requests.</summary>
public sealed class CostBudgetTests
{
    private static readonly ServerLimits Limits = new() { MaxCost = 100, CostPerSecond = 10 };

    private readonly ManualClock clock = new();

    [Fact]
    public void Cost_RecoversToAtMostTheBudget()
    {
        var budget = new CostBudget(Limits, clock);
        Request(budget, 100);
        Assert.True(budget.IsSpent);

        clock.Advance(TimeSpan.FromHours(10));
        Assert.False(budget.IsSpent);
        Request(budget, 99);
        Assert.False(budget.IsSpent);
        Request(budget, 1);
        Assert.True(budget.IsSpent);
    }

    [Fact]
    public void Cost_RecoversEachSecond()
    {
        var budget = new CostBudget(Limits, clock);
        Request(budget, 120);

        clock.Advance(TimeSpan.FromSeconds(2));
        Assert.True(budget.IsSpent);
        clock.Advance(TimeSpan.FromSeconds(0.1));
        Assert.False(budget.IsSpent);
    }

    [Fact]
    public void Cost_OfAnAnswer_IsItsBytesAndReads()
    {
        // 1 for the request, and 99 of the hundred for the bytes or the reads alone.
        Assert.True(IsSpentBy(99 << 10, new IndexCosts()));
        Assert.True(IsSpentBy(0, new IndexCosts { Rows = 99 * 16 }));
        Assert.True(IsSpentBy(0, new IndexCosts { Lookups = 99 * 16 }));
        Assert.True(IsSpentBy(0, new IndexCosts { BlockBytes = 98L * 64 << 10, TransactionBytes = 64 << 10 }));

        Assert.False(
            IsSpentBy(98 << 10, new IndexCosts { Rows = 15, BlockBytes = 62 << 10, TransactionBytes = 1 << 10 }));
    }

    [Fact]
    public void Cost_CachedReads_AreFree()
    {
        var (budget, costs) = (new CostBudget(Limits, clock), new IndexCosts { Rows = 50 * 16 });
        budget.Take(0, costs);
        budget.Take(0, costs);

        Assert.False(budget.IsSpent);
        costs.Rows += 50 * 16;
        budget.Take(0, costs);
        Assert.True(budget.IsSpent);
    }

    private bool IsSpentBy(int sent, IndexCosts costs)
    {
        var budget = new CostBudget(Limits, clock);
        budget.Take(sent, costs);
        return budget.IsSpent;
    }

    private static void Request(CostBudget budget, int times)
    {
        for (var time = 0; time < times; time++)
        {
            budget.Take(0, new IndexCosts());
        }
    }
}

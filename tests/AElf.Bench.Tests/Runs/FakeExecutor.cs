using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Tests.Runs;

/// <summary>Executes rounds one transfer after the other and returns outcomes that a test can change.</summary>
internal sealed class FakeExecutor(IAccountStore store) : IRoundExecutor
{
    public int Rounds { get; private set; }

    /// <summary>Called before a round with its number from 0.</summary>
    public Action<int> Before { get; set; } = _ => { };

    /// <summary>Changes the outcome of a round, by its number from 0.</summary>
    public Func<int, RoundOutcome, RoundOutcome> ChangeOutcome { get; set; } = (_, outcome) => outcome;

    public RoundOutcome Execute(IRound opened, CancellationToken cancellation)
    {
        var round = (TransferRound)opened;
        Before(Rounds);
        using var connection = store.Connect();
        for (var place = 0; place < round.Block.Count * round.Offer.Blocks; place++)
        {
            var i = place % round.Block.Count;
            var transfer = round.Block.Transfers[i];
            var sequence = round.Block.SequenceOf(round.Offer.BlocksBefore + (place / round.Block.Count), i);
            Apply(connection, new AccountKey(transfer.From, round.Versions[transfer.From]), sequence, -transfer.Amount);
            Apply(connection, new AccountKey(transfer.To, round.Versions[transfer.To]), sequence, transfer.Amount);
        }

        Slice all = new(TimeSpan.Zero, TimeSpan.FromMilliseconds(200), round.Manifest.Weight, 0, TimeSpan.Zero);
        var outcome = ChangeOutcome(Rounds++, new RoundOutcome
        {
            Routing = TimeSpan.FromMilliseconds(1),
            Window = all.Length,
            Committed = round.Manifest.Weight,
            Stats = new() { Latency = new LatencyHistogram(), Operations = connection.Operations },
            Slices = [all],
        });

        // A round ends with its last slice.
        return outcome.Slices is [var slice] && slice == all
            ? outcome with { Slices = [all with { Length = outcome.Window }] }
            : outcome;
    }

    public ExecutorSnapshot Snapshot() => default;

    public void Dispose()
    {
        // The executor owns nothing.
    }

    private static void Apply(IAccountConnection connection, AccountKey key, long sequence, long amount)
    {
        connection.Get(key, 0);
        var state = connection.Exchange()[0].State;
        connection.Set(key, new AccountState(sequence, state.Balance + amount), 0);
        connection.Exchange();
    }
}

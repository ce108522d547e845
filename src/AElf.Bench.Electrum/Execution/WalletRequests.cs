using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Wallets;

namespace AElf.Bench.Electrum.Execution;

/// <summary>
/// The numbered requests of a test, with the right answers. The first requests are for scripts, one each. In a refresh,
/// one request for each transaction follows, then one for the header of each block with such a transaction.
/// </summary>
internal sealed class WalletRequests(ExpectedAnswers answers, WalletTest test)
{
    private readonly Hash256[] scripts = [.. answers.Scripts];
    private readonly IReadOnlyList<HistoryEntry>[] histories = [.. answers.Scripts.Select(answers.History)];
    private readonly string?[] statuses =
        test == WalletTest.Initial ? [.. answers.Scripts.Select(answers.Status)] : [];
    private readonly Hash256[] transactions = test == WalletTest.Refresh ? [.. answers.Transactions] : [];

    private readonly KeyValuePair<int, Hash256>[] blocks = test == WalletTest.Refresh ? [.. answers.Blocks] : [];

    public int Count => scripts.Length + transactions.Length + blocks.Length;

    /// <summary>Begins a test. In a refresh, all addresses are already subscribed.</summary>
    /// <exception cref="OperationCanceledException">Cancelled between two scripts.</exception>
    public void Prepare(ClientHistories client, CancellationToken cancellation = default)
    {
        if (test == WalletTest.Refresh && client.IsKeeping)
        {
            foreach (var script in scripts)
            {
                cancellation.ThrowIfCancellationRequested();
                client.Subscribe(script, new IndexCosts());
            }
        }
    }

    /// <summary>Sends one request, and checks the answer.</summary>
    /// <returns>The request's subject and the error of the answer; null for a correct answer.</returns>
    public (string Item, string Wrong)? Ask(ClientHistories client, int number, IndexCosts costs) =>
        test switch
        {
            _ when number >= scripts.Length + transactions.Length =>
                AskHeader(client, number - scripts.Length - transactions.Length, costs),
            _ when number >= scripts.Length => AskTransaction(client, number - scripts.Length, costs),
            WalletTest.Initial => AskStatus(client, number, costs),
            _ => AskHistory(client, number, costs),
        };

    private (string Item, string Wrong)? AskStatus(ClientHistories client, int script, IndexCosts costs)
    {
        var status = ScriptStatus.Of(client.Engine.History(scripts[script], costs), []);
        var right = statuses[script];
        return string.Equals(status, right, StringComparison.Ordinal) ? null
            : ($"script {scripts[script]}", $"the status is {status ?? "null"}; expected {right ?? "null"}");
    }

    private (string Item, string Wrong)? AskHistory(ClientHistories client, int script, IndexCosts costs)
    {
        // A server that caches the histories of a client answers without costs.
        var history = client.Subscribe(scripts[script], client.IsKeeping ? new IndexCosts() : costs);
        var right = histories[script];
        return history.SequenceEqual(right) ? null
            : (
                $"script {scripts[script]}",
                $"the history of {history.Count} transactions differs; expected {right.Count} transactions");
    }

    private (string Item, string Wrong)? AskTransaction(ClientHistories client, int transaction, IndexCosts costs)
    {
        var id = transactions[transaction];
        return client.Engine.Transaction(id, costs) switch
        {
            null => ($"transaction {id}", "it was not found"),
            { } bytes when TransactionView.Read(bytes.Span).Id() is var found && found != id =>
                ($"transaction {id}", $"the answer has the id {found}"),
            _ => null,
        };
    }

    private (string Item, string Wrong)? AskHeader(ClientHistories client, int block, IndexCosts costs)
    {
        var (height, right) = blocks[block];
        return BlockHeader.Read(client.Engine.Header(height, costs).Span).Hash() is var found && found != right
            ? ($"block {height}", $"the header has the hash {found}; expected {right}")
            : null;
    }
}

using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Wallets;

namespace AElf.Bench.Electrum.Execution;

/// <summary>
/// The requests of a test, numbered through, and what is right to answer: first one for each script, then, in a
/// refresh, one for each transaction.
/// </summary>
/// <param name="answers">What the chain says.</param>
/// <param name="test">What is asked.</param>
internal sealed class WalletRequests(WalletAnswers answers, WalletTest test)
{
    /// <summary>How many.</summary>
    public int Count { get; } = answers.Scripts.Count + (test == WalletTest.Refresh ? answers.Transactions.Count : 0);

    /// <summary>What a test begins with: in a refresh all addresses are subscribed to already.</summary>
    public void Prepare(AskedEngine engine)
    {
        if (test == WalletTest.Refresh && engine.Engine.KeepsSubscribed)
        {
            foreach (var script in answers.Scripts)
            {
                engine.HistoryOfSubscribed(script, new IndexCosts());
            }
        }
    }

    /// <summary>Asks one.</summary>
    /// <returns>What it is about and what is wrong with the answer; null when it is right.</returns>
    public (string Item, string Wrong)? Ask(AskedEngine engine, int number, IndexCosts costs) =>
        number >= answers.Scripts.Count ? AskTransaction(engine, number - answers.Scripts.Count, costs)
        : test == WalletTest.Initial ? AskStatus(engine, number, costs)
        : AskHistory(engine, number, costs);

    private (string Item, string Wrong)? AskStatus(AskedEngine engine, int script, IndexCosts costs)
    {
        var status = ScriptStatus.Of(engine.Engine.History(answers.Scripts[script], costs), []);
        var right = answers.Statuses[script];
        return string.Equals(status, right, StringComparison.Ordinal) ? null
            : ($"script {answers.Scripts[script]}", $"its status is {right ?? "null"}, and was {status ?? "null"}");
    }

    private (string Item, string Wrong)? AskHistory(AskedEngine engine, int script, IndexCosts costs)
    {
        var history = engine.HistoryOfSubscribed(answers.Scripts[script], costs);
        var right = answers.Histories[script];
        return history.SequenceEqual(right) ? null
            : (
                $"script {answers.Scripts[script]}",
                $"it has {right.Count} transactions, and the {history.Count} answered are others");
    }

    private (string Item, string Wrong)? AskTransaction(AskedEngine engine, int transaction, IndexCosts costs)
    {
        var id = answers.Transactions[transaction];
        return engine.Engine.Transaction(id, costs) is not { } bytes ? ($"transaction {id}", "it was not found")
            : TransactionView.Read(bytes.Span).Id() is var found && found != id
                ? ($"transaction {id}", $"what was answered has the id {found}")
            : null;
    }
}

namespace AElf.Bench.Electrum.Chain.Synthetic;

/// <summary>Chooses the transactions of a block: parents before children, within the maximum weight.</summary>
internal sealed class BlockSelection(int maxWeight)
{
    private readonly HashSet<Hash256> deferred = [];
    private long weight;

    public List<SyntheticTransaction> Transactions { get; } = [];

    public bool IsFull { get; private set; }

    /// <summary>Adds a transaction, if it fits and does not spend an output of a deferred transaction.</summary>
    public bool TryAdd(SyntheticTransaction transaction)
    {
        var view = TransactionView.Read(transaction.Bytes);
        if (SpendsDeferred(view))
        {
            return false;
        }

        if (weight + view.Weight > maxWeight)
        {
            IsFull = true;
            return false;
        }

        weight += view.Weight;
        Transactions.Add(transaction);
        return true;
    }

    /// <summary>Defers a transaction, and so the transactions that spend its outputs.</summary>
    public void Defer(SyntheticTransaction transaction) => deferred.Add(transaction.Id);

    private bool SpendsDeferred(TransactionView transaction)
    {
        if (deferred.Count > 0)
        {
            foreach (var input in transaction.Inputs)
            {
                if (deferred.Contains(input.PreviousId))
                {
                    return true;
                }
            }
        }

        return false;
    }
}

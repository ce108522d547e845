namespace AElf.Bench.Electrum.Chain.Synthetic;

/// <summary>The transactions chosen for a block: no child without its parents, no more than fit.</summary>
internal sealed class BlockSelection(int maxWeight)
{
    private readonly HashSet<Hash256> deferred = [];
    private long weight;

    public List<SyntheticTransaction> Transactions { get; } = [];

    public bool IsFull { get; private set; }

    /// <summary>Adds a transaction, unless it does not fit or spends one that waits.</summary>
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

    /// <summary>Leaves a transaction out; those that spend it have to wait too.</summary>
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

namespace AElf.Bench.Electrum.Chain.Synthetic;

/// <summary>Checks a foreign transaction for a synthetic chain, without its signatures.</summary>
internal static class GuestTransaction
{
    // Bitcoin Core, MAX_STANDARD_TX_WEIGHT.
    private const int MaxWeight = 400_000;

    /// <summary>Checks a transaction against the unspent outputs.</summary>
    /// <param name="valueOf">The amount of an unspent output, in 10⁻⁸ coins; null if unknown or spent.</param>
    /// <returns>Its fee, in 10⁻⁸ coins.</returns>
    /// <exception cref="ChainException">A node would refuse it; the message begins like bitcoind's.</exception>
    public static long FeeOf(TransactionView transaction, Func<Hash256, uint, long?> valueOf)
    {
        if (transaction.IsCoinbase)
        {
            throw new ChainException("coinbase: expected a transaction that spends outputs");
        }

        if (transaction.JoinsExtension)
        {
            throw new ChainException("mweb: a HogEx is created with its block; expected another transaction");
        }

        if (transaction.Weight > MaxWeight)
        {
            throw new ChainException($"tx-size: a weight of {transaction.Weight}; expected {MaxWeight} at most");
        }

        var (fee, spent) = (0L, new HashSet<(Hash256, uint)>());
        foreach (var input in transaction.Inputs)
        {
            var (id, index) = (input.PreviousId, input.PreviousIndex);
            if (!spent.Add((id, index)))
            {
                throw new ChainException($"bad-txns-inputs-duplicate: output {index} of {id}");
            }

            fee += valueOf(id, index) ?? throw new ChainException(
                $"bad-txns-inputs-missingorspent: output {index} of {id} does not exist or is spent");
        }

        foreach (var output in transaction.Outputs)
        {
            // Outputs are subtracted one by one, so that no sum overflows.
            fee = output.Value <= fee
                ? fee - output.Value
                : throw new ChainException(
                    $"bad-txns-in-belowout: {fee} is left for output {output.Index}, of {output.Value}");
        }

        return fee;
    }
}

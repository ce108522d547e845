using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>
/// The model: applies a block transaction by transaction, a number of times, without a store, parallelism or compiled
/// code.
/// </summary>
internal sealed class ContractReplay
{
    private ContractReplay(ContractBlock block)
    {
        States = new AccountState[block.Accounts.AccountCount];
        Fields = new long[States.Length * block.Accounts.More];
        Outcomes = [.. block.File.Contracts.Select(contract => new long[contract.Reasons.Count])];
        for (var account = 0; account < States.Length; account++)
        {
            States[account] = block.Accounts.OpeningOf(account);
            block.Accounts.OpeningFieldsOf(account).CopyTo(Fields.AsSpan(account * block.Accounts.More));
        }
    }

    /// <summary>Every account, by its number; the sequence is a <see cref="Mark"/>.</summary>
    public AccountState[] States { get; }

    /// <summary>The fields after the balance, side by side.</summary>
    public long[] Fields { get; }

    /// <summary>
    /// By contract and reason: the number of transactions with this outcome. The first reason means accepted.
    /// </summary>
    public long[][] Outcomes { get; }

    /// <summary>The growth of the sum of all fields.</summary>
    public Int128 Growth { get; private set; }

    /// <summary>The accounts after this number of blocks.</summary>
    public static ContractReplay Run(ContractBlock block, long blocks)
    {
        var replay = new ContractReplay(block);
        ContractEvaluator[] evaluators = [.. block.File.Contracts.Select(contract => new ContractEvaluator(contract))];
        var fields = new long[block.File.MaxRoles * block.File.FieldCount];
        var sequence = 0L;
        for (long offered = 0; offered < blocks; offered++)
        {
            for (var index = 0; index < block.Count; index++)
            {
                sequence++;
                replay.Apply(block, index, evaluators[block.KindAt(index)], fields, sequence);
            }
        }

        return replay;
    }

    private void Apply(ContractBlock block, int index, ContractEvaluator evaluator, long[] fields, long sequence)
    {
        var (contract, more) = (block.ContractAt(index), block.Accounts.More);
        var accounts = block.AccountsAt(index);
        for (var place = 0; place < accounts.Length; place++)
        {
            var (account, at) = ((int)accounts[place], place * (more + 1));
            fields[at] = States[account].Balance;
            Fields.AsSpan(account * more, more).CopyTo(fields.AsSpan(at + 1));
        }

        var reason = evaluator.Execute(fields, block.ParametersAt(index));
        Outcomes[block.KindAt(index)][reason]++;
        for (var place = 0; place < accounts.Length; place++)
        {
            if (contract.Order.Writes(place))
            {
                Set((int)accounts[place], fields.AsSpan(place * (more + 1), more + 1), Mark.Of(sequence, reason));
            }
        }
    }

    private void Set(int account, ReadOnlySpan<long> fields, long mark)
    {
        ref var state = ref States[account];
        Growth += (Int128)fields[0] - state.Balance;
        state = new AccountState(mark, fields[0]);
        foreach (ref var field in Fields.AsSpan(account * (fields.Length - 1), fields.Length - 1))
        {
            fields = fields[1..];
            Growth += (Int128)fields[0] - field;
            field = fields[0];
        }
    }
}

/// <summary>
/// The mark that a transaction stores in its accounts in place of a sequence: its number, and in the lowest bit whether
/// it was declined. So one write tells a later attempt the outcome, without the inputs of the transaction.
/// </summary>
internal static class Mark
{
    public const int OutcomeBits = 1;

    public static long Of(long sequence, int reason) =>
        (sequence << OutcomeBits) | (reason == Contract.Accepted ? 0L : 1L);

    public static bool IsDeclined(long mark) => (mark & 1) != 0;

    public static long SequenceOf(long mark) => mark >> OutcomeBits;
}

using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>
/// The model: a block applied transaction by transaction, again and again, with no store, no parallelism and no
/// compiled code.
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

    /// <summary>By contract and reason: how many transactions ended so. The first reason stands for accepted.</summary>
    public long[][] Outcomes { get; }

    /// <summary>By how much all fields together have grown.</summary>
    public Int128 Growth { get; private set; }

    /// <summary>The accounts after the block was offered so often.</summary>
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
                replay.Apply(block, index, evaluators[(int)block.Rows[index * block.Layout.Stride]], fields, sequence);
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
        Outcomes[(int)block.Rows[index * block.Layout.Stride]][reason]++;
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
/// What a transaction leaves at its accounts in place of a sequence: its number, and in the lowest bit whether it was
/// declined. Whoever finds one of its writes so knows what the others are, without what they were computed from.
/// </summary>
internal static class Mark
{
    public const int OutcomeBits = 1;

    public static long Of(long sequence, int reason) =>
        (sequence << OutcomeBits) | (reason == Contract.Accepted ? 0L : 1L);

    public static bool IsDeclined(long mark) => (mark & 1) != 0;

    public static long SequenceOf(long mark) => mark >> OutcomeBits;
}

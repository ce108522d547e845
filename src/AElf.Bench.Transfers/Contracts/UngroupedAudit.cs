using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers.Accounts;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>
/// Computes the expected values of an account if the store chose the order of the transactions: the number of
/// transactions that write it, and its fields if they are the same in every order.
/// </summary>
/// <remarks>
/// An account stores its number of transactions in place of the last number, and whether one was declined. Its fields
/// are known if two conditions hold: all of its transactions add numbers that depend on their parameters alone, and
/// none was declined. The sum of all fields is known if each contract only moves units.
/// </remarks>
internal sealed class UngroupedAudit
{
    /// <summary>The kind of transactions that are counted together.</summary>
    public const string AllContracts = "all contracts";

    /// <summary>The reason of transactions that are counted together.</summary>
    public const string UnknownReason = "reasons unknown, as scripts count by job";

    private readonly ContractBlock block;
    private readonly long blocks;
    private readonly int[] epochs;
    private readonly bool[] isKnown;
    private readonly bool isSumKnown;
    private readonly Int128[] sums;
    private Int128 growth;
    private int knownAccounts;
    private int declinedAccounts;
    private long declined;

    public UngroupedAudit(ContractBlock block, long blocks)
    {
        (this.block, this.blocks) = (block, blocks);
        var accounts = block.Accounts;
        Expected = new AccountState[accounts.AccountCount];
        Fields = [.. accounts.OpeningFields];
        isKnown = new bool[block.FirstJob];
        epochs = new int[accounts.AccountCount - block.FirstJob];
        sums = new Int128[block.FirstJob * block.File.FieldCount];
        Array.Fill(isKnown, value: true);
        for (var at = 0; at < sums.Length; at++)
        {
            var (account, field) = Math.DivRem(at, block.File.FieldCount);
            sums[at] = field == 0
                ? accounts.OpeningBalances[account]
                : accounts.OpeningFieldsOf(account)[field - 1];
        }

        var effects = block.File.Contracts.Select(contract => new ContractEffect(contract)).ToArray();
        isSumKnown = effects.All(effect => effect.MovesUnits || effect.Contract.Weight == 0);
        for (var index = 0; index < block.Count; index++)
        {
            Expect(index, effects[block.KindAt(index)]);
        }

        for (var at = 0; at < sums.Length; at++)
        {
            isKnown[at / block.File.FieldCount] &= sums[at] >= long.MinValue && sums[at] <= long.MaxValue;
        }
    }

    /// <summary>Number of accounts, without the accounts of jobs.</summary>
    public int Accounts => block.FirstJob;

    /// <summary>The expected state of each account; complete after the account was adjusted.</summary>
    public AccountState[] Expected { get; }

    /// <summary>The expected fields after the balance.</summary>
    public long[] Fields { get; }

    /// <summary>Whether the sum of all fields is right, if it is known.</summary>
    public bool IsConserved => !isSumKnown || growth == 0;

    /// <summary>Removes the epochs of the jobs from the accepted versions.</summary>
    public void TakeEpochs(int[] versions)
    {
        // Accounts keep their seeded version; a job has it until it is taken over.
        for (var job = 0; job < epochs.Length; job++)
        {
            ref var version = ref versions[block.FirstJob + job];
            epochs[job] = version == versions[0] ? 0 : version;
            version = versions[0];
        }
    }

    /// <summary>Completes the expected values of an account with the values that depend on the order.</summary>
    public void Adjust(in AccountReply found, ReadOnlySpan<long> more)
    {
        var account = found.Tag;
        ref var expected = ref Expected[account];
        var (mark, balance) = found.State;
        if (account >= block.FirstJob)
        {
            declined += balance >> 32;
            var epoch = (uint)epochs[account - block.FirstJob];
            expected = expected with { Balance = (balance & ~(long)uint.MaxValue) | epoch };
            return;
        }

        growth += (Int128)balance - block.Accounts.OpeningBalances[account];
        for (var field = 0; field < more.Length; field++)
        {
            growth += (Int128)more[field] - block.Accounts.OpeningFieldsOf(account)[field];
        }

        declinedAccounts += Mark.IsDeclined(mark) ? 1 : 0;
        expected = new AccountState((expected.Sequence << Mark.OutcomeBits) | (mark & 1), balance);
        var fields = Fields.AsSpan(account * more.Length, more.Length);
        if (!isKnown[account] || Mark.IsDeclined(mark))
        {
            more.CopyTo(fields);
            return;
        }

        knownAccounts++;
        var at = account * (more.Length + 1);
        expected = expected with { Balance = (long)sums[at] };
        for (var field = 0; field < more.Length; field++)
        {
            fields[field] = (long)sums[at + field + 1];
        }
    }

    /// <summary>The known declined transactions.</summary>
    public KindOutcomes Outcomes => new(
        block.File.Contracts is [var only] ? only.Name : AllContracts,
        blocks * block.Count,
        declined == 0 ? [] : [new ReasonCount(UnknownReason, declined)]);

    /// <summary>Describes the comparison in words.</summary>
    public string Describe()
    {
        var (unknown, sum) = (Accounts - knownAccounts, isSumKnown ? ", and the sum of all values" : "");
        return $"the load in any order: the transactions of each, the values of {Count(knownAccounts)}{sum}"
            + (unknown == 0 ? "" : $" ({Count(unknown)} depend on the order, {Count(declinedAccounts)} because of one "
                + $"of {Counted(declined, "declined transaction")})")
            + (isSumKnown ? "" : "; contracts make or destroy units, so the sum is not compared");
    }

    private void Expect(int index, ContractEffect effect)
    {
        var (contract, width) = (effect.Contract, block.File.FieldCount);
        var accounts = block.AccountsAt(index);
        var added = effect.Of(block.ParametersAt(index), out var isKnownEffect);
        var job = block.FirstJob + block.Links[index].From;
        Expected[job] = new AccountState(blocks == 0 ? 0 : ((blocks - 1) * block.Count) + index + 1, 0);
        foreach (var place in WriteOrder.Places(contract.Order.Written))
        {
            var account = (int)accounts[place];
            Expected[account] = new AccountState(Expected[account].Sequence + blocks, 0);
            isKnown[account] &= isKnownEffect;
            for (var field = 0; field < width; field++)
            {
                sums[(account * width) + field] += added[(place * width) + field] * (Int128)blocks;
            }
        }
    }
}

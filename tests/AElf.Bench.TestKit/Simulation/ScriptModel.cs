using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Contracts;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>Executes a store's script with the evaluator of the audit, without Lua.</summary>
internal static class ScriptModel
{
    /// <summary>Executes a script over the values of its keys and changes them.</summary>
    /// <returns>The script's answer.</returns>
    public static long Execute(StoreScript script, Held?[] found, long[] arguments)
    {
        if (Array.Exists(found, each => each is null))
        {
            return StoreScript.Missing;
        }

        return script.Contract is { } contract
            ? Execute(script, contract, found!, arguments)
            : Raise(script.Guards, found[0]!, arguments[0]);
    }

    private static long Raise(ContractGuards guards, Held job, long epoch)
    {
        if (job.Epoch >= epoch)
        {
            return StoreScript.Stale;
        }

        if (guards.Raise)
        {
            job.Write(job.State.Sequence, (job.State.Balance & ~(long)uint.MaxValue) | epoch);
        }

        return job.State.Sequence;
    }

    private static long Execute(StoreScript script, Contract contract, Held[] found, long[] arguments)
    {
        var number = arguments[0];
        var accounts = found.AsSpan(script.IsGrouped ? 0 : 1);
        if (!script.IsGrouped && RefusalOf(script.Guards, found[0], arguments) is { } refusal)
        {
            return refusal;
        }

        if (script.IsGrouped && Answered(script.Guards, contract, accounts, number))
        {
            return AreAll(contract, accounts, number) ? StoreScript.Repeated : StoreScript.Torn;
        }

        long[] fields = [.. accounts.ToArray().SelectMany(account => account.Fields.Prepend(account.State.Balance))];
        var parameters = arguments.AsSpan(script.IsGrouped ? 1 : 3);
        var reason = new ContractEvaluator(contract).Execute(fields, parameters);
        var isDeclined = reason != Contract.Accepted;
        for (var place = 0; place < accounts.Length; place++)
        {
            if (!contract.Order.Writes(place))
            {
                continue;
            }

            var mark = script.IsGrouped
                ? Mark.Of(number, reason)
                : Mark.Of(
                    Mark.SequenceOf(accounts[place].State.Sequence) + 1,
                    isDeclined || Mark.IsDeclined(accounts[place].State.Sequence) ? -1 : Contract.Accepted);
            var own = fields.AsSpan(place * contract.FieldCount, contract.FieldCount);
            accounts[place].Write(mark, own[0], own[1..].ToArray());
        }

        if (!script.IsGrouped)
        {
            WriteJob(script.Guards, found[0], arguments, isDeclined);
        }

        return reason;
    }

    private static void WriteJob(ContractGuards guards, Held job, long[] arguments, bool isDeclined)
    {
        var epoch = guards.Raise ? job.Epoch : (uint)arguments[1];
        job.Write(
            guards.Last ? arguments[0] : job.State.Sequence,
            (((job.State.Balance >> 32) + (isDeclined ? 1 : 0)) << 32) | epoch);
    }

    // Without the guard an attempt owns the job as soon as its first transaction arrives.
    private static long? RefusalOf(ContractGuards guards, Held job, long[] arguments) => guards switch
    {
        { Epoch: true, Raise: false } when job.Epoch > arguments[1] => StoreScript.Stale,
        { Epoch: true, Raise: true } when job.Epoch != arguments[1] => StoreScript.Stale,
        { Last: true } when job.State.Sequence != arguments[2] => StoreScript.Lost,
        _ => null,
    };

    private static bool Answered(ContractGuards guards, Contract contract, Span<Held> accounts, long number)
    {
        var isAny = false;
        foreach (var account in accounts)
        {
            isAny |= Mark.SequenceOf(account.State.Sequence) >= number;
        }

        return contract.Order.Count > 0 && isAny && (AreAll(contract, accounts, number) ? guards.Repeat : guards.Torn);
    }

    private static bool AreAll(Contract contract, Span<Held> accounts, long number)
    {
        var isAll = true;
        for (var place = 0; place < accounts.Length; place++)
        {
            isAll &= !contract.Order.Writes(place) || Mark.SequenceOf(accounts[place].State.Sequence) >= number;
        }

        return isAll;
    }

    /// <summary>A value that a script has read.</summary>
    public sealed class Held(AccountState state, long[] fields)
    {
        public AccountState State { get; private set; } = state;

        public long[] Fields { get; private set; } = fields;

        public bool IsWritten { get; private set; }

        public uint Epoch => (uint)State.Balance;

        public void Write(long sequence, long balance, long[]? more = null)
        {
            (State, Fields, IsWritten) = (new AccountState(sequence, balance), more ?? Fields, true);
        }
    }
}

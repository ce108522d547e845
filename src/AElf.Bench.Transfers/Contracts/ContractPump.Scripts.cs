using AElf.Bench.Core.Scheduling;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Contracts;

/// <content>Transactions that the store executes.</content>
internal sealed partial class ContractPump<TConnection>
{
    /// <summary>Lets the store execute the transaction.</summary>
    private void Evaluate(ContractLane lane)
    {
        var script = scripts[(int)lane.Work.Rows[lane.Row]];
        var (keyCount, count) = (0, 1);
        arguments[0] = lane.Sequence;
        if (!isGrouped)
        {
            keys[keyCount++] = JobOf(lane);
            arguments[count++] = lane.Work.EpochOf(lane.Grant, lane.Accepted);
            arguments[count++] = NumberBefore(lane);
        }

        lane.Keys.AsSpan(0, lane.Contract.Roles).CopyTo(keys.AsSpan(keyCount));
        var parameters = lane.Work.Rows.AsSpan(
            lane.Row + layout.FirstParameter, lane.Contract.Contract.Parameters.Count);
        parameters.CopyTo(arguments.AsSpan(count));
        Ask(
            lane,
            script,
            AttemptStep.Write,
            keys.AsSpan(0, keyCount + lane.Contract.Roles),
            arguments.AsSpan(0, count + parameters.Length));
    }

    /// <summary>Makes the attempt the owner of its job, before it knows what is left to do.</summary>
    private void TakeOver(ContractLane lane)
    {
        arguments[0] = lane.Grant.Epoch;
        keys[0] = JobOf(lane);
        Ask(lane, scripts[^1], AttemptStep.CopyWrite, keys.AsSpan(0, 1), arguments.AsSpan(0, 1));
    }

    private void Ask(
        ContractLane lane,
        StoreScript script,
        AttemptStep step,
        ReadOnlySpan<AccountKey> named,
        ReadOnlySpan<long> given)
    {
        (lane.Step, lane.Pending) = (step, 1);
        Connection.Evaluate(script, named, given, TagOf(lane, 0));
        CountFault(lane, script.Inside with { EvalSha = 1 });
    }

    /// <summary>The number of the job's transaction before the lane's; 0 before the first.</summary>
    private static long NumberBefore(ContractLane lane)
    {
        if (lane.Slot > lane.FirstSlot)
        {
            return lane.SequenceBase + lane.Work.IndexOf(lane.Slot - 1) + 1;
        }

        return lane.SequenceBase == 0
            ? 0
            : lane.SequenceBase - lane.Work.Numbering.BlockLength + lane.Work.IndexOf(lane.EndSlot - 1) + 1;
    }

    private static AccountKey JobOf(ContractLane lane) =>
        new(lane.Work.FirstJob + lane.Unit, lane.Work.UnwrittenVersion);

    private void TakeAnswer(ContractLane lane)
    {
        if (lane.Answer < 0 && (lane.InPlace || lane.Answer != StoreScript.Repeated))
        {
            Refuse(lane);
            return;
        }

        lane.IsAhead |= !isGrouped || (lane.Answer >= 0 && lane.Contract.Written != 0);
        if (lane.Answer >= 0 && lane.IsAhead)
        {
            CommitTransaction(lane);
        }
        else
        {
            PassTransaction(lane);
        }
    }

    /// <summary>Goes on behind the last transaction that an earlier owner of the job applied.</summary>
    private void SkipApplied(ContractLane lane)
    {
        if (lane.Answer >= 0 && lane.Answer < NumberBefore(lane))
        {
            // What the job applied in earlier rounds was acknowledged.
            lane.Answer = StoreScript.Lost;
        }

        if (lane.Answer < 0)
        {
            Refuse(lane);
            return;
        }

        while (lane.SequenceBase + lane.Work.IndexOf(lane.Slot) < lane.Answer)
        {
            if (!Pass(lane))
            {
                ReportDone(lane);
                return;
            }
        }

        lane.StartedAt = Now;
        StartTransaction(lane);
    }

    private void Refuse(ContractLane lane)
    {
        Fail(
            lane,
            isGrouped ? $"account {lane.Keys[0].Account}" : $"job {lane.Unit}",
            lane.Answer switch
            {
                StoreScript.Repeated => $"transaction {lane.Sequence} was already applied",
                StoreScript.Stale => "a newer attempt has the job",
                StoreScript.Missing => "the store has no value for an account that was seeded",
                StoreScript.Lost => "the store has lost transactions of the job that it had acknowledged",
                _ => $"some accounts of transaction {lane.Sequence} have it and others do not: they were copied while "
                    + "they changed",
            },
            fatal: lane.Answer is StoreScript.Missing or StoreScript.Lost);
        EndFailed(lane);
    }
}

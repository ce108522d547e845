using System.Diagnostics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>Lets the store execute contracts by its scripts.</summary>
internal readonly struct ScriptOperation(ContractPlan plan) : IAccountOperation<ContractState>
{
    private readonly ContractOperation contract = new(plan);
    private readonly StoreScript[] scripts = plan.Scripts;
    private readonly int firstParameter = plan.Layout.FirstParameter;
    private readonly bool isGrouped = plan.Pacing.IsGrouped;
    private readonly AccountKey[] keys = new AccountKey[ContractLimits.Roles + 1];
    private readonly long[] arguments = new long[ContractLimits.Parameters + 3];

    public int Kinds => contract.Kinds;

    public int More => contract.More;

    public AccountWork NewWork() => contract.NewWork();

    public void Open(AccountLane<ContractState> lane) => contract.Open(lane);

    public NextStep Resume<TConnection>(AccountLane<ContractState> lane, TConnection connection)
        where TConnection : struct, IAccountConnection
    {
        ref var state = ref lane.State;
        if (isGrouped)
        {
            return NextStep.Start;
        }

        if (!state.IsAhead)
        {
            // The attempt takes over its job before it knows the remaining transactions.
            state.IsAhead = true;
            arguments[0] = lane.Grant.Epoch;
            keys[0] = JobOf(lane);
            (lane.Step, lane.Pending) = (AttemptStep.CopyWrite, 1);
            connection.Evaluate(scripts[^1], keys.AsSpan(0, 1), arguments.AsSpan(0, 1), lane.TagOf(0));
            return NextStep.Wait;
        }

        return SkipApplied(lane);
    }

    public int CountOf(AccountLane<ContractState> lane) => 1;

    /// <summary>Sends the script of the transaction to the store.</summary>
    public void Read<TConnection>(AccountLane<ContractState> lane, TConnection connection)
        where TConnection : struct, IAccountConnection
    {
        var named = contract.FindKeys(lane);
        ref readonly var state = ref lane.State;
        var count = 1;
        arguments[0] = lane.Sequence;
        if (!isGrouped)
        {
            keys[0] = JobOf(lane);
            named.CopyTo(keys.AsSpan(1));
            named = keys.AsSpan(0, 1 + named.Length);
            arguments[count++] = state.Work.EpochOf(lane.Grant, lane.Accepted);
            arguments[count++] = NumberBefore(lane);
        }

        var parameters = state.Work.Rows.AsSpan(state.Row + firstParameter, state.Contract.Contract.Parameters.Count);
        parameters.CopyTo(arguments.AsSpan(count));
        (lane.Step, lane.Pending) = (AttemptStep.Write, 1);
        connection.Evaluate(
            scripts[lane.Kind], named, arguments.AsSpan(0, count + parameters.Length), lane.TagOf(0));
    }

    public AccountKey Receive<TConnection>(
        AccountLane<ContractState> lane, int part, in AccountReply reply, int index, TConnection connection)
        where TConnection : struct, IAccountConnection => throw NothingIsRead();

    public bool TakesAnswer(AccountLane<ContractState> lane, long answer)
    {
        lane.State.Answer = answer;
        return true;
    }

    public NextStep Apply<TConnection>(AccountLane<ContractState> lane, TConnection connection)
        where TConnection : struct, IAccountConnection => throw NothingIsRead();

    public NextStep Confirm<TConnection>(AccountLane<ContractState> lane, TConnection connection)
        where TConnection : struct, IAccountConnection
    {
        ref var state = ref lane.State;
        if (state.Answer < 0 && (lane.InPlace || state.Answer != StoreScript.Repeated))
        {
            return Refuse(lane);
        }

        state.IsAhead |= state.Answer >= 0 && state.Contract.Written != 0;
        return state.Answer >= 0 && state.IsAhead ? NextStep.Commit : NextStep.Pass;
    }

    public string ItemOf(AccountLane<ContractState> lane, int part) =>
        isGrouped ? contract.ItemOf(lane, part) : $"job {lane.Unit}";

    private static UnreachableException NothingIsRead() => new("the store reads the accounts");

    /// <summary>The number of the job's previous transaction; 0 for the first.</summary>
    private static long NumberBefore(AccountLane<ContractState> lane)
    {
        if (lane.Slot > lane.FirstSlot)
        {
            return lane.SequenceBase + lane.Work.IndexOf(lane.Slot - 1) + 1;
        }

        return lane.SequenceBase == 0
            ? 0
            : lane.SequenceBase - lane.Work.Numbering.BlockLength + lane.Work.IndexOf(lane.EndSlot - 1) + 1;
    }

    private static AccountKey JobOf(AccountLane<ContractState> lane) =>
        new(lane.State.Work.FirstJob + lane.Unit, lane.State.Work.UnwrittenVersion);

    /// <summary>Continues after the last transaction that an earlier owner of the job applied.</summary>
    private NextStep SkipApplied(AccountLane<ContractState> lane)
    {
        ref var state = ref lane.State;
        if (state.Answer >= 0 && state.Answer < NumberBefore(lane))
        {
            // The transactions of earlier rounds were acknowledged.
            state.Answer = StoreScript.Lost;
        }

        if (state.Answer < 0)
        {
            return Refuse(lane);
        }

        while (lane.SequenceBase + state.Work.IndexOf(lane.Slot) < state.Answer)
        {
            if (!lane.Pass(1))
            {
                return NextStep.End;
            }
        }

        return NextStep.Start;
    }

    private NextStep Refuse(AccountLane<ContractState> lane)
    {
        var answer = lane.State.Answer;
        lane.Fail(
            ItemOf(lane, 0),
            answer switch
            {
                StoreScript.Repeated => $"transaction {lane.Sequence} was already applied",
                StoreScript.Stale => "a newer attempt owns the job",
                StoreScript.Missing => "the store has no value for an account that was seeded",
                StoreScript.Lost => "the store has lost transactions of the job that it had acknowledged",
                _ => $"only some accounts contain transaction {lane.Sequence}: the accounts changed while they were "
                    + "copied",
            },
            fatal: answer is StoreScript.Missing or StoreScript.Lost);
        return NextStep.Fail;
    }
}

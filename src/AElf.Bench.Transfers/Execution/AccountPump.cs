using System.Diagnostics;
using System.Runtime.CompilerServices;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Execution;

/// <summary>
/// Executes transactions over accounts in many lanes over one pipelined connection. It is a state machine: it receives
/// replies and sends store operations. The operation defines the transaction.
/// </summary>
/// <remarks>
/// The accounts' half of the exactly-once protocol: a first attempt writes in place. A later attempt copies the
/// accepted versions to its own epoch, and skips the transactions that the copies contain. A write is never sent again.
/// Every value must belong to the requested key.
/// </remarks>
/// <typeparam name="TOperation">The operation. Calls of a struct are direct, with any profile.</typeparam>
/// <typeparam name="TState">A lane's data of its transaction.</typeparam>
/// <typeparam name="TConnection">The connection, a struct for the same reason.</typeparam>
internal sealed class AccountPump<TOperation, TState, TConnection> : Pump<AccountLane<TState>>
    where TOperation : struct, IAccountOperation<TState>
    where TState : struct
    where TConnection : struct, IAccountConnection
{
    // For a method that is compiled once, without a profile. It stays a separate method: if it were inlined, its
    // caller's profile would shape its code, and a profiler would not see it.
    private const MethodImplOptions Hot = MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization;

    private readonly Func<TConnection> connect;
    private readonly LatencyHistogram latency;
    private readonly double nanosecondsPerTick;
    private readonly ArrivalPlan? arrivals;
    private readonly PacedLanes<AccountLane<TState>>? paced;
    private readonly int[] doneOfKind;
    private TOperation operation;
    private TConnection connection;
    private OperationCounts operationsOfLostConnections;
    private long startedTogether;
    private int doneTogether;

    /// <summary>Opens the pump's connection.</summary>
    /// <param name="arrivals">When each transaction is due; null in a closed loop.</param>
    /// <exception cref="StoreException">The store cannot be reached.</exception>
    public AccountPump(
        int lanes,
        Func<TConnection> connect,
        TOperation operation,
        LatencyHistogram latency,
        TimeProvider clock,
        ArrivalPlan? arrivals)
        : base(lanes, clock)
    {
        // A single kind needs no separate counts.
        doneOfKind = operation.Kinds > 1 ? new int[operation.Kinds] : [];
        if (operation.Kinds > 1)
        {
            latency.OfKind(operation.Kinds - 1);
        }

        this.arrivals = arrivals;
        paced = arrivals is null ? null : new PacedLanes<AccountLane<TState>>(clock);
        this.connect = connect;
        this.operation = operation;
        this.latency = latency;
        nanosecondsPerTick = 1e9 / clock.TimestampFrequency;
        connection = connect();
    }

    public override int Outstanding => connection.Outstanding;

    public override OperationCounts Operations => operationsOfLostConnections + connection.Operations;

    public override ArrivalStats? Arrivals => paced?.Stats;

    public override TimeSpan Waited => paced?.Waited ?? TimeSpan.Zero;

    [MethodImpl(Hot)]
    public override void Exchange()
    {
        // In an open loop, starts due transactions, and waits for replies until the next one is due.
        if (paced is not null && !Await(paced))
        {
            return;
        }

        var replies = connection.Exchange();
        Tick();
        for (var index = 0; index < replies.Length; index++)
        {
            ref readonly var reply = ref replies[index];
            var lane = LaneAt(AccountLane.LaneOf(reply.Tag));
            lane.Pending--;
            Receive(lane, reply, index);
            if (lane.Pending == 0)
            {
                Advance(lane);
            }
        }

        EndRecording();
    }

    public override void Reconnect()
    {
        var next = connect();
        operationsOfLostConnections += connection.Operations;
        connection.Dispose();
        connection = next;
        paced?.Clear();
    }

    protected override void Take(AccountLane<TState> lane, in GrantWork work)
    {
        lane.Round = work.Round as AccountRound;
        lane.Work = lane.Round?.Work ?? (lane.Decoded ??= operation.NewWork());
        if (lane.Round is null)
        {
            lane.Work.Decode(work.Encoded.Span);
            if (connection.Tags is { } tags)
            {
                lane.Work.Place(tags);
            }
        }

        var numbering = lane.Work.Numbering;
        lane.Arrivals = arrivals?.Open(
            work.RoundNumber,
            (long)numbering.BlockLength * numbering.Blocks,
            Now,
            lane.Round is null ? lane.Work.OpenedMicrosecondsAgo : null);
    }

    protected override int UnitsOf(AccountLane<TState> lane) =>
        lane.Round is { } round ? round.Jobs.CountOf(lane.Grant) : lane.Work.GroupCount;

    protected override void StartUnit(AccountLane<TState> lane)
    {
        var place = lane.UnitCursor;
        if (lane.Round is { } round)
        {
            place = lane.Unit = round.Jobs.UnitOf(lane.Grant, lane.UnitCursor);
            lane.Accepted = round.OpeningVersionOf(lane.Unit);
        }
        else
        {
            (lane.Unit, lane.Accepted) = lane.Work.GroupAt(place);
        }

        lane.OpenGroup(place);
        operation.Open(lane);
        if (lane.InPlace)
        {
            StartTransaction(lane);
        }
        else
        {
            lane.CollectAccounts();
            lane.Step = AttemptStep.CopyWrite;
            AdvanceLater(lane);
        }
    }

    protected override void Discard() => connection.Exchange();

    protected override void Dispose(bool disposing) => connection.Dispose();

    protected override int CommittedBy(AccountLane<TState> lane) =>
        (lane.BlocksDone * (lane.EndSlot - lane.FirstSlot)) + lane.Slot - lane.FirstSlot;

    protected override void Record(AccountLane<TState> lane, in ItemTime done, bool isTimed)
    {
        var took = (long)((done.EndedAt - done.StartedAt) * nanosecondsPerTick);
        if (isTimed)
        {
            latency.Record(took, done.Count);
        }

        if (isTimed && operation.Kinds > 1)
        {
            latency.OfKind(done.Kind).Record(took, done.Count);
        }

        paced?.Record(lane, done);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Receive(AccountLane<TState> lane, in AccountReply reply, int index)
    {
        if (reply.Kind == ReplyKind.Value && lane.Step == AttemptStep.Read)
        {
            var asked = operation.Receive(lane, AccountLane.PartOf(reply.Tag), reply, index, connection);
            if (asked != reply.Key)
            {
                FailKey(lane, asked, reply.Key);
            }
        }
        else if (reply.Kind != ReplyKind.Stored || lane.Step is not (AttemptStep.Write or AttemptStep.CopyWrite))
        {
            ReceiveOther(lane, reply, index);
        }
    }

    /// <summary>Receives the copy of an account, the answer of a script, or an error that ends the attempt.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReceiveOther(AccountLane<TState> lane, in AccountReply reply, int index)
    {
        if (reply.Kind == ReplyKind.Number && operation.TakesAnswer(lane, reply.State.Sequence))
        {
            return;
        }

        var part = AccountLane.PartOf(reply.Tag);
        if (reply.Kind != ReplyKind.Value || lane.Step != AttemptStep.CopyRead)
        {
            var isCopy = lane.Step is AttemptStep.CopyRead or AttemptStep.CopyWrite && lane.AccountCount > 0;
            lane.Fail(
                isCopy ? $"account {lane.Accounts[lane.ChunkStart + part]}" : operation.ItemOf(lane, part),
                ReplyText.Explain(reply.Kind, connection),
                reply.Kind is ReplyKind.Missing or ReplyKind.Corrupt);
            return;
        }

        lane.Copies[part] = reply.State;
        connection.FieldsOf(index).CopyTo(lane.CopiedFields.AsSpan(part * operation.More));
        if (new AccountKey(lane.Accounts[lane.ChunkStart + part], lane.Accepted) is var asked && asked != reply.Key)
        {
            FailKey(lane, asked, reply.Key);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void FailKey(AccountLane<TState> lane, AccountKey asked, AccountKey found) =>
        lane.Fail($"account {asked.Account}", ReplyText.ExplainKey(asked, found), fatal: true);

    [MethodImpl(Hot)]
    private void Advance(AccountLane<TState> lane)
    {
        if (lane.Failure is not null)
        {
            EndFailed(lane);
            return;
        }

        if (!lane.InPlace)
        {
            AdvanceLater(lane);
            return;
        }

        Continue(lane, lane.Step switch
        {
            AttemptStep.Read => operation.Apply(lane, connection),
            AttemptStep.Write => operation.Confirm(lane, connection),
            _ => ThrowUnreachable(lane),
        });
    }

    /// <summary>Takes a step of a later attempt, and counts its operations.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void AdvanceLater(AccountLane<TState> lane)
    {
        var before = connection.Operations;
        var next = lane.Step switch
        {
            AttemptStep.Read => operation.Apply(lane, connection),
            AttemptStep.Write => operation.Confirm(lane, connection),
            AttemptStep.CopyRead => WriteCopies(lane),
            AttemptStep.CopyWrite => ReadCopies(lane),
            _ => ThrowUnreachable(lane),
        };
        CountFault(lane, connection.Operations - before);
        Continue(lane, next);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Continue(AccountLane<TState> lane, NextStep next)
    {
        if (next == NextStep.Commit)
        {
            RecordLatency(lane);
            if (paced is not null && lane.InPlace)
            {
                RecordPaced(paced, lane);
            }
        }

        if (next is NextStep.Commit or NextStep.Pass)
        {
            next = lane.Pass(operation.CountOf(lane)) ? NextStep.Start : NextStep.End;
        }

        switch (next)
        {
            case NextStep.Start:
                StartTransaction(lane);
                break;
            case NextStep.End:
                ReportDone(lane);
                break;
            case NextStep.Fail:
                EndFailed(lane);
                break;
            default:
                break;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void StartTransaction(AccountLane<TState> lane)
    {
        lane.StartedAt = Now;
        if (paced is null || !Holds(paced, lane))
        {
            ReadTransaction(lane);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void ReadTransaction(AccountLane<TState> lane)
    {
        lane.Step = AttemptStep.Read;
        if (lane.InPlace)
        {
            operation.Read(lane, connection);
        }
        else
        {
            ReadLater(lane);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReadLater(AccountLane<TState> lane)
    {
        var before = connection.Operations;
        operation.Read(lane, connection);
        CountFault(lane, connection.Operations - before);
    }

    private NextStep ReadCopies(AccountLane<TState> lane)
    {
        if (lane.ChunkEnd == lane.AccountCount)
        {
            return operation.Resume(lane, connection);
        }

        if (lane.Copies.Length == 0)
        {
            lane.Copies = new AccountState[AccountLane.ChunkSize];
            lane.CopiedFields = new long[AccountLane.ChunkSize * operation.More];
        }

        lane.Step = AttemptStep.CopyRead;
        lane.OpenChunk(lane.ChunkEnd);
        for (var part = 0; part < lane.Pending; part++)
        {
            connection.Get(
                new AccountKey(lane.Accounts[lane.ChunkStart + part], lane.Accepted), lane.TagOf(part));
        }

        return NextStep.Wait;
    }

    private NextStep WriteCopies(AccountLane<TState> lane)
    {
        lane.Step = AttemptStep.CopyWrite;
        lane.Pending = lane.ChunkEnd - lane.ChunkStart;
        for (var part = 0; part < lane.Pending; part++)
        {
            var key = new AccountKey(lane.Accounts[lane.ChunkStart + part], lane.Version);
            if (operation.More == 0)
            {
                connection.Set(key, lane.Copies[part], lane.TagOf(part));
            }
            else
            {
                var more = lane.CopiedFields.AsSpan(part * operation.More, operation.More);
                connection.SetFields(key, lane.Copies[part], more, lane.TagOf(part));
            }
        }

        return NextStep.Wait;
    }

    /// <summary>
    /// Records the duration of a lane's transactions. A later attempt records them when it is done, without the first
    /// one, which an earlier attempt started.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void RecordLatency(AccountLane<TState> lane)
    {
        var count = operation.CountOf(lane);
        if (!lane.InPlace)
        {
            Hold(lane, lane.StartedAt, count, lane.Kind);
            return;
        }

        // In memory, separate calls took 6 % of the CPU time. Most lanes start together, so one call is enough.
        if (lane.StartedAt != startedTogether)
        {
            EndRecording();
            startedTogether = lane.StartedAt;
        }

        doneTogether += count;
        if (operation.Kinds > 1)
        {
            doneOfKind[lane.Kind] += count;
        }
    }

    /// <summary>Records the remaining latencies of an exchange: all its replies arrived together.</summary>
    private void EndRecording()
    {
        if (doneTogether > 0)
        {
            var took = (long)((Now - startedTogether) * nanosecondsPerTick);
            latency.Record(took, doneTogether);
            doneTogether = 0;
            for (var kind = 0; kind < doneOfKind.Length; kind++)
            {
                if (doneOfKind[kind] > 0)
                {
                    latency.OfKind(kind).Record(took, doneOfKind[kind]);
                    doneOfKind[kind] = 0;
                }
            }
        }
    }

    /// <exception cref="UnreachableException">Always: the lane waits at a step without operations.</exception>
    private static NextStep ThrowUnreachable(AccountLane<TState> lane) =>
        throw new UnreachableException($"lane {lane.Number} waits at {lane.Step}");

    // Separate methods: inlined, they would make the loop of a pump without a schedule too large for the compiler.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void RecordPaced(PacedLanes<AccountLane<TState>> kept, AccountLane<TState> lane) =>
        kept.Record(lane, new ItemTime(lane.Due, lane.StartedAt, Now, Count: 1));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool Holds(PacedLanes<AccountLane<TState>> kept, AccountLane<TState> lane) => kept.Holds(
        lane, ((long)lane.BlocksDone * lane.Work.Numbering.BlockLength) + lane.Work.IndexOf(lane.Slot), Now);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool Await(PacedLanes<AccountLane<TState>> due)
    {
        Tick();
        while (due.TryTake(Now, out var lane))
        {
            if (lane.Failure is not null)
            {
                EndFailed(lane);
                continue;
            }

            lane.StartedAt = Now;
            ReadTransaction(lane);
        }

        var nothingInFlight = Outstanding == 0;
        var replied = connection.Await(due.WaitAt(Now));
        if (nothingInFlight)
        {
            due.CountWait(Now);
        }

        return replied;
    }
}

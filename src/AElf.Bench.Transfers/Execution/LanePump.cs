using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Execution;

/// <summary>
/// Runs many jobs at once over one pipelined connection: a state machine, replies in, store operations out. It knows no clock, thread or
/// socket; whoever hosts it calls <see cref="IAccountConnection.Exchange"/> and hands over what came.
/// </summary>
/// <remarks>
/// The rules of the exactly-once protocol that bind an actor live here: a first attempt writes in place; a later one copies the accepted
/// versions to its own epoch and applies a side only when its sequence is lower; a write is never tried again; an
/// attempt with an indeterminate or refused operation never says done; every value read must be of the key asked for.
/// </remarks>
public sealed class LanePump
{
    /// <summary>Accounts in one MGET or MSET, and copies in flight at once in one lane.</summary>
    public const int ChunkSize = 32;

    // A tag names the lane and, in its low bits, which of the lane's operations it is.
    private const int PartBits = 6;
    private const int PartMask = (1 << PartBits) - 1;

    private static readonly double NanosecondsPerTick = 1e9 / Stopwatch.Frequency;

    private readonly Lane[] lanes;
    private readonly Stack<Lane> free;
    private readonly IAttemptListener listener;
    private readonly LatencyHistogram latency;
    private readonly AccountKey[] chunkKeys = new AccountKey[ChunkSize];
    private IAccountConnection store;
    private RoundPlan? plan;
    private int[] placeInGroup = [];
    private long now;

    /// <summary>A pump whose finished transfers are timed into <paramref name="latency"/>.</summary>
    public LanePump(int lanes, IAccountConnection store, IAttemptListener listener, LatencyHistogram latency)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(lanes, 1);
        this.lanes = [.. Enumerable.Range(0, lanes).Select(number => new Lane(number))];
        this.store = store;
        this.listener = listener;
        this.latency = latency;
        free = new Stack<Lane>(this.lanes.Reverse());
    }

    /// <summary>Jobs that can be in flight at once.</summary>
    public int Lanes => lanes.Length;

    /// <summary>Jobs in flight.</summary>
    public int Active => lanes.Length - free.Count;

    /// <summary>Transfers whose writes are acknowledged, less those of attempts that failed.</summary>
    public long Committed { get; private set; }

    /// <summary>Operations queued by attempts after the first.</summary>
    public OperationCounts FaultOperations { get; private set; }

    /// <summary>Makes the next grants refer to another round. No job may be in flight.</summary>
    public void Open(RoundPlan next)
    {
        ArgumentNullException.ThrowIfNull(next);
        if (Active != 0)
        {
            throw new InvalidOperationException($"{Active} jobs of the last round are still in flight");
        }

        plan = next;
        if (placeInGroup.Length < next.Block.AccountCount)
        {
            placeInGroup = new int[next.Block.AccountCount];
        }
    }

    /// <summary>Starts a grant in a free lane.</summary>
    /// <param name="grant">What to do.</param>
    /// <param name="timestamp">Now, in <see cref="Stopwatch"/> ticks.</param>
    public void Start(Grant grant, long timestamp)
    {
        now = timestamp;
        var lane = free.Pop();
        lane.Grant = grant;
        lane.GroupCursor = 0;
        StartGroup(lane);
    }

    /// <summary>Advances each lane by the replies it was waiting for.</summary>
    /// <param name="replies">As they came from the connection.</param>
    /// <param name="timestamp">When they came, in <see cref="Stopwatch"/> ticks.</param>
    public void Deliver(ReadOnlySpan<AccountReply> replies, long timestamp)
    {
        now = timestamp;
        foreach (ref readonly var reply in replies)
        {
            var lane = lanes[reply.Tag >> PartBits];
            lane.Pending--;
            OnReply(lane, reply.Tag & PartMask, reply);
            if (lane.Pending == 0)
            {
                Advance(lane);
            }
        }
    }

    /// <summary>The connection is lost: every attempt in flight ends as failed; <see cref="Resume"/> goes on with the groups behind them.</summary>
    public void Abandon(string reason)
    {
        foreach (var lane in lanes.Except(free))
        {
            lane.Pending = 0;
            lane.Failure ??= new AttemptFailure(lane.Group, lane.Grant.Epoch, lane.Step, -1, reason, Fatal: false);
            ReportFailure(lane);
            lane.GroupCursor++;
        }
    }

    /// <summary>Goes on over a new connection after <see cref="Abandon"/>.</summary>
    public void Resume(IAccountConnection connection, long timestamp)
    {
        store = connection;
        now = timestamp;
        foreach (var lane in lanes.Except(free).ToList())
        {
            StartGroup(lane);
        }
    }

    /// <summary>Ends a grant early: its attempt fails when the replies it is owed are in, and none of its groups is started after that.</summary>
    /// <returns>False when no lane works on the grant.</returns>
    public bool Abort(Grant grant, string reason)
    {
        var found = false;
        foreach (var lane in lanes.Except(free).Where(lane => lane.Grant == grant))
        {
            lane.Failure ??= new AttemptFailure(lane.Group, grant.Epoch, lane.Step, -1, reason, Fatal: false);

            // A lane that is owed nothing waits for Resume with its cursor behind the lost attempt; another has yet to pass it.
            lane.GroupCursor = (grant.Job < 0 ? 1 : Plan.Jobs[grant.Job].Length) - (lane.Pending > 0 ? 1 : 0);
            found = true;
        }

        return found;
    }

    /// <summary>Adds to <paramref name="progress"/> how far each job in flight is.</summary>
    public void SampleLanes(ICollection<LaneProgress> progress)
    {
        foreach (var lane in lanes.Except(free))
        {
            progress.Add(new LaneProgress(lane.Grant, new LanePosition(lane.GroupCursor, lane.ChunkStart + lane.TransferCursor, lane.Step).ToInt64()));
        }
    }

    /// <summary>Drops every job in flight without a word: the run is over.</summary>
    public void Stop()
    {
        foreach (var lane in lanes.Except(free).Reverse().ToList())
        {
            lane.Pending = 0;
            lane.Failure = null;
            free.Push(lane);
        }
    }

    private RoundPlan Plan => plan ?? throw new InvalidOperationException("no round is open");

    private static bool InPlace(Lane lane) => lane.Grant.Epoch == 0;

    private bool InBatch(Lane lane) => Plan.Mode == TransferMode.Batch && InPlace(lane);

    private void StartGroup(Lane lane)
    {
        var round = Plan;
        if (lane.Grant.Job < 0)
        {
            if (lane.GroupCursor > 0)
            {
                Free(lane);
                return;
            }

            lane.Group = lane.Grant.Group;
        }
        else
        {
            var groups = round.Jobs[lane.Grant.Job];
            if (lane.GroupCursor == groups.Length)
            {
                Free(lane);
                return;
            }

            lane.Group = groups[lane.GroupCursor];
        }

        lane.TransferCursor = 0;
        lane.ChunkStart = 0;
        lane.StartedAt = now;
        lane.Failure = null;
        if (!InPlace(lane))
        {
            CollectAccounts(lane);
            ReadChunk(lane, AttemptStep.CopyRead, start: 0);
        }
        else if (round.Mode == TransferMode.Batch)
        {
            CollectAccounts(lane);
            ReadChunk(lane, AttemptStep.Read, start: 0);
        }
        else
        {
            ReadTransfer(lane);
        }
    }

    private void Free(Lane lane)
    {
        free.Push(lane);
        listener.Ended(lane.Grant);
    }

    private static int TagOf(Lane lane, int part) => (lane.Number << PartBits) | part;

    private void OnReply(Lane lane, int part, in AccountReply reply)
    {
        switch (reply.Kind)
        {
            case ReplyKind.Value when lane.Step is AttemptStep.CopyRead || (lane.Step == AttemptStep.Read && InBatch(lane)):
                lane.States[lane.ChunkStart + part] = reply.State;
                Check(lane, part, AcceptedKey(lane.Accounts[lane.ChunkStart + part]), reply.Key);
                break;
            case ReplyKind.Value when lane.Step == AttemptStep.Read && part == 0:
                lane.From = reply.State;
                Check(lane, part, lane.FromKey, reply.Key);
                break;
            case ReplyKind.Value when lane.Step == AttemptStep.Read:
                lane.To = reply.State;
                Check(lane, part, lane.ToKey, reply.Key);
                break;
            case ReplyKind.Stored when lane.Step is AttemptStep.Write or AttemptStep.CopyWrite:
                break;
            default:
                var fatal = reply.Kind is ReplyKind.Missing or ReplyKind.Corrupt;
                Fail(lane, AccountOfPart(lane, part), Explain(reply.Kind), fatal);
                break;
        }
    }

    private void Check(Lane lane, int part, AccountKey asked, AccountKey found)
    {
        if (asked != found)
        {
            Fail(
                lane,
                AccountOfPart(lane, part),
                $"the store's value was written for account {found.Account} version {found.Version}, "
                    + $"not for account {asked.Account} version {asked.Version}",
                fatal: true);
        }
    }

    private string Explain(ReplyKind kind) => kind switch
    {
        ReplyKind.Missing => "the store has no value for an account that was seeded",
        ReplyKind.Corrupt => $"the store's value is no account's: {store.LastError}",
        ReplyKind.Refused => $"the store answered {store.LastError}",
        _ => $"a reply of kind {kind} came out of turn",
    };

    // A command over several accounts has one reply when it writes: its first account stands for all.
    private int AccountOfPart(Lane lane, int part)
    {
        if (lane.Step is AttemptStep.CopyRead or AttemptStep.CopyWrite || InBatch(lane))
        {
            return lane.Accounts[lane.ChunkStart + part];
        }

        var transfer = CurrentTransfer(lane);
        return part == 0 ? transfer.From : transfer.To;
    }

    private void Advance(Lane lane)
    {
        if (lane.Failure is not null)
        {
            ReportFailure(lane);
            NextGroup(lane);
            return;
        }

        switch (lane.Step)
        {
            case AttemptStep.Read when InBatch(lane):
                AdvanceBatchRead(lane);
                break;
            case AttemptStep.Read:
                Apply(lane);
                break;
            case AttemptStep.Write when InBatch(lane):
                AdvanceBatchWrite(lane);
                break;
            case AttemptStep.Write:
                CommitTransfer(lane);
                break;
            case AttemptStep.CopyRead:
                WriteCopies(lane);
                break;
            case AttemptStep.CopyWrite:
                AdvanceCopy(lane);
                break;
            default:
                throw new UnreachableException($"lane {lane.Number} waits at {lane.Step}");
        }
    }

    private void ReadTransfer(Lane lane)
    {
        var transfer = CurrentTransfer(lane);
        PrefetchNextTransfer(lane);
        lane.Step = AttemptStep.Read;
        lane.FromKey = KeyToApply(lane, transfer.From);
        lane.ToKey = KeyToApply(lane, transfer.To);
        if (Plan.Mode == TransferMode.Multi && InPlace(lane))
        {
            store.MultiGet([lane.FromKey, lane.ToKey], TagOf(lane, 0));
        }
        else
        {
            store.Get(lane.FromKey, TagOf(lane, 0));
            store.Get(lane.ToKey, TagOf(lane, 1));
            CountFault(lane, reads: 2, writes: 0);
        }

        lane.Pending = 2;
    }

    private void Apply(Lane lane)
    {
        var transfer = CurrentTransfer(lane);
        var sequence = SequenceOf(lane);
        lane.Step = AttemptStep.Apply;
        if (Refuses(lane, transfer, sequence, lane.From, lane.To))
        {
            ReportFailure(lane);
            NextGroup(lane);
            return;
        }

        // Only an attempt on copies can meet a side that an earlier attempt has applied; it skips that side.
        var from = new AccountState(sequence, lane.From.Balance - transfer.Amount);
        var to = new AccountState(sequence, lane.To.Balance + transfer.Amount);
        WriteTransfer(lane, lane.From.Sequence < sequence ? from : null, lane.To.Sequence < sequence ? to : null);
    }

    private static bool Refuses(Lane lane, Transfer transfer, long sequence, AccountState from, AccountState to)
    {
        if (InPlace(lane) && (from.Sequence >= sequence || to.Sequence >= sequence))
        {
            var (account, found) = from.Sequence >= sequence ? (transfer.From, from) : (transfer.To, to);
            Fail(lane, account, $"sequence {found.Sequence} is already at or past transfer {sequence}", fatal: false);
            return true;
        }

        if (from.Sequence < sequence && from.Balance < transfer.Amount)
        {
            Fail(
                lane,
                transfer.From,
                $"balance {from.Balance} is below the amount {transfer.Amount} of transfer {sequence}, which the generator promised cannot be",
                fatal: true);
            return true;
        }

        return false;
    }

    private void WriteTransfer(Lane lane, AccountState? from, AccountState? to)
    {
        lane.Step = AttemptStep.Write;
        if (Plan.Mode == TransferMode.Multi && InPlace(lane))
        {
            store.MultiSet([lane.FromKey, lane.ToKey], [from!.Value, to!.Value], TagOf(lane, 0));
            lane.Pending = 1;
            return;
        }

        var writes = 0;
        if (from is { } paid)
        {
            store.Set(lane.FromKey, paid, TagOf(lane, 0));
            writes++;
        }

        if (to is { } received)
        {
            store.Set(lane.ToKey, received, TagOf(lane, 1));
            writes++;
        }

        if (writes == 0)
        {
            // The copy already held both sides: the transfer was applied, and timed, by an earlier attempt.
            PassTransfer(lane);
            return;
        }

        CountFault(lane, reads: 0, writes);
        lane.Pending = writes;
    }

    private void CommitTransfer(Lane lane)
    {
        latency.Record(ElapsedNanoseconds(lane));
        PassTransfer(lane);
    }

    private void PassTransfer(Lane lane)
    {
        Committed++;
        lane.TransferCursor++;
        lane.StartedAt = now;
        if (lane.TransferCursor < Plan.Groups.SizeOf(lane.Group))
        {
            ReadTransfer(lane);
        }
        else
        {
            ReportDone(lane);
        }
    }

    private void ReadChunk(Lane lane, AttemptStep step, int start)
    {
        lane.Step = step;
        lane.ChunkStart = start;
        lane.ChunkEnd = Math.Min(start + ChunkSize, lane.AccountCount);
        var keys = ChunkKeys(lane, accepted: true);
        if (step == AttemptStep.Read)
        {
            store.MultiGet(keys, TagOf(lane, 0));
        }
        else
        {
            for (var i = 0; i < keys.Length; i++)
            {
                store.Get(keys[i], TagOf(lane, i));
            }

            CountFault(lane, reads: keys.Length, writes: 0);
        }

        lane.Pending = keys.Length;
    }

    private void WriteCopies(Lane lane)
    {
        lane.Step = AttemptStep.CopyWrite;
        var keys = ChunkKeys(lane, accepted: false);
        for (var i = 0; i < keys.Length; i++)
        {
            store.Set(keys[i], lane.States[lane.ChunkStart + i], TagOf(lane, i));
        }

        CountFault(lane, reads: 0, writes: keys.Length);
        lane.Pending = keys.Length;
    }

    private void AdvanceCopy(Lane lane)
    {
        if (lane.ChunkEnd < lane.AccountCount)
        {
            ReadChunk(lane, AttemptStep.CopyRead, lane.ChunkEnd);
        }
        else
        {
            lane.StartedAt = now;
            ReadTransfer(lane);
        }
    }

    private void AdvanceBatchRead(Lane lane)
    {
        if (lane.ChunkEnd < lane.AccountCount)
        {
            ReadChunk(lane, AttemptStep.Read, lane.ChunkEnd);
            return;
        }

        lane.Step = AttemptStep.Apply;
        if (ApplyGroup(lane))
        {
            WriteBatch(lane, start: 0);
        }
        else
        {
            ReportFailure(lane);
            NextGroup(lane);
        }
    }

    private bool ApplyGroup(Lane lane)
    {
        var round = Plan;
        foreach (var index in round.Groups[lane.Group])
        {
            var transfer = round.Block.Transfers[index];
            var sequence = round.Block.SequenceOf(round.BlockNumber, index);
            ref var from = ref lane.States[placeInGroup[transfer.From]];
            ref var to = ref lane.States[placeInGroup[transfer.To]];
            if (Refuses(lane, transfer, sequence, from, to))
            {
                return false;
            }

            from = new AccountState(sequence, from.Balance - transfer.Amount);
            to = new AccountState(sequence, to.Balance + transfer.Amount);
        }

        return true;
    }

    private void WriteBatch(Lane lane, int start)
    {
        lane.Step = AttemptStep.Write;
        lane.ChunkStart = start;
        lane.ChunkEnd = Math.Min(start + ChunkSize, lane.AccountCount);
        store.MultiSet(
            ChunkKeys(lane, accepted: false), lane.States.AsSpan(start, lane.ChunkEnd - start), TagOf(lane, 0));
        lane.Pending = 1;
    }

    private void AdvanceBatchWrite(Lane lane)
    {
        if (lane.ChunkEnd < lane.AccountCount)
        {
            WriteBatch(lane, lane.ChunkEnd);
            return;
        }

        var size = Plan.Groups.SizeOf(lane.Group);
        latency.Record(ElapsedNanoseconds(lane), size);
        Committed += size;
        lane.TransferCursor = size;
        ReportDone(lane);
    }

    private ReadOnlySpan<AccountKey> ChunkKeys(Lane lane, bool accepted)
    {
        var count = lane.ChunkEnd - lane.ChunkStart;
        for (var i = 0; i < count; i++)
        {
            var account = lane.Accounts[lane.ChunkStart + i];
            chunkKeys[i] = accepted ? AcceptedKey(account) : KeyToApply(lane, account);
        }

        return chunkKeys.AsSpan(0, count);
    }

    // Groups share no account, so an account's place in its group is the same for every lane of this pump.
    private void CollectAccounts(Lane lane)
    {
        var round = Plan;
        var group = round.Groups[lane.Group];
        lane.Reserve(group.Length + 1);
        foreach (var index in group)
        {
            var transfer = round.Block.Transfers[index];
            placeInGroup[transfer.From] = -1;
            placeInGroup[transfer.To] = -1;
        }

        foreach (var index in group)
        {
            var transfer = round.Block.Transfers[index];
            Place(lane, transfer.From);
            Place(lane, transfer.To);
        }
    }

    private void Place(Lane lane, int account)
    {
        ref var place = ref placeInGroup[account];
        if (place < 0)
        {
            place = lane.AccountCount;
            lane.Accounts[lane.AccountCount++] = account;
        }
    }

    private Transfer CurrentTransfer(Lane lane) => Plan.Block.Transfers[Plan.Groups[lane.Group][lane.TransferCursor]];

    private long SequenceOf(Lane lane) => Plan.Block.SequenceOf(Plan.BlockNumber, Plan.Groups[lane.Group][lane.TransferCursor]);

    // A group's transfers lie scattered over the block: while this one is with the store, the next one comes to the cache.
    private unsafe void PrefetchNextTransfer(Lane lane)
    {
        var group = Plan.Groups[lane.Group];
        if (Sse.IsSupported && lane.TransferCursor + 1 < group.Length)
        {
            Sse.Prefetch0(Unsafe.AsPointer(in Plan.Block.Transfers[group[lane.TransferCursor + 1]]));
        }
    }

    private AccountKey AcceptedKey(int account) => new(account, Plan.Versions[account]);

    private AccountKey KeyToApply(Lane lane, int account) =>
        new(account, InPlace(lane) ? Plan.Versions[account] : lane.Grant.Epoch);

    private void CountFault(Lane lane, int reads, int writes)
    {
        if (!InPlace(lane))
        {
            FaultOperations += new OperationCounts(reads, writes, 0, 0, reads, writes);
        }
    }

    private static void Fail(Lane lane, int account, string reason, bool fatal)
    {
        // A fatal reason outranks a doubt that came first.
        if (lane.Failure is null || (fatal && !lane.Failure.Fatal))
        {
            lane.Failure = new AttemptFailure(lane.Group, lane.Grant.Epoch, lane.Step, account, reason, fatal);
        }
    }

    private void ReportDone(Lane lane)
    {
        listener.Done(lane.Group, lane.Grant.Epoch);
        NextGroup(lane);
    }

    private void ReportFailure(Lane lane)
    {
        Committed -= lane.TransferCursor;
        listener.Failed(lane.Failure!);
    }

    private void NextGroup(Lane lane)
    {
        lane.GroupCursor++;
        StartGroup(lane);
    }

    private long ElapsedNanoseconds(Lane lane) => (long)((now - lane.StartedAt) * NanosecondsPerTick);
}

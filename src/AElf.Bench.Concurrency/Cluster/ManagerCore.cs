using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Routing;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>
/// The manager's half of the exactly-once protocol: who is a member, who is granted what, which Done counts, when to grant again and when to
/// give up. Events in, effects out; equal events give equal effects.
/// </summary>
public sealed class ManagerCore
{
    private const int MaxNameLength = 64;
    private const int MaxActors = 4096;
    private const int MaxLanes = 65_536;

    // What a worker takes to read and group a transfer when several share a core with other work; it takes 0.2 to 0.4 µs alone.
    private static readonly TimeSpan GroupingTime = TimeSpan.FromMicroseconds(4);

    private readonly ManagerOptions options;
    private readonly ManagerState state;
    private readonly ProtocolGuards guards;
    private readonly List<ManagerEffect> effects = [];
    private readonly List<ManagerMember> members = [];
    private readonly Dictionary<string, long> endedConnections = new(StringComparer.Ordinal);
    private readonly Queue<(long Position, OpenGrant? Grant, ManagerEffect? Effect)> afterSync = [];
    private ManagerBlock? block;
    private Block? lastBlock;
    private BlockManifest? lastManifest;
    private HashRing? ring;
    private RouterState router;
    private long position;
    private long synced;
    private int lastEpoch;
    private bool started;
    private bool begun;
    private bool completed;
    private string? failed;

    /// <summary>A manager that goes on from what its log says.</summary>
    /// <param name="options">The run.</param>
    /// <param name="state">From <see cref="LogReplay"/>, or <see cref="ManagerState.Empty"/>.</param>
    public ManagerCore(ManagerOptions options, ManagerState state)
        : this(options, state, ProtocolGuards.All)
    {
    }

    internal ManagerCore(ManagerOptions options, ManagerState state, ProtocolGuards guards)
    {
        ArgumentNullException.ThrowIfNull(options);
        ArgumentNullException.ThrowIfNull(state);
        this.options = options;
        this.state = state;
        this.guards = guards;
        position = state.Records;
        synced = state.Records - 1;
        lastEpoch = state.LastEpoch;
        router = new RouterState(0, options.Seed);
    }

    /// <summary>The members, in the order they joined.</summary>
    public IReadOnlyList<ClusterMember> Members => [.. members.Select(member => member.Worker)];

    /// <summary>What the members' last heartbeats said, taken together.</summary>
    public ExecutorSnapshot Snapshot()
    {
        var all = members.SelectMany(member => member.Health).ToList();
        return all.Count == 0
            ? default
            : new ExecutorSnapshot(all.Sum(actor => actor.Committed), all.Max(actor => actor.Waiting), all.Max(actor => actor.OldestAge));
    }

    /// <summary>How things stand.</summary>
    public ManagerView View() => new(
        options.Run,
        block?.Manifest.Number ?? -1,
        block?.Manifest.Transfers ?? 0,
        block?.Done.Length ?? 0,
        block is null ? 0 : block.Done.Length - block.Remaining,
        [.. members.Select(member => new MemberView(member.Worker, member.Health, member.Open.Count, member.Credits))],
        block is null
            ? []
            : [.. members.SelectMany(member => member.Open).Where(open => open.Idle > 0).OrderByDescending(open => open.Idle).Select(block.View)]);

    /// <summary>Takes an event.</summary>
    /// <returns>What is to be done about it, in order. The list lives until the next call.</returns>
    /// <exception cref="InvalidOperationException">A block is handed over while another is executed.</exception>
    public IReadOnlyList<ManagerEffect> Handle(ManagerEvent managerEvent)
    {
        effects.Clear();
        switch (managerEvent)
        {
            case ManagerEvent.Received(var connection, var message):
                OnMessage(connection, message);
                break;
            case ManagerEvent.Disconnected(var connection, var reason):
                if (members.Find(member => member.Connection == connection) is { } disconnected)
                {
                    Lose(disconnected, reason);
                }

                break;
            case ManagerEvent.TimerFired(var timer):
                OnTimer(timer);
                break;
            case ManagerEvent.Synced(var upTo):
                synced = Math.Max(synced, upTo);
                break;
            case ManagerEvent.Execute(var plan):
                Execute(plan);
                break;
            case ManagerEvent.Close(var failure):
                Close(failure);
                break;
            default:
                throw new UnreachableException($"{managerEvent}");
        }

        GiveWork();
        ReleaseSynced();
        return effects;
    }

    private void OnMessage(long connection, Message message)
    {
        switch (message)
        {
            case Message.Hello hello:
                OnHello(connection, hello);
                break;
            case Message.Heartbeat heartbeat when Find(heartbeat.Incarnation) is { } member:
                OnHeartbeat(member, heartbeat);
                break;
            case Message.Heartbeat heartbeat:
                Send(connection, new Message.Rejected(heartbeat.Incarnation, Refusal.NotMember, "the manager does not have this worker as a member"));
                break;
            case Message.Done done:
                OnDone(connection, done);
                break;
            case Message.Failed failed:
                OnFailed(connection, failed);
                break;
            default:
                // What only a manager says: the sender is no worker.
                effects.Add(new ManagerEffect.Disconnect(connection));
                break;
        }
    }

    private ManagerMember? Find(long incarnation) => members.Find(member => member.Worker.Incarnation == incarnation);

    private void OnHello(long connection, Message.Hello hello)
    {
        var worker = hello.Worker;
        if (Refuse(hello) is { } refused)
        {
            Send(connection, refused);
            return;
        }

        var known = members.Find(member => string.Equals(member.Worker.Name, worker.Name, StringComparison.Ordinal));
        if (connection <= endedConnections.GetValueOrDefault(worker.Name, -1) || connection < known?.Connection)
        {
            // It comes late, from a connection that is no more.
            return;
        }

        if (known is not null && known.Worker.Incarnation != worker.Incarnation)
        {
            Send(connection, new Message.Rejected(worker.Incarnation, Refusal.Duplicate, $"a worker named {worker.Name} is a member already"));
            return;
        }

        if (known is not null && known.Connection != connection)
        {
            Lose(known, "it said hello over another connection");
            known = null;
        }

        if (known is null)
        {
            known = new ManagerMember(worker, connection, options.Actors.Lanes);
            members.Add(known);
            ring = null;
            effects.Add(new ManagerEffect.Joined(worker));
            effects.Add(new ManagerEffect.CancelTimer(new ManagerTimer(TimerKind.NoWorkers, 0)));
            started |= members.Count >= options.WorkersToStart;
        }

        WatchSilence(known);
        Send(connection, new Message.Welcome(worker.Incarnation, Members, options.System.HeartbeatInterval, options.System.AcceptableHeartbeatPause));
        SendRun(known, whole: true);
        if (completed)
        {
            Send(connection, new Message.CloseRun(options.Run, failed));
        }
    }

    private Message.Rejected? Refuse(Message.Hello hello)
    {
        var incarnation = hello.Worker.Incarnation;
        if (hello.Version != Message.ProtocolVersion)
        {
            return new Message.Rejected(
                incarnation, Refusal.Version, $"the worker speaks version {hello.Version} of the protocol, the manager version {Message.ProtocolVersion}");
        }

        if (hello.Worker.Name.Length is < 1 or > MaxNameLength)
        {
            return new Message.Rejected(
                incarnation, Refusal.Configuration, $"the worker's name has {hello.Worker.Name.Length} characters; 1 to {MaxNameLength} are right");
        }

        if (hello.Worker.Actors is < 1 or > MaxActors || hello.Worker.Lanes is < 1 or > MaxLanes)
        {
            return new Message.Rejected(
                incarnation,
                Refusal.Configuration,
                $"the worker has {hello.Worker.Actors} actors of {hello.Worker.Lanes} lanes; 1 to {MaxActors} of 1 to {MaxLanes} are right");
        }

        return options.StoreAddresses.Contains(hello.Worker.Store, StringComparer.Ordinal)
            ? null
            : new Message.Rejected(
                incarnation,
                Refusal.Configuration,
                $"the worker's store is at '{hello.Worker.Store}', the manager's at '{string.Join("' or '", options.StoreAddresses)}'");
    }

    private void WatchSilence(ManagerMember member) => effects.Add(new ManagerEffect.SetTimer(
        new ManagerTimer(TimerKind.Deadline, member.Worker.Incarnation), MaxSilenceOf(member)));

    private TimeSpan MaxSilenceOf(ManagerMember member) => options.System.AcceptableHeartbeatPause + member.Grouping;

    private void OnHeartbeat(ManagerMember member, Message.Heartbeat heartbeat)
    {
        if (heartbeat.Number <= member.LastHeartbeat)
        {
            return;
        }

        member.LastHeartbeat = heartbeat.Number;
        member.Credits = heartbeat.Credits;
        member.Health = heartbeat.Actors;
        if (block is null || heartbeat.Block >= block.Manifest.Number)
        {
            member.Grouping = TimeSpan.Zero;
        }

        WatchSilence(member);
        if (completed)
        {
            Send(member.Connection, new Message.CloseRun(options.Run, failed));
        }

        if (block is null || completed)
        {
            return;
        }

        // What was just sent needs a heartbeat to arrive and one to be told of.
        member.HeartbeatsWithoutBlock = heartbeat.Block < block.Manifest.Number ? member.HeartbeatsWithoutBlock + 1 : 0;
        if (member.HeartbeatsWithoutBlock >= 2)
        {
            SendRun(member, whole: true);
        }

        WatchProgress(member, heartbeat.Running);
    }

    private void WatchProgress(ManagerMember member, IReadOnlyList<AttemptProgress> running)
    {
        var moved = false;
        var reported = new Dictionary<Grant, AttemptProgress>(running.Count);
        foreach (var each in running)
        {
            reported[each.Work] = each;
        }

        foreach (var open in member.Open)
        {
            if (!open.Sent)
            {
                continue;
            }

            var isKnown = reported.TryGetValue(open.Work, out var progress);
            var progressed = isKnown && progress.Position > open.Position;
            moved |= progressed;
            open.Unknown = isKnown ? 0 : open.Unknown + 1;
            open.Idle = progressed ? 0 : open.Idle + 1;
            (open.Position, open.At) = isKnown ? (progress.Position, progress.Actor) : (open.Position, open.At);
            if (open.Unknown >= 2)
            {
                // Lost on the way, or its report was. The worker knows which, and executes it once only.
                open.Unknown = 0;
                effects.Add(SendOf(open));
            }
        }

        foreach (var open in member.Open.Where(open => open.Idle > 0).ToList())
        {
            // A grant that waits behind others is as well as they are.
            if (open.Position < 0 && moved)
            {
                open.Idle = 0;
            }
            else if (open.Idle > options.MaxIdleHeartbeats)
            {
                Send(member.Connection, new Message.Abort(member.Worker.Incarnation, options.Run, block!.Manifest.Number, open.Work));
                EndGrant(open, $"{block.View(open)}: no progress over {open.Idle} heartbeats");
            }
        }
    }

    private void OnDone(long connection, Message.Done report)
    {
        var accepted = new List<Attempt>(report.Attempts.Count);
        if (IsUnderWay(report.Run, report.Block))
        {
            foreach (var attempt in report.Attempts)
            {
                if (Counts(report.Incarnation, attempt.Group, attempt.Epoch))
                {
                    Accept(attempt);
                    accepted.Add(attempt);
                }
                else if (!guards.StaleDone && block.Current[attempt.Group] is { Sent: true } current)
                {
                    // The error the guard keeps us from: taking any Done of the group for that of the attempt under way.
                    var taken = attempt with { Epoch = current.Work.Epoch };
                    Accept(taken);
                    accepted.Add(taken);
                }
            }
        }

        if (accepted.Count > 0)
        {
            Append(new LogRecord.Done(report.Block, accepted));
        }

        AfterSync(new ManagerEffect.Send(connection, new Message.Acknowledged(report.Incarnation, report.Number)));
        CloseBlockWhenDone();
    }

    // A worker may still report on a run that another manager failed.
    [MemberNotNullWhen(true, nameof(block))]
    private bool IsUnderWay(string run, long number) =>
        block is not null && !completed && number == block.Manifest.Number && string.Equals(run, options.Run, StringComparison.Ordinal);

    private bool Counts(long incarnation, int group, int epoch)
    {
        if ((uint)group >= (uint)block!.Done.Length || block.Done[group])
        {
            return false;
        }

        var current = block.Current[group];
        return current is { Sent: true } && current.Work.Epoch == epoch && (current.Member.Worker.Incarnation == incarnation || !guards.Incarnation);
    }

    private void Accept(Attempt attempt)
    {
        Release(attempt.Group);
        block!.Done[attempt.Group] = true;
        block.Remaining--;
        if (attempt.Epoch > 0)
        {
            block.Plan.AdoptVersion(attempt.Group, attempt.Epoch);
        }
    }

    private void OnFailed(long connection, Message.Failed report)
    {
        var lost = report.Failure;
        AfterSync(new ManagerEffect.Send(connection, new Message.Acknowledged(report.Incarnation, report.Number)));
        if (!IsUnderWay(report.Run, report.Block) || !Counts(report.Incarnation, lost.Group, lost.Epoch))
        {
            return;
        }

        var worker = block.Current[lost.Group]?.Member.Worker.Name ?? string.Empty;
        effects.Add(new ManagerEffect.AttemptFailed(worker, lost));
        Release(lost.Group);
        if (lost.Fatal)
        {
            Fail($"{lost}, met by worker {worker}", storeLostData: true);
        }
        else if (MayTryAgain(lost.Group, $"{lost}, met by worker {worker}"))
        {
            block.Pausing.Add(lost.Group);
            effects.Add(new ManagerEffect.SetTimer(new ManagerTimer(TimerKind.Pause, lost.Group), RetryPause.After(block.Attempts[lost.Group])));
        }
    }

    private bool MayTryAgain(int group, string reason)
    {
        if (block!.Attempts[group] < options.Actors.MaxAttempts)
        {
            return true;
        }

        Fail($"group {group} failed {block.Attempts[group]} times, the last time so: {reason}", storeLostData: false);
        return false;
    }

    /// <summary>The attempt of a group is over; with its last one a grant is.</summary>
    private void Release(int group)
    {
        var open = block!.Current[group];
        block.Current[group] = null;
        if (open is not null && --open.Left == 0)
        {
            Remove(open);
        }
    }

    private void Remove(OpenGrant open)
    {
        open.Member.Open.Remove(open);
        if (open.Actor >= 0)
        {
            open.Member.GrantsOf[open.Actor]--;
            open.Member.TransfersOf[open.Actor] -= block!.TransfersOf(open.Work);
        }
    }

    private void EndGrant(OpenGrant open, string reason)
    {
        foreach (var group in block!.GroupsOf(open.Work))
        {
            if (ReferenceEquals(block.Current[group], open))
            {
                Release(group);
                if (MayTryAgain(group, $"group {group}, epoch {open.Work.Epoch}: {reason}"))
                {
                    block.Retries.Enqueue(group);
                }
            }
        }
    }

    private void Lose(ManagerMember member, string reason)
    {
        members.Remove(member);
        ring = null;
        endedConnections[member.Worker.Name] = member.Connection;
        effects.Add(new ManagerEffect.CancelTimer(new ManagerTimer(TimerKind.Deadline, member.Worker.Incarnation)));
        effects.Add(new ManagerEffect.Disconnect(member.Connection));
        effects.Add(new ManagerEffect.Lost(member.Worker, reason));
        foreach (var open in member.Open.ToList())
        {
            EndGrant(open, $"worker {member.Worker.Name} was lost: {reason}");
        }

        WatchForWorkers();
    }

    private void WatchForWorkers()
    {
        if (members.Count == 0 && block is not null && !completed)
        {
            effects.Add(new ManagerEffect.SetTimer(new ManagerTimer(TimerKind.NoWorkers, 0), options.WorkerWait));
        }
    }

    private void OnTimer(ManagerTimer timer)
    {
        switch (timer.Kind)
        {
            case TimerKind.Deadline when Find(timer.Subject) is { } member:
                Lose(member, $"no heartbeat for {MaxSilenceOf(member).TotalSeconds:0.###} s");
                break;
            case TimerKind.Pause when block?.Pausing.Remove((int)timer.Subject) == true:
                block.Retries.Enqueue((int)timer.Subject);
                break;
            case TimerKind.NoWorkers when members.Count == 0 && block is not null && !completed:
                Fail(
                    $"no worker for {options.WorkerWait.TotalSeconds:0.###} s; {block.Remaining} groups of block {block.Manifest.Number} are not done",
                    storeLostData: false);
                break;
            default:
                break;
        }
    }

    private void Execute(RoundPlan plan)
    {
        begun = true;
        if (block is not null)
        {
            throw new InvalidOperationException($"block {plan.BlockNumber} is handed over while block {block.Manifest.Number} is executed");
        }

        if (position == 0)
        {
            Append(new LogRecord.RunOpened(LogRecord.RunOpened.CurrentVersion, options.Run, options.Configuration));
        }

        if (completed || state.Closed)
        {
            completed = true;
            effects.Add(new ManagerEffect.RunFailed(state.Failure ?? "the run is over", StoreLostData: false));
            return;
        }

        block = new ManagerBlock(plan, ManifestOf(plan));
        if (!state.Blocks.TryGetValue(plan.BlockNumber, out var history))
        {
            Append(new LogRecord.BlockOpened(block.Manifest));
        }
        else if (history.Manifest != block.Manifest)
        {
            Fail($"the log has block {plan.BlockNumber} as {history.Manifest}, this run as {block.Manifest}", storeLostData: false);
            return;
        }
        else
        {
            ResumeFrom(history);
        }

        CloseBlockWhenDone();
        if (block is not null)
        {
            members.ForEach(member => SendRun(member, whole: member.ContentId != block.Manifest.ContentId));
            WatchForWorkers();
        }
    }

    private BlockManifest ManifestOf(RoundPlan plan)
    {
        var transfers = plan.Block;
        lastManifest = ReferenceEquals(transfers, lastBlock)
            ? lastManifest! with { Number = plan.BlockNumber, Groups = plan.Groups.Count, Jobs = plan.Jobs.Count }
            : new BlockManifest(
                plan.BlockNumber,
                plan.BlockNumber,
                transfers.AccountCount,
                transfers.Count,
                plan.Groups.Count,
                plan.Jobs.Count,
                BlockManifest.ChecksumOf(transfers.Transfers));
        lastBlock = transfers;
        return lastManifest;
    }

    /// <summary>Grants of which nobody knows what became of them are given again; their old attempts reach dead keys only.</summary>
    private void ResumeFrom(BlockHistory history)
    {
        foreach (var job in history.GrantedJobs)
        {
            block!.JobGranted[job] = true;
            foreach (var group in block.Plan.Jobs[job])
            {
                block.Attempts[group] = 1;
            }
        }

        foreach (var again in history.Reassigned)
        {
            block!.Attempts[again.Group]++;
        }

        foreach (var (group, epoch) in history.Done)
        {
            Accept(new Attempt(group, epoch));
        }

        for (var job = 0; job < block!.JobGranted.Length; job++)
        {
            foreach (var group in block.Plan.Jobs[job])
            {
                if (block.JobGranted[job] && !block.Done[group] && MayTryAgain(group, "the manager was started anew"))
                {
                    block.Retries.Enqueue(group);
                }
            }
        }
    }

    private void CloseBlockWhenDone()
    {
        if (block is { Remaining: 0 } && !completed)
        {
            AfterSync(new ManagerEffect.BlockDone(block.Manifest.Number));
            block = null;
        }
    }

    private void Close(string? failure)
    {
        if (completed)
        {
            return;
        }

        if (failure is not null)
        {
            Fail(failure, storeLostData: false);
            return;
        }

        completed = true;
        if (begun)
        {
            // Else the log is for whoever tries again.
            Append(new LogRecord.RunClosed(Failure: null));
        }

        SendClosed(failure: null);
    }

    private void Fail(string reason, bool storeLostData)
    {
        if (completed)
        {
            return;
        }

        completed = true;
        failed = reason;
        Append(new LogRecord.RunClosed(reason));
        effects.Add(new ManagerEffect.RunFailed(reason, storeLostData));
        SendClosed(reason);
    }

    private void SendClosed(string? failure)
    {
        foreach (var member in members)
        {
            Send(member.Connection, new Message.CloseRun(options.Run, failure));
        }
    }

    private void SendRun(ManagerMember member, bool whole)
    {
        member.HeartbeatsWithoutBlock = 0;
        if (block is null || completed)
        {
            return;
        }

        if (!whole)
        {
            Send(member.Connection, new Message.BlockChunk(options.Run, block.Manifest, 0, ReadOnlyMemory<Transfer>.Empty));
            return;
        }

        member.ContentId = block.Manifest.ContentId;
        Send(member.Connection, new Message.OpenRun(options.Run, block.Plan.Mode, options.Actors.Lanes, options.AddedRoundTrip));
        var transfers = lastBlock!.Transfers;
        member.Grouping = GroupingTime * transfers.Length;
        WatchSilence(member);
        for (var offset = 0; offset == 0 || offset < transfers.Length; offset += options.ChunkTransfers)
        {
            var part = transfers.Slice(offset, Math.Min(options.ChunkTransfers, transfers.Length - offset));
            Send(member.Connection, new Message.BlockChunk(options.Run, block.Manifest, offset, part.ToArray()));
        }
    }

    private void GiveWork()
    {
        while (block is not null && !completed && started && members.Count > 0)
        {
            if (!PeekWork(out var work) || !ChooseActor(work, out var member, out var actor))
            {
                return;
            }

            TakeWork(work);
            Give(member, actor, work);
        }
    }

    private bool PeekWork(out Grant work)
    {
        while (block!.NextJob < block.JobGranted.Length && block.JobGranted[block.NextJob])
        {
            block.NextJob++;
        }

        if (block.Retries.TryPeek(out var group))
        {
            work = Grant.Retry(group, guards.NewEpochs ? lastEpoch + 1 : 0);
            return true;
        }

        work = Grant.Initial(block.NextJob);
        return block.NextJob < block.JobGranted.Length;
    }

    private void TakeWork(Grant work)
    {
        if (work.Job >= 0)
        {
            block!.JobGranted[work.Job] = true;
            return;
        }

        block!.Retries.Dequeue();
        lastEpoch = Math.Max(lastEpoch, work.Epoch);
        effects.Add(new ManagerEffect.Reassigned(work));
    }

    private bool ChooseActor(Grant work, out ManagerMember member, out int actor)
    {
        if (options.Actors.Routing == RoutingStrategy.Pull)
        {
            actor = -1;
            member = LeastLoaded();
            return member.Open.Count < member.Credits;
        }

        var routees = new List<Routee>();
        var owners = new List<(ManagerMember Member, int Actor)>();
        for (var worker = 0; worker < members.Count; worker++)
        {
            for (var each = 0; each < members[worker].Worker.Actors; each++)
            {
                routees.Add(new Routee(worker, members[worker].GrantsOf[each], members[worker].TransfersOf[each]));
                owners.Add((members[worker], each));
            }
        }

        ring ??= new HashRing(routees.Count, options.Actors.VirtualNodes);
        var group = work.Job >= 0 ? block!.Plan.Jobs[work.Job][0] : work.Group;
        var anchor = block!.Plan.Block.Transfers[block.Plan.Groups[group][0]].To;
        var next = router;
        var chosen = Router.Select(options.Actors.Routing, new RoutedJob(anchor, block.TransfersOf(work)), CollectionsMarshal.AsSpan(routees), ring, ref next);
        (member, actor) = owners[chosen];
        if (member.GrantsOf[actor] >= options.Actors.MailboxCapacity)
        {
            return false;
        }

        router = next;
        return true;
    }

    /// <summary>The member with the fewest grants for each actor: who pulls gets an equal share.</summary>
    private ManagerMember LeastLoaded()
    {
        var least = members[0];
        foreach (var member in members)
        {
            var free = member.Open.Count < member.Credits;
            var leastIsFree = least.Open.Count < least.Credits;
            var lighter = (long)member.Open.Count * least.Worker.Actors < (long)least.Open.Count * member.Worker.Actors;
            least = free && (!leastIsFree || lighter) ? member : least;
        }

        return least;
    }

    private void Give(ManagerMember member, int actor, Grant work)
    {
        var groups = block!.GroupsOf(work);
        var open = new OpenGrant(member, actor, work, groups.Length);
        foreach (var group in groups)
        {
            block.Current[group] = open;
            block.Attempts[group]++;
        }

        member.Open.Add(open);
        if (actor >= 0)
        {
            member.GrantsOf[actor]++;
            member.TransfersOf[actor] += block.TransfersOf(work);
        }

        if (!guards.LogBeforeSend)
        {
            open.Sent = true;
            effects.Add(SendOf(open));
        }

        Append(new LogRecord.Granted(block.Manifest.Number, work, member.Worker.Incarnation));
        afterSync.Enqueue((position - 1, open, null));
    }

    private ManagerEffect.Send SendOf(OpenGrant open) => new(
        open.Member.Connection,
        new Message.Assign(open.Member.Worker.Incarnation, options.Run, block!.Manifest.Number, open.Actor, open.Work, VersionsOf(open.Work)));

    private List<AccountKey> VersionsOf(Grant work)
    {
        if (lastEpoch == 0)
        {
            return [];
        }

        var versions = block!.Plan.Versions;
        var keys = new List<AccountKey>();
        var named = new HashSet<int>();
        foreach (var group in block.GroupsOf(work))
        {
            foreach (var account in block.Plan.AccountsOf(group))
            {
                if (versions[account] != 0 && named.Add(account))
                {
                    keys.Add(new AccountKey(account, versions[account]));
                }
            }
        }

        return keys;
    }

    private void Append(LogRecord record) => effects.Add(new ManagerEffect.Append(position++, record));

    private void AfterSync(ManagerEffect effect) => afterSync.Enqueue((position - 1, null, effect));

    private void ReleaseSynced()
    {
        while (afterSync.TryPeek(out var next) && next.Position <= synced)
        {
            afterSync.Dequeue();
            if (next.Effect is not null)
            {
                effects.Add(next.Effect);
            }
            else if (next.Grant is { Left: > 0, Sent: false } open && members.Contains(open.Member) && !completed)
            {
                open.Sent = true;
                effects.Add(SendOf(open));
            }
        }
    }

    private void Send(long connection, Message message) => effects.Add(new ManagerEffect.Send(connection, message));
}

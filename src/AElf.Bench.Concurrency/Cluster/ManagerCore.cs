using System.Diagnostics;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>
/// Decides which workers are members, which grants are sent and which reports count. Equal events cause equal effects.
/// Refuses reports of an old epoch, run or incarnation. Next: <see cref="GrantScheduler"/>.
/// </summary>
public sealed class ManagerCore
{
    private static readonly ManagerTimer NoWorkers = new(TimerKind.NoWorkers, 0);
    private static readonly ManagerTimer Opening = new(TimerKind.Opening, 0);

    private readonly ManagerOptions options;
    private readonly ManagerState state;
    private readonly ProtocolGuards guards;
    private readonly List<ManagerEffect> effects = [];
    private readonly Membership membership;
    private readonly GrantScheduler scheduler;
    private readonly Queue<(long Position, OpenGrant? Grant, ManagerEffect? Effect)> afterSync = [];
    private readonly GrantSplitter splitter;
    private readonly ResultCollector results;
    private RoundTally? tally;
    private long position;
    private long synced;
    private bool begun;
    private bool opening;
    private bool over;
    private Problem? failed;

    /// <summary>A manager that continues from the state in its log.</summary>
    /// <param name="state">From <see cref="LogReplay"/>, or <see cref="ManagerState.Empty"/>.</param>
    public ManagerCore(ManagerOptions options, ManagerState state)
        : this(options, state, ProtocolGuards.All)
    {
    }

    internal ManagerCore(ManagerOptions options, ManagerState state, ProtocolGuards guards)
    {
        this.options = options;
        this.state = state;
        this.guards = guards;
        membership = new Membership(options.System, options.StoreAddresses, effects);
        scheduler = new GrantScheduler(options.Scheduling, Math.Max(state.LastEpoch, options.EpochsBefore), guards);
        splitter = new GrantSplitter(options.Run, options.MaxWorkBytes);
        results = new ResultCollector(options, membership, effects);
        position = state.Records;
        synced = state.Records - 1;
    }

    /// <summary>The members, in the order they joined.</summary>
    public IReadOnlyList<ClusterMember> Members => [.. membership.Members.Select(member => member.Worker)];

    /// <summary>The commits of the round, and the mailboxes from the members' last heartbeats.</summary>
    public ExecutorSnapshot Snapshot()
    {
        var actors = membership.Members.SelectMany(member => member.Health).DefaultIfEmpty().ToList();
        return new ExecutorSnapshot(
            tally?.Committed ?? 0, actors.Max(actor => actor.Waiting), actors.Max(actor => actor.OldestAge));
    }

    public ManagerView View() => new(
        options.Run,
        scheduler.Round?.Number ?? -1,
        scheduler.Round?.Manifest.Weight ?? 0,
        scheduler.Round?.Manifest.Units ?? 0,
        scheduler.Round is null ? 0 : scheduler.UnitsDone,
        [.. membership.Members.Select(member =>
            new MemberView(member.Worker, member.Health, member.Slot?.Grants.Count ?? 0, member.Slot?.Credits ?? 0)
            {
                Dispatchers = member.Dispatchers,
            })],
        scheduler.IdleGrants());

    /// <summary>Handles one event.</summary>
    /// <returns>The effects in order. The list is valid until the next call.</returns>
    /// <exception cref="InvalidOperationException">A round is handed over while another one is executed.</exception>
    public IReadOnlyList<ManagerEffect> Handle(ManagerEvent happened)
    {
        effects.Clear();
        switch (happened)
        {
            case ManagerEvent.Received(var connection, var message):
                OnMessage(connection, message);
                break;
            case ManagerEvent.Disconnected(var connection, var reason) when membership.On(connection) is { } gone:
                Lose(gone, reason);
                break;
            case ManagerEvent.Disconnected:
                break;
            case ManagerEvent.TimerFired(var timer):
                OnTimer(timer);
                break;
            case ManagerEvent.Synced(var upTo):
                synced = Math.Max(synced, upTo);
                break;
            case ManagerEvent.BeginSeeding:
                BeginSeeding();
                break;
            case ManagerEvent.Announce:
                Announce();
                break;
            case ManagerEvent.Execute(var round):
                Execute(round);
                break;
            case ManagerEvent.Close(var failure):
                Close(failure);
                break;
            default:
                throw new UnreachableException($"{happened}");
        }

        CarryOutScheduling();
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
            case Message.Heartbeat heartbeat
                when membership.Find(heartbeat.Incarnation) is { } member && connection <= member.Connection:
                OnHeartbeat(member, heartbeat);
                break;
            case Message.Heartbeat heartbeat:
                // Either the worker is unknown, or the manager knows it over an older connection, has not noticed the
                // end of that connection, and has lost the Hello over this one.
                Send(connection, Membership.NoMember(heartbeat.Incarnation));
                break;
            case Message.Done done:
                OnDone(connection, done);
                break;
            case Message.Failed failure:
                if (IsOfRun(failure.Run))
                {
                    var name = membership.Find(failure.Incarnation)?.Worker.Name;
                    scheduler.OnFailed(failure.Incarnation, failure.Round, failure.Failure, $"worker {name}");
                }

                AfterSync(
                    new ManagerEffect.Send(connection, new Message.Acknowledged(failure.Incarnation, failure.Number)));
                break;
            case Message.Sample sample when IsOfRun(sample.Run) && membership.Find(sample.Incarnation) is not null:
                tally?.OnSample(sample.Incarnation, sample.Committed);
                break;
            case Message.Sample:
                break;
            case Message.RoundResult result:
                results.OnResult(result);
                break;
            default:
                // Only managers send this message: the sender is not a worker.
                effects.Add(new ManagerEffect.Disconnect(connection));
                break;
        }
    }

    // A worker may still report on a run that another manager failed.
    private bool IsOfRun(string run) => !over && string.Equals(run, options.Run, StringComparison.Ordinal);

    private void OnHello(long connection, Message.Hello hello)
    {
        var (member, lost, isNew) = membership.OnHello(connection, hello);
        if (lost is not null)
        {
            Lose(lost, "it said hello over another connection");
        }

        if (member is null)
        {
            return;
        }

        if (isNew)
        {
            membership.Add(member);
            if (options.Members.Has(member.Worker))
            {
                effects.Add(new ManagerEffect.CancelTimer(NoWorkers));
                var worker = options.Members.Use(member.Worker);
                member.Slot = scheduler.AddWorker(
                    worker.Incarnation,
                    worker.Name,
                    worker.Actors,
                    worker.Actors * Math.Min(worker.Lanes, options.Scheduling.Actors.Lanes));
            }
        }

        membership.WatchSilence(member);
        Send(connection, new Message.Welcome(
            member.Worker.Incarnation,
            Members,
            options.System.HeartbeatInterval,
            options.System.AcceptableHeartbeatPause));
        AnnounceRun(member);
    }

    private void OnHeartbeat(ManagerMember member, Message.Heartbeat heartbeat)
    {
        if (heartbeat.Number <= member.LastHeartbeat)
        {
            return;
        }

        if (member.On(heartbeat) is { } impossible)
        {
            Lose(member, impossible);
            return;
        }

        membership.WatchSilence(member);
        results.OnHeartbeat(member);
        var hasRun = string.Equals(heartbeat.Run, options.Run, StringComparison.Ordinal);
        var isOver = over && begun;
        if (member.Slot is null ? hasRun : isOver)
        {
            // The worker may have taken part in the run under an earlier manager.
            Send(member.Connection, options.Closing(failed));
        }
        else if (begun && member.Slot is not null)
        {
            // A sent grant needs one heartbeat interval to arrive and one to be reported.
            member.HasRun = hasRun;
            member.HeartbeatsWithoutRun = member.HasRun ? 0 : member.HeartbeatsWithoutRun + 1;
            EndOpening(isDue: false);
            if (member.HeartbeatsWithoutRun >= 2)
            {
                AnnounceRun(member);
            }

            scheduler.OnProgress(member.Slot, heartbeat.Running, member.IsReceiving);
        }
    }

    private void OnDone(long connection, Message.Done done)
    {
        var accepted = new List<Attempt>(done.Attempts.Count);
        if (IsOfRun(done.Run))
        {
            foreach (var attempt in done.Attempts)
            {
                if (scheduler.OnDone(done.Incarnation, done.Round, attempt) is { } counted)
                {
                    accepted.Add(counted);
                    tally!.OnAccepted(counted.Unit);
                }
            }
        }

        if (accepted.Count > 0)
        {
            Append(new LogRecord.Done(done.Round, accepted));
        }

        AfterSync(new ManagerEffect.Send(connection, new Message.Acknowledged(done.Incarnation, done.Number)));
    }

    private void OnTimer(ManagerTimer timer)
    {
        switch (timer.Kind)
        {
            case TimerKind.Deadline when membership.Find(timer.Subject) is { } member:
                Lose(member, $"no heartbeat for {options.System.AcceptableHeartbeatPause.TotalSeconds:0.###} s");
                break;
            case TimerKind.Pause:
                scheduler.OnPauseOver((int)timer.Subject);
                break;
            case TimerKind.NoWorkers when !membership.OfRun.Any() && scheduler.Round is { } round:
                Fail(
                    $"no worker for {options.WorkerWait.TotalSeconds:0.###} s; "
                        + $"{scheduler.UnitsLeft} units of round {round.Number} are not done",
                    storeLostData: false);
                break;
            case TimerKind.Results:
                results.End();
                break;
            case TimerKind.Opening:
                EndOpening(isDue: true);
                break;
            default:
                break;
        }
    }

    private void Lose(ManagerMember member, string reason)
    {
        membership.Remove(member, reason);
        if (member.Slot is { } slot)
        {
            NoteFault(("worker", $"worker {member.Worker.Name} was lost: {reason}"));
            scheduler.RemoveWorker(slot, reason);
        }

        tally?.Forget(member.Worker.Incarnation);
        results.Drop(member.Worker.Incarnation);
        EndOpening(isDue: false);
        WatchForWorkers();
    }

    private void WatchForWorkers()
    {
        if (!membership.OfRun.Any() && scheduler.Round is not null)
        {
            effects.Add(new ManagerEffect.SetTimer(NoWorkers, options.WorkerWait));
        }
    }

    private void BeginSeeding()
    {
        if (over)
        {
            effects.Add(new ManagerEffect.RunFailed(failed!, StoreLostData: false));
            return;
        }

        OpenLog();
        Append(new LogRecord.SeedingBegun(scheduler.TakeEpoch()));
        AfterSync(new ManagerEffect.SeedingLogged(scheduler.LastEpoch));
    }

    private void OpenLog()
    {
        if (position == 0)
        {
            Append(new LogRecord.RunOpened(LogRecord.RunOpened.CurrentVersion, options.Run, options.Configuration));
        }
    }

    /// <summary>
    /// Starts the opening of the run at the workers. The first round begins after that, so that its time does not
    /// include connecting to the store.
    /// </summary>
    private void Announce()
    {
        opening = true;
        var isNew = !begun && !over && !state.Closed;
        if (isNew)
        {
            OpenLog();
            Begin();
            effects.Add(new ManagerEffect.SetTimer(Opening, options.ResultWait));
        }

        EndOpening(isDue: !isNew);
    }

    private void EndOpening(bool isDue)
    {
        if (opening && (isDue || membership.OfRun.All(member => member.HasRun)))
        {
            opening = false;
            effects.Add(new ManagerEffect.CancelTimer(Opening));
            effects.Add(new ManagerEffect.RunReady());
        }
    }

    private void Begin()
    {
        if (!begun)
        {
            begun = true;
            foreach (var member in membership.OfRun)
            {
                AnnounceRun(member);
            }
        }
    }

    private void Execute(IRound round)
    {
        if (scheduler.Round is { } current)
        {
            throw new InvalidOperationException(
                $"round {round.Number} is handed over while round {current.Number} is executed");
        }

        if (over || state.Closed)
        {
            (begun, over, tally) = (true, true, null);
            effects.Add(
                new ManagerEffect.RunFailed(failed ?? state.Failure ?? "the run is over", StoreLostData: false));
            results.Begin(-1, tally);
            return;
        }

        OpenLog();
        var history = state.Rounds.GetValueOrDefault(round.Number);
        if (history is null)
        {
            Append(new LogRecord.RoundOpened(round.Manifest));
        }
        else if (history.Manifest != round.Manifest)
        {
            begun = true;
            Fail(
                $"the log has round {round.Number} as {history.Manifest}, this run as {round.Manifest}",
                storeLostData: false);
            return;
        }

        tally = new RoundTally(round, history);
        Begin();
        scheduler.Open(round, history?.History);
        WatchForWorkers();
    }

    private void Close(Problem? failure)
    {
        if (over)
        {
            return;
        }

        if (failure is not null)
        {
            Fail(failure, storeLostData: false);
            return;
        }

        over = true;
        End(failure: null);
    }

    private void Fail(Problem reason, bool storeLostData)
    {
        if (over)
        {
            return;
        }

        (over, opening) = (true, false);
        failed = reason;
        scheduler.Close();
        End(reason, new ManagerEffect.RunFailed(reason, storeLostData));
        results.Begin(-1, tally);
    }

    private void End(Problem? failure, params ReadOnlySpan<ManagerEffect> effect)
    {
        // The next attempt at a run without a begun round uses its log, and the workers that have opened it.
        if (begun)
        {
            Append(new LogRecord.RunClosed(failure));
        }

        effects.AddRange(effect);
        foreach (var member in begun ? membership.OfRun : [])
        {
            Send(member.Connection, options.Closing(failure));
        }
    }

    private void AnnounceRun(ManagerMember member)
    {
        member.HeartbeatsWithoutRun = 0;
        if (begun && member.Slot is not null)
        {
            Send(member.Connection, over ? options.Closing(failed) : options.Opening());
        }
    }

    private void CarryOutScheduling()
    {
        foreach (var effect in scheduler.TakeEffects())
        {
            CarryOut(effect);
        }
    }

    private void CarryOut(SchedulerEffect effect)
    {
        switch (effect)
        {
            case SchedulerEffect.Assign(var grant):
                Assign(grant);
                break;
            case SchedulerEffect.Resend(var grant):
                SendWork(grant);
                break;
            case SchedulerEffect.Abort(var grant):
                SendTo(grant, new Message.Abort(grant.Worker.Id, options.Run, grant.Round, grant.Grant));
                break;
            case SchedulerEffect.Pause(var unit, var after):
                effects.Add(new ManagerEffect.SetTimer(new ManagerTimer(TimerKind.Pause, unit), after));
                break;
            case SchedulerEffect.AttemptFailed(var worker, var failure):
                effects.Add(new ManagerEffect.AttemptFailed(worker, failure));
                NoteFault(FaultNotes.Of(failure));
                break;
            case SchedulerEffect.RoundDone(var round):
                AfterSync(new ManagerEffect.RoundDone(round));
                break;
            case SchedulerEffect.Failed(var reason, var storeLostData):
                Fail(reason, storeLostData);
                break;
            default:
                throw new UnreachableException($"{effect}");
        }
    }

    private void Assign(OpenGrant grant)
    {
        if (grant.Grant.Job < 0)
        {
            effects.Add(new ManagerEffect.Reassigned(grant.Grant, tally!.HolderOf(grant.Grant), grant.Worker.Name));
        }

        tally!.OnGranted(grant.Worker.Id, grant.Grant, grant.Worker.Name);

        if (!guards.LogBeforeSend)
        {
            grant.MarkSent();
            SendWork(grant);
        }

        Append(new LogRecord.Granted(grant.Round, grant.Grant, grant.Worker.Id));
        afterSync.Enqueue((position - 1, grant, null));
    }

    private void SendWork(OpenGrant open)
    {
        if (scheduler.Round is not { } round)
        {
            return;
        }

        foreach (var part in splitter.Split(round, open))
        {
            SendTo(open, part);
        }
    }

    private void SendTo(OpenGrant grant, Message message)
    {
        if (membership.Find(grant.Worker.Id) is { } member)
        {
            Send(member.Connection, message);
        }
    }

    // A manager that resumes the run lists the fault in its report.
    private void NoteFault((string, string)? fault)
    {
        if (fault is var (kind, what) && begun && !over)
        {
            Append(new LogRecord.FaultMet(kind, what));
        }
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
                if (next.Effect is ManagerEffect.RoundDone(var round) && !over)
                {
                    results.Begin(round, tally);
                }
            }
            else if (next.Grant is { IsOpen: true, IsSent: false, Worker.IsMember: true } grant && !over)
            {
                grant.MarkSent();
                SendWork(grant);
            }
        }
    }

    private void Send(long connection, Message message) => effects.Add(new ManagerEffect.Send(connection, message));
}

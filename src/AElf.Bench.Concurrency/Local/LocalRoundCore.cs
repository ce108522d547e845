using System.Diagnostics;
using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Concurrency.Local;

/// <summary>
/// Decides a round of one process: it receives reports, pauses, observations and silence, and returns grants. Fails a
/// round without progress. Next: <see cref="GrantScheduler"/>.
/// </summary>
/// <remarks>
/// Uses no thread and no clock: times are relative to the start of the round's window.
/// </remarks>
internal sealed class LocalRoundCore(
    IRound round, LocalOptions options, LocalScheduler scheduler, ILocalActors actors)
{
    // Between two waits for reports the host checks for cancellation.
    private static readonly TimeSpan MaxWait = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan MinWait = TimeSpan.FromMilliseconds(1);

    private readonly GrantScheduler grants = scheduler.Grants;
    private readonly GrantWork work = GrantWork.Of(round);
    private readonly PriorityQueue<int, TimeSpan> pauses = new();
    private readonly Queue<OpenGrant> unposted = [];
    private readonly List<Grant> reassigned = [];
    private Dictionary<(long Round, Grant Grant), (int Actor, long Position)> observed = [];
    private TimeSpan observationDue = options.ObservationInterval;
    private TimeSpan lastTurn;
    private TimeSpan silence;
    private long committedBySilence;
    private bool isDone;

    /// <summary>Whether all units are done, or the round has failed.</summary>
    public bool IsOver => isDone || Failure is not null;

    /// <summary>Why the round failed; null if it has not.</summary>
    public Problem? Failure { get; private set; }

    /// <summary>Whether the store lost or damaged data.</summary>
    public bool StoreLostData { get; private set; }

    /// <summary>Weight of the units that are done.</summary>
    public long Committed { get; private set; }

    /// <summary>Repeated grants, in order.</summary>
    public IReadOnlyList<Grant> Reassigned => reassigned;

    /// <summary>Weight of the units that were granted again.</summary>
    public long Retried { get; private set; }

    public FaultNotes Faults { get; } = new();
    public SliceRecorder Slices { get; } = new(options.Slice);

    /// <summary>
    /// The number of reports to wait for; only one while a grant waits for room in a mailbox.
    /// </summary>
    public int WakeCount => grants.HasUnassigned ? 1 : grants.UnitsLeft;

    public TimeSpan WaitAt(TimeSpan now)
    {
        var next = (Slices.Due < observationDue ? Slices.Due : observationDue) - now;
        if (pauses.TryPeek(out _, out var due) && due - now < next)
        {
            next = due - now;
        }

        return TimeSpan.FromTicks(Math.Clamp(next.Ticks, MinWait.Ticks, MaxWait.Ticks));
    }

    public void Open()
    {
        grants.Open(round, history: null);
        CarryOut(TimeSpan.Zero);
    }

    /// <summary>Handles the reports, and the pauses, slices and observations that are due.</summary>
    /// <exception cref="InvalidOperationException">A broken invariant.</exception>
    public void Poll(TimeSpan now, IReadOnlyList<Report> reports)
    {
        foreach (var report in reports)
        {
            OnReport(now, report);
        }

        while (pauses.TryPeek(out var unit, out var due) && due <= now)
        {
            pauses.Dequeue();
            grants.OnPauseOver(unit);
        }

        while (unposted.TryPeek(out var grant) && actors.TryPost(grant.Actor, grant.Grant, work))
        {
            unposted.Dequeue();
        }

        CarryOut(now);
        if (now >= Slices.Due)
        {
            CutSlice(now, atEnd: false);
        }

        if (now >= observationDue)
        {
            ObserveGrants(now);
        }

        CheckProgress(now);
    }

    /// <summary>Fails the round; only the first reason counts.</summary>
    public void Fail(Problem reason) => Failure ??= reason;

    /// <summary>Ends the last slice; after a failure nothing counts.</summary>
    public void Close(TimeSpan now)
    {
        CutSlice(now, atEnd: true);
        if (Failure is not null)
        {
            grants.Close();
        }
    }

    private void OnReport(TimeSpan now, in Report report)
    {
        switch (report.Kind)
        {
            case ReportKind.Done:
                OnDone(report);
                break;
            case ReportKind.Failed:
                grants.OnFailed(scheduler.Worker.Id, report.Round, report.Failure, $"actor {report.Actor}");
                break;
            case ReportKind.ConnectionLost:
                Faults.Add(now, report.FaultKind, $"{report.Reason}");
                break;
            case ReportKind.Dead:
                Fail(report.Reason.After($"actor {report.Actor} gave up: "));
                break;
            default:
                throw new UnreachableException($"{report.Kind}");
        }
    }

    private void OnDone(in Report report)
    {
        // The scheduler gives up a failed round.
        var hasFailed = Failure is not null || (grants.Round is null && grants.UnitsLeft > 0);
        if (grants.OnDone(scheduler.Worker.Id, report.Round, report.Attempt) is { } accepted)
        {
            Committed += round.WeightOf(accepted.Unit);
            silence = TimeSpan.Zero;
        }
        else if (!scheduler.Ended.Remove((report.Round, report.Attempt)) && !hasFailed)
        {
            throw new InvalidOperationException(
                $"unit {report.Attempt.Unit} is done at epoch {report.Attempt.Epoch} by actor {report.Actor}, "
                    + "which was not granted");
        }
    }

    private void CarryOut(TimeSpan now)
    {
        foreach (var effect in grants.TakeEffects())
        {
            CarryOut(now, effect);
        }
    }

    private void CarryOut(TimeSpan now, SchedulerEffect effect)
    {
        switch (effect)
        {
            case SchedulerEffect.Assign(var grant):
                Post(grant);
                break;
            case SchedulerEffect.Abort(var grant):
                OnEnded(now, grant.Grant);
                break;
            case SchedulerEffect.Pause(var unit, var after):
                pauses.Enqueue(unit, now + after);
                break;
            case SchedulerEffect.AttemptFailed(_, var lost):
                // A reported attempt is not lost. The number of attempts is limited.
                silence = TimeSpan.Zero;
                Faults.Add(now, lost);
                break;
            case SchedulerEffect.RoundDone:
                isDone = true;
                break;
            case SchedulerEffect.Failed(var reason, var lostData):
                Fail(reason);
                StoreLostData |= lostData;
                break;
            default:
                throw new UnreachableException($"{effect}");
        }
    }

    private void Post(OpenGrant grant)
    {
        grant.MarkSent();
        if (grant.Grant.Job < 0)
        {
            reassigned.Add(grant.Grant);
            Retried += round.WeightOf(grant.Grant.Unit);
        }

        if (unposted.Count == 0 && actors.TryPost(grant.Actor, grant.Grant, work))
        {
            return;
        }

        // A mailbox may be full of grants that ended before an actor took them.
        unposted.Enqueue(grant);
        if (scheduler.Ended.Count == 0 && Failure is null)
        {
            throw new InvalidOperationException(
                $"a mailbox has no room for {grant.Grant}, although it is below its capacity");
        }
    }

    /// <summary>Notes the attempts of an ended grant; its lane, if any, ends by itself.</summary>
    private void OnEnded(TimeSpan now, Grant grant)
    {
        var what = grant.Job >= 0 ? $"job {grant.Job}" : $"unit {grant.Unit}, granted again,";
        Faults.Add(now, "stalled", $"{what} made no progress and was ended");
        foreach (var unit in grant.Job >= 0 ? round.Jobs[grant.Job] : [grant.Unit])
        {
            scheduler.Ended.Add((round.Number, new Attempt(unit, grant.Epoch)));
        }
    }

    private void CutSlice(TimeSpan now, bool atEnd)
    {
        var seen = actors.Snapshot();

        // Actors count work again if a later grant repeats it.
        if (Slices.Cut(now, atEnd ? Committed : Math.Min(seen.Committed, round.Jobs.Weight), seen) > 0)
        {
            silence = TimeSpan.Zero;
        }
    }

    /// <summary>Reports the progress of the grants to the scheduler, from the last observation of the actors.</summary>
    private void ObserveGrants(TimeSpan now)
    {
        observationDue = now + options.ObservationInterval;
        var lanes = new Dictionary<(long Round, Grant Grant), (int Actor, long Position)>();
        foreach (var (actor, lane) in actors.Running())
        {
            lanes[(lane.Round, lane.Grant)] = (actor, lane.Position);
        }

        // A grant may wait behind lanes with ended grants, of this round or an earlier one.
        var isMoving = lanes.Any(lane => lane.Value.Position == LanePosition.WaitsForTime
            || lane.Value.Position != observed.GetValueOrDefault(lane.Key, (-1, -1)).Position);
        observed = lanes;
        grants.OnProgress(
            scheduler.Worker,
            [.. scheduler.Worker.Grants.Select(open => lanes.TryGetValue((round.Number, open.Grant), out var at)
                ? new GrantProgress(open.Grant, at.Actor, at.Position)
                : new GrantProgress(open.Grant, -1, -1))],
            isMoving);
        CarryOut(now);
        actors.RequestObservation();
    }

    private void CheckProgress(TimeSpan now)
    {
        // A pause ends by itself. If the gap exceeds the longest wait between two turns, the process and its actors
        // were stalled.
        var since = now - lastTurn;
        if (pauses.Count == 0)
        {
            silence += since < MaxWait ? since : MaxWait;
        }

        lastTurn = now;
        if (IsOver || silence <= options.MaxSilence)
        {
            return;
        }

        var seen = actors.Snapshot().Committed;
        if (seen > committedBySilence)
        {
            (silence, committedBySilence) = (TimeSpan.Zero, seen);
        }
        else
        {
            var where = grants.IdleGrants() is [var first, ..] ? first.ToString() : "no actor has a job";
            Fail($"nothing was committed or reported as failed for {options.MaxSilence.TotalSeconds:0} s; "
                + $"{Counted(grants.UnitsLeft, "unit is", "units are")} not done; {where}");
        }
    }
}

/// <summary>The state of grants that the local host keeps between rounds.</summary>
internal sealed class LocalScheduler
{
    public LocalScheduler(LocalOptions options, ProtocolGuards guards)
    {
        Grants = new GrantScheduler(
            new SchedulerOptions
            {
                Actors = options.Actors,
                Seed = options.Seed,
                RetryTimeout = options.Store.ReconnectDeadline,
                MaxIdleObservations = options.MaxIdleObservations,
            },
            lastEpoch: 0,
            guards);
        Worker = Grants.AddWorker(
            0, "this process", options.Actors.Actors, options.CapacityOf(options.Actors.Actors));
    }

    public GrantScheduler Grants { get; }
    public SchedulerWorker Worker { get; }

    /// <summary>
    /// Attempts of grants that were ended for lack of progress. A delayed actor may still report them as done, even in
    /// a later round.
    /// </summary>
    public HashSet<(long Round, Attempt Attempt)> Ended { get; } = [];
}

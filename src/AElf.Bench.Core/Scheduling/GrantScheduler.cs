using System.Runtime.InteropServices;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Routing;

namespace AElf.Bench.Core.Scheduling;

/// <summary>
/// Decides which worker gets which grant: epochs, attempts, retries, routing, credits and progress, round by round. One
/// process and a cluster use the same scheduler; only the transport of a grant differs. Calls in, effects out; equal
/// calls give equal effects. Uses no clock, thread or connection. Refuses a repeated report, and a report whose epoch
/// or process is not that of the latest grant. Next: <c>ManagerCore</c>, <c>LocalRoundCore</c>.
/// </summary>
/// <remarks>
/// Invariants: at most one attempt at a unit counts; an epoch is granted once in a run; a report counts once, and only
/// for the latest epoch of its unit, from the process with the grant.
/// </remarks>
public sealed class GrantScheduler
{
    private readonly SchedulerOptions options;
    private readonly ProtocolGuards guards;
    private readonly List<SchedulerWorker> workers = [];
    private readonly Queue<int> retries = [];
    private readonly HashSet<int> pausing = [];
    private List<SchedulerEffect> effects = [];
    private List<SchedulerEffect> taken = [];
    private Routee[] routees = [];
    private (SchedulerWorker Worker, int Actor)[] owners = [];
    private HashRing? ring;
    private RouterState router;
    private IRound? round;
    private OpenGrant?[] current = [];
    private bool[] done = [];
    private int[] attempts = [];
    private bool[] jobGranted = [];
    private int remaining;
    private int nextJob;
    private bool started;

    /// <summary>A scheduler that has granted no epoch beyond <paramref name="lastEpoch"/>.</summary>
    internal GrantScheduler(SchedulerOptions options, int lastEpoch, ProtocolGuards? guards = null)
    {
        this.options = options;
        this.guards = guards ?? ProtocolGuards.All;
        LastEpoch = lastEpoch;
        router = new RouterState(0, options.Seed);
    }

    /// <summary>The highest epoch taken so far in the run.</summary>
    public int LastEpoch { get; private set; }

    /// <summary>The round being executed; null between rounds, and after a failure.</summary>
    public IRound? Round => round;

    /// <summary>Units of the round that are done.</summary>
    public int UnitsDone => done.Length - remaining;

    /// <summary>Units of the round that are not done.</summary>
    public int UnitsLeft => remaining;

    /// <summary>Whether a job or unit waits for a free worker.</summary>
    public bool HasUnassigned => round is not null && Peek(out _);

    /// <summary>
    /// Takes the effects since the last call, in order. They are valid until the next call of this method.
    /// </summary>
    public ReadOnlySpan<SchedulerEffect> TakeEffects()
    {
        AssignAll();
        (effects, taken) = (taken, effects);
        effects.Clear();
        return CollectionsMarshal.AsSpan(taken);
    }

    /// <summary>Reserves an epoch that no grant will use.</summary>
    public int TakeEpoch() => ++LastEpoch;

    /// <summary>Adds a worker.</summary>
    /// <param name="id">Identifies this process.</param>
    /// <param name="name">Its name, for messages.</param>
    /// <param name="credits">The most grants it takes at once.</param>
    public SchedulerWorker AddWorker(long id, string name, int actors, int credits)
    {
        var worker = new SchedulerWorker(id, name, actors, credits);
        workers.Add(worker);
        MapActors();
        started |= workers.Count >= options.WorkersToStart;
        return worker;
    }

    /// <summary>Removes a worker. Its units are granted again under new epochs.</summary>
    public void RemoveWorker(SchedulerWorker worker, string reason)
    {
        workers.Remove(worker);
        worker.IsMember = false;
        MapActors();
        foreach (var open in worker.Open.ToList())
        {
            End(open, $"worker {worker.Name} was lost: {reason}");
        }
    }

    /// <summary>Begins a round. The previous round must be over.</summary>
    /// <param name="next">The round to begin.</param>
    /// <param name="history">The part of the round that another process has done; null for none.</param>
    /// <exception cref="InvalidOperationException">Another round is being executed.</exception>
    public void Open(IRound next, RoundHistory? history)
    {
        if (round is not null)
        {
            throw new InvalidOperationException(
                $"round {next.Number} is opened while round {round.Number} is executed");
        }

        round = next;
        var units = next.Jobs.UnitCount;
        current = new OpenGrant?[units];
        done = new bool[units];
        attempts = new int[units];
        jobGranted = new bool[next.Jobs.Count];
        remaining = units;
        nextJob = 0;
        retries.Clear();
        pausing.Clear();
        if (history is not null)
        {
            ContinueFrom(history);
        }

        EndWhenDone();
    }

    /// <summary>Abandons the round: reports no longer count, and grants stop.</summary>
    public void Close()
    {
        round = null;
        foreach (var worker in workers)
        {
            worker.Open.Clear();
            Array.Clear(worker.ActorGrants);
            Array.Clear(worker.ActorWeights);
        }

        MapActors();
    }

    /// <summary>A worker reports that every write of an attempt was acknowledged.</summary>
    /// <returns>The attempt that counts by this report; null if no attempt does.</returns>
    public Attempt? OnDone(long worker, long number, Attempt attempt)
    {
        if (round?.Number != number || (uint)attempt.Unit >= (uint)done.Length)
        {
            return null;
        }

        if (!Counts(worker, attempt))
        {
            // Without the guard, any Done of the unit counts for the current attempt.
            if (guards.StaleDone || done[attempt.Unit] || current[attempt.Unit] is not { IsSent: true } latest)
            {
                return null;
            }

            attempt = attempt with { Epoch = latest.Grant.Epoch };
        }

        current[attempt.Unit]!.Worker.HasEnded = true;
        Accept(attempt);
        EndWhenDone();
        return attempt;
    }

    /// <summary>A worker reports that an attempt is over and not done.</summary>
    /// <param name="number">The round's number.</param>
    /// <param name="failure">What happened.</param>
    /// <param name="by">The worker that reports it, for messages.</param>
    public void OnFailed(long worker, long number, AttemptFailure failure, string by)
    {
        if (round?.Number != number || !Counts(worker, new Attempt(failure.Unit, failure.Epoch)))
        {
            return;
        }

        effects.Add(new SchedulerEffect.AttemptFailed(by, failure));
        current[failure.Unit]!.Worker.HasEnded = true;
        Release(failure.Unit);
        if (failure.Fatal)
        {
            Fail(Met(failure, by), storeLostData: true);
        }
        else if (MayRetry(failure.Unit, Met(failure, by), failure.IsTemporary))
        {
            pausing.Add(failure.Unit);
            effects.Add(new SchedulerEffect.Pause(failure.Unit, RetryPause.After(attempts[failure.Unit])));
        }
    }

    /// <summary>The pause before a unit is granted again is over.</summary>
    public void OnPauseOver(int unit)
    {
        if (round is not null && pausing.Remove(unit))
        {
            retries.Enqueue(unit);
        }
    }

    /// <summary>A worker reports the progress of its grants.</summary>
    /// <param name="running">All grants of the worker.</param>
    /// <param name="isMoving">
    /// Whether there is other progress since its last report: further grants have arrived, so a missing grant may still
    /// be on the way; or lanes still execute ended grants, and other grants wait for these lanes.
    /// </param>
    public void OnProgress(SchedulerWorker worker, IReadOnlyList<GrantProgress> running, bool isMoving = false)
    {
        if (round is null)
        {
            return;
        }

        var known = new Dictionary<Grant, GrantProgress>(running.Count);
        foreach (var each in running)
        {
            known[each.Grant] = each;
        }

        // An attempt that begins and ends between two observations is in neither of them.
        var moved = isMoving || worker.HasEnded;
        worker.HasEnded = false;
        foreach (var open in worker.Open)
        {
            if (open.IsSent)
            {
                moved |= Observe(open, known, isMoving);
            }
        }

        foreach (var open in worker.Open.Where(open => open.Idle > 0).ToList())
        {
            if (round is null)
            {
                // Ending the previous grant has failed the round.
                return;
            }

            // A grant that waits behind others progresses when they do.
            if (open.Position < 0 && moved)
            {
                open.Idle = 0;
            }
            else if (open.Idle > options.MaxIdleObservations)
            {
                effects.Add(new SchedulerEffect.Abort(open));
                End(open, $"{Describe(open)}: no progress over {open.Idle} observations");
            }
        }
    }

    /// <summary>The grants that make no progress, longest idle first.</summary>
    public IReadOnlyList<IdleGrant> IdleGrants() => round is null
        ? []
        : [.. workers
            .SelectMany(worker => worker.Open)
            .Where(open => open.Idle > 0)
            .OrderByDescending(open => open.Idle)
            .Select(Describe)];

    private static void Forget(OpenGrant open) => open.Worker.Open.Remove(open.Node!);

    private ReadOnlySpan<int> UnitsOf(in Grant grant) => grant.Job >= 0 ? round!.Jobs[grant.Job] : new[] { grant.Unit };

    private long WeightOf(in Grant grant) =>
        grant.Job >= 0 ? round!.Jobs.WeightOf(grant.Job) : round!.WeightOf(grant.Unit);

    private IdleGrant Describe(OpenGrant open)
    {
        if (open.Position < 0)
        {
            return new IdleGrant(open.Grant, UnitsOf(open.Grant)[0], null, null, open.Worker.Name, open.At, open.Idle);
        }

        var position = LanePosition.From(open.Position);
        var (unit, item) = round!.Locate(open.Grant, position);
        return new IdleGrant(open.Grant, unit, item, position.Step, open.Worker.Name, open.At, open.Idle);
    }

    private bool Observe(OpenGrant open, Dictionary<Grant, GrantProgress> known, bool isMoving)
    {
        var isKnown = known.TryGetValue(open.Grant, out var progress);
        var waits = isKnown && progress.Position == LanePosition.WaitsForTime;
        var progressed = waits || (isKnown && progress.Position > open.Position);
        open.Unknown = isKnown || isMoving ? 0 : open.Unknown + 1;
        open.Idle = progressed ? 0 : open.Idle + 1;
        open.At = isKnown ? progress.Actor : open.At;
        open.Position = isKnown && !waits ? progress.Position : open.Position;
        if (open.Unknown >= 2)
        {
            // Either the grant or its report was lost. The worker knows which, and executes the grant only once.
            open.Unknown = 0;
            effects.Add(new SchedulerEffect.Resend(open));
        }

        return progressed;
    }

    private bool Counts(long worker, Attempt attempt) =>
        (uint)attempt.Unit < (uint)done.Length
        && !done[attempt.Unit]
        && current[attempt.Unit] is { IsSent: true } latest
        && latest.Grant.Epoch == attempt.Epoch
        && (latest.Worker.Id == worker || !guards.Incarnation);

    private void Accept(Attempt attempt)
    {
        Release(attempt.Unit);
        done[attempt.Unit] = true;
        remaining--;
        if (attempt.Epoch > 0)
        {
            round!.Accept(attempt);
        }
    }

    /// <summary>Ends the attempt at a unit, and with its last unit the grant.</summary>
    private void Release(int unit)
    {
        var open = current[unit];
        current[unit] = null;
        if (open is null || --open.UnitsLeft > 0)
        {
            return;
        }

        Forget(open);
        if (open.Actor >= 0)
        {
            Count(open, -1);
        }
    }

    private void Count(OpenGrant open, int sign)
    {
        open.Worker.ActorGrants[open.Actor] += sign;
        open.Worker.ActorWeights[open.Actor] += sign * WeightOf(open.Grant);
        if (open.Worker.IsMember)
        {
            var at = open.Worker.FirstRoutee + open.Actor;
            routees[at] = routees[at] with
            {
                OpenGrants = open.Worker.ActorGrants[open.Actor],
                OpenWeight = open.Worker.ActorWeights[open.Actor],
            };
        }
    }

    private void MapActors()
    {
        ring = null;
        var first = 0;
        foreach (var worker in workers)
        {
            worker.FirstRoutee = first;
            first += worker.Actors;
        }

        owners = [.. workers.SelectMany(worker => Enumerable.Range(0, worker.Actors).Select(actor => (worker, actor)))];
        routees = [.. owners.Select(owner => new Routee(
            workers.IndexOf(owner.Worker),
            owner.Worker.ActorGrants[owner.Actor],
            owner.Worker.ActorWeights[owner.Actor]))];
    }

    private void End(OpenGrant open, string reason)
    {
        if (round is null)
        {
            return;
        }

        foreach (var unit in UnitsOf(open.Grant).ToArray())
        {
            // The previous unit may have used all its attempts: then the round has failed, and no grant is open.
            if (round is not null && ReferenceEquals(current[unit], open))
            {
                Release(unit);
                if (MayRetry(unit, $"unit {unit}, epoch {open.Grant.Epoch}: {reason}"))
                {
                    retries.Enqueue(unit);
                }
            }
        }
    }

    private bool MayRetry(int unit, Problem reason, bool isTemporary = false)
    {
        if (round is null)
        {
            return false;
        }

        if (attempts[unit] < options.Actors.MaxAttempts
            || (isTemporary && RetryPause.Sum(attempts[unit]) < options.RetryTimeout))
        {
            return true;
        }

        Fail(reason.After($"unit {unit} failed {attempts[unit]} times, the last time with: "), storeLostData: false);
        return false;
    }

    private static Problem Met(AttemptFailure failure, string by) =>
        failure.Problem with { Text = $"{failure.Problem.Text}, reported by {by}" };

    private void Fail(Problem reason, bool storeLostData)
    {
        effects.Add(new SchedulerEffect.Failed(reason, storeLostData));
        Close();
    }

    /// <summary>Grants units with an unknown outcome again. Their old attempts write only to unused keys.</summary>
    private void ContinueFrom(RoundHistory history)
    {
        foreach (var job in history.GrantedJobs)
        {
            jobGranted[job] = true;
            foreach (var unit in round!.Jobs[job])
            {
                attempts[unit] = 1;
            }
        }

        foreach (var retry in history.Retries)
        {
            attempts[retry.Unit]++;
        }

        foreach (var (unit, epoch) in history.Done)
        {
            Accept(new Attempt(unit, epoch));
        }

        for (var job = 0; job < jobGranted.Length && round is not null; job++)
        {
            foreach (var unit in round.Jobs[job].ToArray())
            {
                if (jobGranted[job] && !done[unit] && MayRetry(unit, "the manager was restarted"))
                {
                    retries.Enqueue(unit);
                }
            }
        }
    }

    private void EndWhenDone()
    {
        if (round is not null && remaining == 0)
        {
            effects.Add(new SchedulerEffect.RoundDone(round.Number));
            round = null;
        }
    }

    private void AssignAll()
    {
        while (round is not null
            && started
            && workers.Count > 0
            && Peek(out var grant)
            && Choose(grant, out var worker, out var actor))
        {
            Take(grant);
            Assign(worker, actor, grant);
        }
    }

    private bool Peek(out Grant grant)
    {
        while (nextJob < jobGranted.Length && jobGranted[nextJob])
        {
            nextJob++;
        }

        if (retries.TryPeek(out var unit))
        {
            grant = Grant.Retry(unit, guards.NewEpochs ? LastEpoch + 1 : 0);
            return true;
        }

        grant = Grant.Initial(nextJob);
        return nextJob < jobGranted.Length;
    }

    private void Take(Grant grant)
    {
        if (grant.Job >= 0)
        {
            jobGranted[grant.Job] = true;
            return;
        }

        retries.Dequeue();
        LastEpoch = Math.Max(LastEpoch, grant.Epoch);
    }

    private void Assign(SchedulerWorker worker, int actor, Grant grant)
    {
        var units = UnitsOf(grant);
        var open = new OpenGrant(worker, actor, grant, round!.Number, units.Length);
        foreach (var unit in units)
        {
            current[unit] = open;
            attempts[unit]++;
        }

        open.Node = worker.Open.AddLast(open);
        if (actor >= 0)
        {
            Count(open, 1);
        }

        effects.Add(new SchedulerEffect.Assign(open));
    }

    private bool Choose(Grant grant, out SchedulerWorker worker, out int actor)
    {
        if (options.Actors.Routing == Options.RoutingStrategy.Pull)
        {
            actor = -1;
            worker = LeastLoaded();
            return worker.Open.Count < worker.Credits;
        }

        ring ??= new HashRing(routees.Length, options.Actors.VirtualNodes);
        var next = router;
        var anchor = round!.AnchorOf(UnitsOf(grant)[0]);
        (worker, actor) = owners[Router.Select(options.Actors.Routing, anchor, routees, ring, ref next)];
        if (worker.ActorGrants[actor] >= (long)options.Actors.MailboxCapacity + options.Actors.Lanes)
        {
            return false;
        }

        router = next;
        return true;
    }

    /// <summary>The worker with free credits and the fewest grants per actor.</summary>
    private SchedulerWorker LeastLoaded()
    {
        var least = workers[0];
        foreach (var worker in workers)
        {
            var isFree = worker.Open.Count < worker.Credits;
            var leastIsFree = least.Open.Count < least.Credits;
            var isLighter = (long)worker.Open.Count * least.Actors < (long)least.Open.Count * worker.Actors;
            least = isFree && (!leastIsFree || isLighter) ? worker : least;
        }

        return least;
    }
}

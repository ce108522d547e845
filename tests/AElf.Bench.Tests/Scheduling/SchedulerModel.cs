using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Tests.Scheduling;

/// <summary>
/// A scheduler in a world drawn from a seed: workers join, leave, report correctly and wrongly, stall and lose
/// messages, and processes resume from a history. A model beside it computes which grants are allowed and which reports
/// count, and throws if the two differ.
/// </summary>
internal sealed class SchedulerModel
{
    private const int Rounds = 2;
    private const int MaxStepsToEnd = 10_000;

    private readonly SeededRandom random;
    private readonly ProtocolGuards guards;
    private readonly SchedulerOptions options;
    private readonly int[] weights;
    private readonly int maxJobs;
    private readonly int[] versions;

    // State of the run.
    private readonly HashSet<int> epochs = [];
    private int lastEpoch;

    // State of the process.
    private readonly List<SchedulerWorker> members = [];
    private GrantScheduler scheduler;
    private bool started;
    private long lastWorker;

    // State of the round.
    private RoundHistory history = new();
    private SmallRound round;
    private OpenGrant?[] current = [];
    private int[] attempts = [];
    private readonly HashSet<int> pausing = [];
    private readonly List<OpenGrant> unsent = [];
    private readonly List<(long Worker, Attempt Attempt)> past = [];
    private bool isOpen;
    private bool expectsEnd;

    public SchedulerModel(ulong seed, ProtocolGuards guards)
    {
        this.guards = guards;
        random = new SeededRandom(seed);
        weights = new int[random.Next(8)];
        for (var unit = 0; unit < weights.Length; unit++)
        {
            weights[unit] = 1 + random.Next(9);
        }

        maxJobs = 1 + random.Next(6);
        versions = new int[weights.Length];
        options = new SchedulerOptions
        {
            Actors = new ActorOptions
            {
                Routing = (RoutingStrategy)random.Next(7),
                MailboxCapacity = random.Next(3),
                Lanes = 1 + random.Next(3),
                VirtualNodes = 4,
                MaxAttempts = 1 + random.Next(6),
            },
            Seed = seed,
            WorkersToStart = random.Next(3),
            MaxIdleObservations = 1 + random.Next(3),
        };
        scheduler = new GrantScheduler(options, 0, guards);
        round = RoundOf(0);
    }

    /// <summary>Whether the run failed; a world without a successful attempt may end so.</summary>
    public bool Failed { get; private set; }

    /// <summary>Counts of events by kind, so that a test can assert that all kinds occurred.</summary>
    public Dictionary<string, int> Met { get; } = new(StringComparer.Ordinal);

    /// <summary>Plays all rounds to their end.</summary>
    /// <exception cref="BrokenInvariantException">The scheduler broke an invariant.</exception>
    public void Play()
    {
        for (var number = 0; number < Rounds && !Failed; number++)
        {
            Open(number);
            for (var steps = random.Next(80); steps > 0; steps--)
            {
                Step();
            }

            if (random.Next(20) == 0)
            {
                Close();
            }

            LeadToItsEnd();
        }
    }

    private static Attempt AttemptOf(int unit, OpenGrant open) => new(unit, open.Grant.Epoch);

    private SmallRound RoundOf(long number) => new(number, weights, maxJobs, versions);

    private void Open(int number)
    {
        round = RoundOf(number);
        history = new RoundHistory();
        attempts = new int[weights.Length];
        past.Clear();
        Begin();
    }

    /// <summary>Opens the round in the scheduler, with its history.</summary>
    private void Begin()
    {
        current = new OpenGrant?[weights.Length];
        pausing.Clear();
        unsent.Clear();
        isOpen = true;
        expectsEnd = history.Done.Count == weights.Length;
        var exhausted = Array.Exists(
            Enumerable.Range(0, weights.Length).ToArray(),
            unit => attempts[unit] >= options.Actors.MaxAttempts && !history.Done.ContainsKey(unit));
        scheduler.Open(round, random.Next(2) == 0 || history.GrantedJobs.Count > 0 ? history : null);
        CarryOut();
        Check(Failed == exhausted, "a unit that was granted as often as it may fails the round when it is resumed");
    }

    private void Step()
    {
        switch (random.Next(12))
        {
            case 0:
                Join();
                break;
            case 1 when random.Next(3) == 0:
                Leave();
                break;
            case 2 or 3:
                ReportDone();
                break;
            case 4:
                ReportWrong();
                break;
            case 5:
                ReportFailed(fatal: random.Next(60) == 0);
                break;
            case 6:
                EndPause(random.Next(weights.Length + 1));
                break;
            case 7:
                Observe();
                break;
            case 8 when members.Count > 0:
                members[random.Next(members.Count)].Credits = random.Next(5);
                CarryOut();
                break;
            case 9 when random.Next(8) == 0:
                Resume();
                break;
            default:
                Send();
                break;
        }
    }

    private void Join()
    {
        if (members.Count == 4)
        {
            return;
        }

        Count("join");
        var worker = scheduler.AddWorker(++lastWorker, $"worker{lastWorker}", 1 + random.Next(2), 1 + random.Next(4));
        members.Add(worker);
        started |= members.Count >= options.WorkersToStart;
        CarryOut();
    }

    private void Leave()
    {
        if (members.Count == 0)
        {
            return;
        }

        Count("leave");
        var worker = members[random.Next(members.Count)];
        members.Remove(worker);
        scheduler.RemoveWorker(worker, "it was killed");
        Void(open => ReferenceEquals(open.Worker, worker));
        CarryOut();
    }

    private void ReportDone()
    {
        if (Draw(open => open.IsSent) is not (var unit, { } open))
        {
            return;
        }

        Count("done");
        var attempt = AttemptOf(unit, open);
        history.Done.Add(unit, attempt.Epoch);
        Void(unit);
        expectsEnd = history.Done.Count == weights.Length;
        var accepted = scheduler.OnDone(open.Worker.Id, round.Number, attempt);
        Check(accepted == attempt, $"{attempt} of {open.Worker.Name} counts, and not {accepted}");
        CarryOut();
    }

    /// <summary>Sends late, duplicated, foreign and invented reports: the scheduler must not change.</summary>
    private void ReportWrong()
    {
        var (worker, attempt) = past.Count == 0 ? (0, default) : past[random.Next(past.Count)];
        var number = round.Number;
        switch (random.Next(5))
        {
            case 0:
                attempt = attempt with { Epoch = random.Next(attempt.Epoch + 3) };
                break;
            case 1:
                worker = random.Next((int)lastWorker + 2);
                break;
            case 2:
                attempt = attempt with { Unit = random.Next(weights.Length + 2) - 1 };
                break;
            case 3:
                number += random.Next(3) - 1;
                break;
            default:
                break;
        }

        var counts = number == round.Number && attempt.Unit >= 0 && attempt.Unit < weights.Length
            && current[attempt.Unit] is { IsSent: true } open && open.Worker.Id == worker
                && open.Grant.Epoch == attempt.Epoch;
        if (counts)
        {
            return;
        }

        Count("wrong");
        if (random.Next(3) == 0)
        {
            scheduler.OnFailed(worker, number, FailureOf(attempt, fatal: true), "nobody");
        }
        else
        {
            Check(
                scheduler.OnDone(worker, number, attempt) is null,
                $"{attempt} of worker {worker} in round {number} does not count");
        }

        CarryOut();
    }

    private void ReportFailed(bool fatal)
    {
        if (Draw(open => open.IsSent) is not (var unit, { } open))
        {
            return;
        }

        Count("failed");
        Void(unit);
        var mayRetry = !fatal && attempts[unit] < options.Actors.MaxAttempts;
        scheduler.OnFailed(open.Worker.Id, round.Number, FailureOf(AttemptOf(unit, open), fatal), open.Worker.Name);
        CarryOut();
        Check(Failed != mayRetry, $"unit {unit} after attempt {attempts[unit]} of {options.Actors.MaxAttempts}");
    }

    private static AttemptFailure FailureOf(Attempt attempt, bool fatal) =>
        new(attempt.Unit, attempt.Epoch, AttemptStep.Read, "item", "it was drawn so", fatal);

    private void EndPause(int unit)
    {
        pausing.Remove(unit);
        scheduler.OnPauseOver(unit);
        CarryOut();
    }

    private void Send()
    {
        if (unsent.Count > 0)
        {
            // In any order: a log makes several durable at once, but the order does not matter.
            var at = random.Next(unsent.Count);
            unsent[at].MarkSent();
            unsent.RemoveAt(at);
        }
    }

    /// <summary>
    /// A worker reports the progress of its grants: some are missing, some have made no progress, some are outdated.
    /// </summary>
    private void Observe()
    {
        if (members.Count == 0)
        {
            return;
        }

        Count("progress");
        var worker = members[random.Next(members.Count)];
        var running = new List<GrantProgress>();
        foreach (var open in worker.Grants)
        {
            if (random.Next(3) > 0)
            {
                running.Add(new GrantProgress(open.Grant, random.Next(3) - 1, random.Next(4) - 1));
            }
        }

        running.Add(new GrantProgress(Grant.Retry(random.Next(9), random.Next(9)), 0, 5));
        // Sometimes it stalls for so long that its grants are ended.
        for (var times = random.Next(4) == 0 ? options.MaxIdleObservations + 2 : 1; times > 0; times--)
        {
            scheduler.OnProgress(worker, running);
            CarryOut();
        }
    }

    /// <summary>Another process resumes from the log of this one; its workers join again.</summary>
    private void Resume()
    {
        if (!isOpen)
        {
            return;
        }

        Count("resume");
        members.Clear();
        started = false;
        scheduler = new GrantScheduler(options, lastEpoch, guards);
        Begin();
    }

    private void Close()
    {
        Count("close");
        scheduler.Close();
        End(failed: true);
        for (var steps = 0; steps < 20; steps++)
        {
            Step();
        }
    }

    /// <summary>Lets workers that answer complete the round.</summary>
    private void LeadToItsEnd()
    {
        for (var steps = 0; isOpen; steps++)
        {
            Check(steps < MaxStepsToEnd, "the round ends when workers answer");
            if (members.Count < Math.Max(1, options.WorkersToStart))
            {
                Join();
            }

            foreach (var worker in members.Where(worker => worker.Credits == 0))
            {
                worker.Credits = 1;
            }

            foreach (var unit in pausing.ToList())
            {
                EndPause(unit);
            }

            Send();
            ReportDone();
            CarryOut();
        }
    }

    private void CarryOut()
    {
        foreach (var effect in scheduler.TakeEffects())
        {
            CarryOut(effect);
        }

        Check(!expectsEnd || !isOpen, "a round is done with its last unit");
        if (!isOpen)
        {
            Check(scheduler.Round is null && !scheduler.HasUnassigned, "nothing is left to do after the end");
            return;
        }

        Check(
            scheduler.UnitsDone == history.Done.Count,
            $"{scheduler.UnitsDone} units are done, not {history.Done.Count}");
        Check(scheduler.LastEpoch == lastEpoch, "the last epoch is the highest granted");
        Check(
            history.Done.All(
                unit => round.Versions[unit.Key] == (unit.Value > 0 ? unit.Value : round.Versions[unit.Key])),
            "the round knows the accepted epochs");
        foreach (var worker in members)
        {
            CheckGrants(worker);
        }

        if (options.Actors.Routing == RoutingStrategy.Pull && started && scheduler.HasUnassigned)
        {
            Check(
                members.TrueForAll(worker => worker.Grants.Count >= worker.Credits),
                "a worker with credits gets a grant");
        }
    }

    private void CheckGrants(SchedulerWorker worker)
    {
        var open = current.Where(grant => ReferenceEquals(grant?.Worker, worker)).Distinct().ToList();
        Check(open.ToHashSet().SetEquals(worker.Grants), $"{worker.Name} has the grants that are not over");
        for (var actor = 0; actor < worker.Actors; actor++)
        {
            var own = open.Where(grant => grant!.Actor == actor).ToList();
            Check(worker.ActorGrants[actor] == own.Count, $"actor {actor} of {worker.Name} has {own.Count} grants");
            Check(
                worker.ActorWeights[actor] == own.Sum(grant => WeightOf(grant!.Grant)),
                $"the work of actor {actor} of {worker.Name}");
        }
    }

    private long WeightOf(Grant grant) => round.UnitsOf(grant).Sum(unit => (long)weights[unit]);

    private void CarryOut(SchedulerEffect effect)
    {
        switch (effect)
        {
            case SchedulerEffect.Assign(var open):
                OnAssigned(open);
                break;
            case SchedulerEffect.Resend(var open):
                Count("resend");
                Check(isOpen && open.IsSent && open.Worker.IsMember, $"{open.Grant} is sent again to who was sent it");
                break;
            case SchedulerEffect.Abort(var open):
                Count("abort");
                Check(
                    isOpen && open.Worker.IsMember && Array.IndexOf(current, open) >= 0,
                    $"{open.Grant} is open when it is ended");
                Void(each => ReferenceEquals(each, open));
                break;
            case SchedulerEffect.Pause(var unit, _):
                Check(
                    isOpen && current[unit] is null && !history.Done.ContainsKey(unit) && pausing.Add(unit),
                    $"unit {unit} pauses");
                break;
            case SchedulerEffect.RoundDone(var number):
                Check(isOpen && number == round.Number && expectsEnd, "a round is done when all its units are");
                End(failed: false);
                break;
            case SchedulerEffect.Failed:
                Check(isOpen, "a round fails once");
                End(failed: true);
                break;
            default:
                break;
        }
    }

    private void OnAssigned(OpenGrant open)
    {
        var grant = open.Grant;
        Check(isOpen && started && !Failed, $"{grant} is granted in a round under way");
        Check(members.Contains(open.Worker), $"{grant} is granted to a member");
        Check(open.Round == round.Number && !open.IsSent, $"{grant} is of this round");
        CheckRoom(open);
        if (grant.Job >= 0)
        {
            Check(grant.Epoch == 0 && history.GrantedJobs.Add(grant.Job), $"{grant} is granted for the first time");
        }
        else
        {
            Count("retry");
            Check(grant.Epoch > 0 && epochs.Add(grant.Epoch), $"the epoch of {grant} was never granted before");
            lastEpoch = Math.Max(lastEpoch, grant.Epoch);
            history.Retries.Add(grant);
        }

        foreach (var unit in round.UnitsOf(grant))
        {
            Check(
                current[unit] is null && !history.Done.ContainsKey(unit) && !pausing.Contains(unit),
                $"unit {unit} has no other attempt");
            Check(++attempts[unit] <= options.Actors.MaxAttempts, $"unit {unit} is not granted more often than it may");
            current[unit] = open;
            past.Add((open.Worker.Id, AttemptOf(unit, open)));
        }

        if (random.Next(4) == 0)
        {
            unsent.Add(open);
        }
        else
        {
            open.MarkSent();
        }
    }

    private void CheckRoom(OpenGrant open)
    {
        var others = current.OfType<OpenGrant>().Distinct().Where(each => ReferenceEquals(each.Worker, open.Worker));
        if (options.Actors.Routing == RoutingStrategy.Pull)
        {
            Check(
                open.Actor == -1 && others.Count() < open.Worker.Credits,
                $"{open.Worker.Name} takes {open.Worker.Credits} grants");
        }
        else
        {
            var room = options.Actors.MailboxCapacity + options.Actors.Lanes;
            Check(
                open.Actor >= 0 && open.Actor < open.Worker.Actors, $"actor {open.Actor} is one of {open.Worker.Name}");
            Check(
                others.Count(each => each.Actor == open.Actor) < room,
                $"actor {open.Actor} of {open.Worker.Name} has room for {room}");
        }
    }

    private (int Unit, OpenGrant? Open) Draw(Predicate<OpenGrant> which)
    {
        int[] units = [.. Enumerable.Range(0, current.Length).Where(unit => current[unit] is { } open && which(open))];
        if (units.Length == 0)
        {
            return (-1, null);
        }

        var unit = units[random.Next(units.Length)];
        return (unit, current[unit]);
    }

    private void Void(Predicate<OpenGrant> which)
    {
        for (var unit = 0; unit < current.Length; unit++)
        {
            if (current[unit] is { } open && which(open))
            {
                Void(unit);
            }
        }
    }

    private void Void(int unit) => current[unit] = null;

    private void End(bool failed)
    {
        Failed |= failed;
        isOpen = false;
        expectsEnd = false;
        Array.Clear(current);
        pausing.Clear();
        unsent.Clear();
    }

    private void Count(string what) => Met[what] = Met.GetValueOrDefault(what) + 1;

    private static void Check(bool holds, string what)
    {
        if (!holds)
        {
            throw new BrokenInvariantException(what);
        }
    }
}

/// <summary>A broken invariant of the scheduler.</summary>
internal sealed class BrokenInvariantException(string what) : Exception(what);

using System.Diagnostics;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>
/// Decides for a worker which actor gets a grant, and which reports are sent again. It executes a grant once, and
/// repeats a report until it is acknowledged. Refuses grants of another incarnation. Next: <see cref="ManagerCore"/>.
/// </summary>
/// <remarks>
/// It also contains the mailboxes: an actor gets a grant only if it has a free lane. It receives events and returns
/// effects.
/// </remarks>
public sealed class WorkerCore
{
    /// <summary>Maximum of remembered runs, including the last one.</summary>
    internal const int MaxMemories = 8;

    private readonly WorkerOptions options;
    private readonly ProtocolGuards guards;
    private readonly List<WorkerEffect> effects = [];
    private readonly Dictionary<Grant, GrantAssembly> arriving = [];
    private readonly List<HeldGrant> waiting = [];
    private readonly List<HeldGrant> running = [];
    private readonly Dictionary<Attempt, HeldGrant> holders = [];
    private readonly List<RunMemory> memories = [];
    private readonly List<UnacknowledgedReport> unacknowledged = [];
    private readonly int[] busy;
    private Message.OpenRun? run;
    private RunMemory last = new(string.Empty);
    private TimeSpan interval;
    private bool isOpen;
    private bool connected;
    private bool stopped;
    private int heartbeatsAlone;
    private long lastHeartbeat;
    private long lastReport;
    private long received;

    public WorkerCore(WorkerOptions options)
        : this(options, ProtocolGuards.All)
    {
    }

    internal WorkerCore(WorkerOptions options, ProtocolGuards guards)
    {
        this.options = options;
        this.guards = guards;
        busy = new int[options.Worker.Actors];
        interval = options.HeartbeatInterval;
    }

    public bool Joined { get; private set; }

    private long Incarnation => options.Worker.Incarnation;

    private int Lanes => Math.Min(options.Worker.Lanes, run?.Lanes ?? int.MaxValue);

    private int Actors => Math.Min(options.Worker.Actors, run?.Actors ?? int.MaxValue);

    /// <summary>Handles one event.</summary>
    /// <returns>The effects in order. The list is valid until the next call.</returns>
    public IReadOnlyList<WorkerEffect> Handle(WorkerEvent happened)
    {
        effects.Clear();
        if (stopped)
        {
            return effects;
        }

        switch (happened)
        {
            case WorkerEvent.Connected:
                connected = true;
                effects.Add(new WorkerEffect.SetHeartbeat(interval));
                SendHello();
                break;
            case WorkerEvent.Disconnected:
                connected = false;
                Leave();
                break;
            case WorkerEvent.Received(var message):
                OnMessage(message);
                break;
            case WorkerEvent.HeartbeatDue due:
                OnHeartbeatDue(due);
                break;
            case WorkerEvent.Opened(var of):
                isOpen |= IsOfRun(of);
                break;
            case WorkerEvent.SampleDue(var of, var committed) when Joined:
                Send(new Message.Sample(Incarnation, of, committed));
                break;
            case WorkerEvent.SampleDue:
                break;
            case WorkerEvent.Done(var of, var number, var attempts):
                Report(new Message.Done(Incarnation, ++lastReport, of, number, attempts));
                foreach (var attempt in attempts)
                {
                    Complete(of, number, attempt);
                }

                break;
            case WorkerEvent.Failed(var of, var number, var failure):
                Report(new Message.Failed(Incarnation, ++lastReport, of, number, failure));
                Complete(of, number, new Attempt(failure.Unit, failure.Epoch));
                break;
            case WorkerEvent.Ended(var of, var actor, var number, var grant):
                End(of, actor, number, grant);
                break;
            case WorkerEvent.ResultTaken(var of, var number, var stats):
                OnResultTaken(of, number, stats);
                break;
            default:
                throw new UnreachableException($"{happened}");
        }

        StartWaiting();
        return effects;
    }

    /// <summary>The open work of each actor.</summary>
    public IReadOnlyList<ActorLoad> Loads() => [.. Enumerable.Range(0, busy.Length).Select(LoadOf)];

    private void SendHello() => Send(new Message.Hello(Message.ProtocolVersion, options.Worker));

    private void OnMessage(Message message)
    {
        switch (message)
        {
            case Message.Welcome welcome when welcome.Incarnation == Incarnation:
                Joined = true;
                heartbeatsAlone = 0;
                interval = welcome.HeartbeatInterval;
                effects.Add(new WorkerEffect.SetHeartbeat(interval));
                break;
            case Message.Rejected rejected when rejected.Incarnation == Incarnation:
                OnRejected(rejected);
                break;
            case Message.OpenRun opened when !IsOfRun(opened.Run):
                Open(opened);
                break;
            case Message.Assign part when (part.Incarnation == Incarnation || !guards.Incarnation) && IsOfRun(part.Run):
                OnPart(part);
                break;
            case Message.Abort abort when abort.Incarnation == Incarnation && IsOfRun(abort.Run):
                EndAll(held => held.Round == abort.Round && held.Grant == abort.Grant);
                break;
            case Message.Acknowledged report when report.Incarnation == Incarnation:
                unacknowledged.RemoveAll(each => each.Number == report.Number);
                break;
            case Message.RequestResult request:
                OnResultRequested(request);
                break;
            case Message.CloseRun closed when IsOfRun(closed.Run):
                effects.Add(new WorkerEffect.CloseRun(closed.Run, closed.Failure));
                Forget();
                break;
            default:
                // The message is for another incarnation, about another run, or of a kind that only workers send.
                break;
        }
    }

    private bool IsOfRun(string name) => run is not null && string.Equals(name, run.Run, StringComparison.Ordinal);

    private void OnRejected(Message.Rejected rejected)
    {
        switch (rejected.Refusal)
        {
            case Refusal.NotMember when Joined:
                Leave();
                SendHello();
                break;
            case Refusal.Version or Refusal.Configuration:
                Stop(rejected.Text);
                break;
            default:
                // The next heartbeat sends another Hello.
                break;
        }
    }

    /// <summary>
    /// The request also ends its round: it cancels open grants, so that no operation follows the result. A result is
    /// computed once and sent for each request. A request for an earlier round is late or from a restarted manager. It
    /// computes nothing.
    /// </summary>
    private void OnResultRequested(Message.RequestResult request)
    {
        if (IsOfRun(request.Run) && OrderOf(request) >= last.Round)
        {
            EndAll(_ => true);
            arriving.Clear();
            last.Over = Math.Max(last.Over, request.Round);
        }

        if (last.Asked == request && last.Answer is not null)
        {
            Send(last.Answer);
        }
        else if (!IsOfLastRun(request.Run) && Find(request.Run) is not null)
        {
            // The worker left the run by mistake. It reports the results after the run is opened again.
        }
        else if (!IsOfLastRun(request.Run) || IsLate(request))
        {
            // The worker has no work of an unknown run.
            Send(new Message.RoundResult(
                Incarnation, request.Run, request.Round, new RoundStats { Latency = new LatencyHistogram() }));
        }
        else if (last.Asked != request)
        {
            last.Asked = request;
            last.Answer = null;
            effects.Add(new WorkerEffect.TakeResult(request.Run, request.Round));
        }
    }

    /// <summary>
    /// Handles a result. An unanswered result is added to the next one, because it may hold operations of a later
    /// round. Its latencies, and those of abandoned attempts, are dropped.
    /// </summary>
    private void OnResultTaken(string of, long number, RoundStats stats)
    {
        if (Find(of) is not { } memory)
        {
            return;
        }

        var isAnswer = ReferenceEquals(memory, last) && number == last.Asked?.Round && !IsLate(last.Asked);
        var done = isAnswer && !memory.TimesAreVoid ? stats : stats.WithoutTimes();
        (memory.HasUnreported, memory.TimesAreVoid) = (false, false);
        memory.Pending = memory.Pending is null ? done : memory.Pending + done;
        if (isAnswer)
        {
            last.Answer = new Message.RoundResult(Incarnation, of, number, memory.Pending);
            memory.Pending = null;
            Send(last.Answer);
        }
    }

    /// <summary>Whether the manager has granted or requested a later round.</summary>
    private bool IsLate(Message.RequestResult request) =>
        OrderOf(request) < last.Round || (last.Asked is { } asked && OrderOf(request) < OrderOf(asked));

    private bool IsOfLastRun(string name) => string.Equals(name, last.Run, StringComparison.Ordinal);

    // The end of a run follows all its rounds.
    private static long OrderOf(Message.RequestResult request) => request.Round < 0 ? long.MaxValue : request.Round;

    private void Open(Message.OpenRun opened)
    {
        Forget();
        run = opened;
        if (Find(opened.Run) is { } memory)
        {
            last = memory;
        }
        else
        {
            last = new RunMemory(opened.Run);
            memories.Add(last);
            memories.RemoveRange(0, Math.Max(0, memories.Count - MaxMemories));
        }

        effects.Add(new WorkerEffect.OpenStore(opened));
    }

    private RunMemory? Find(string name) =>
        memories.Find(memory => string.Equals(memory.Run, name, StringComparison.Ordinal));

    /// <summary>Voids all grants of this worker.</summary>
    private void Forget()
    {
        EndAll(_ => true);
        last.VoidTimes();
        run = null;
        isOpen = false;
        holders.Clear();
        arriving.Clear();
    }

    private void OnPart(Message.Assign part)
    {
        if (part.Round < last.Round || part.Round <= last.Over)
        {
            return;
        }

        if (part.Round > last.Round)
        {
            // The manager opened this round after all units of the last one were done, so older attempts are void.
            EndAll(_ => true);
            last.VoidTimes();
            last.Round = part.Round;
            last.Seen.Clear();
            holders.Clear();
            arriving.Clear();
        }

        if (last.Seen.Contains(part.Grant) && guards.Dedupe)
        {
            return;
        }

        if (!arriving.TryGetValue(part.Grant, out var assembly))
        {
            arriving[part.Grant] = assembly = new GrantAssembly();
        }

        var before = assembly.Parts;
        var isWhole = assembly.Add(part);
        received += assembly.Parts - before;
        if (isWhole)
        {
            arriving.Remove(part.Grant);
            OnGrant(part.Grant, part.Actor, assembly);
        }
    }

    private void OnGrant(Grant grant, int actor, GrantAssembly assembly)
    {
        if (actor < -1 || actor >= busy.Length || (grant.Epoch > 0 && grant.Job >= 0))
        {
            Stop($"a grant of {grant} to actor {actor} does not fit the {busy.Length} actors of this worker");
            return;
        }

        last.Seen.Add(grant);
        int[] units = [.. assembly.Units];
        EndAll(held => held.Grant.Epoch < grant.Epoch && Array.Exists(units, held.IsAt));
        var taken = new HeldGrant(run!.Run, last.Round, grant, actor, units, assembly.ToWork());
        waiting.Add(taken);
        foreach (var unit in units)
        {
            holders[new Attempt(unit, grant.Epoch)] = taken;
        }
    }

    /// <summary>Removes waiting grants, and ends running ones early.</summary>
    private void EndAll(Predicate<HeldGrant> which)
    {
        waiting.RemoveAll(which);
        foreach (var held in running)
        {
            if (!held.Ending && which(held))
            {
                held.Ending = true;
                effects.Add(new WorkerEffect.Abort(held.Actor, held.Round, held.Grant));
            }
        }
    }

    /// <summary>
    /// A manager that receives no messages of this worker voids its grants. So the worker need not continue them.
    /// </summary>
    private void Leave()
    {
        Joined = false;
        EndAll(_ => true);
        last.VoidTimes();
    }

    private void StartWaiting()
    {
        if (waiting.Count == 0)
        {
            return;
        }

        var free = busy.Take(Actors).Sum(count => Math.Max(0, Lanes - count));
        for (var i = 0; i < waiting.Count && free > 0;)
        {
            var held = waiting[i];
            var actor = held.Actor >= 0 ? held.Actor : LeastBusy();
            if (busy[actor] >= Lanes || (held.Grant.Job < 0 && IsEndingAt(held.Grant.Unit)))
            {
                i++;
                continue;
            }

            waiting.RemoveAt(i);
            held.Actor = actor;
            busy[actor]++;
            free--;
            running.Add(held);
            last.HasUnreported = true;
            effects.Add(new WorkerEffect.Start(actor, held.Round, held.Grant, held.TakeWork()));
        }
    }

    /// <summary>Whether an older attempt at the unit is still running.</summary>
    private bool IsEndingAt(int unit) => running.Exists(held => held.Ending && held.IsAt(unit));

    private int LeastBusy()
    {
        var least = 0;
        for (var actor = 1; actor < Actors; actor++)
        {
            least = busy[actor] < busy[least] ? actor : least;
        }

        return least;
    }

    private void Complete(string of, long number, Attempt attempt)
    {
        if (IsOfRun(of) && number == last.Round && holders.Remove(attempt, out var held))
        {
            held.Complete(attempt.Unit);
        }
    }

    private void End(string of, int actor, long number, Grant grant)
    {
        busy[actor]--;
        running.RemoveAt(running.FindIndex(held => held.Grant == grant && held.Round == number && held.Actor == actor
            && string.Equals(held.Run, of, StringComparison.Ordinal)));
    }

    private void Report(Message message)
    {
        unacknowledged.Add(new UnacknowledgedReport(lastReport, message));
        if (Joined)
        {
            Send(message);
        }
    }

    private void OnHeartbeatDue(WorkerEvent.HeartbeatDue due)
    {
        if (Joined)
        {
            SendHeartbeat(due.Actors, due.Dispatchers);
        }
        else if (++heartbeatsAlone * interval > options.MaxWithoutManager)
        {
            Stop(
                $"no manager admitted this worker in {heartbeatsAlone} attempts, "
                    + $"{interval.TotalSeconds:0.###} s apart");
        }
        else
        {
            SendHello();
        }

        foreach (var report in unacknowledged)
        {
            // The first heartbeat may follow the report at once. A worker without a Welcome sends only Hello.
            if (++report.Heartbeats % 2 == 0 && Joined)
            {
                Send(report.Message);
            }
        }
    }

    private void SendHeartbeat(IReadOnlyList<ActorProgress> actors, int dispatchers)
    {
        var positions = new Dictionary<Grant, long>();
        foreach (var lane in actors.SelectMany(actor => actor.Running).Where(lane => lane.Round == last.Round))
        {
            positions[lane.Grant] = lane.Position;
        }

        waiting.ForEach(held => held.Heartbeats++);
        var health = new ActorHealth[actors.Count];
        for (var actor = 0; actor < health.Length; actor++)
        {
            var load = LoadOf(actor);
            health[actor] = new ActorHealth(actors[actor].Committed, load.Waiting, load.OldestAge);
        }

        var held = waiting.Concat(running.Where(each => !each.Ending && each.Round == last.Round));
        var credits = (Actors * Lanes) - running.Count(each => each.Ending);
        Send(new Message.Heartbeat(
            Incarnation,
            ++lastHeartbeat,
            credits,
            isOpen ? run!.Run : string.Empty,
            health,
            [.. held.Select(each =>
                new GrantProgress(each.Grant, each.Actor, positions.GetValueOrDefault(each.Grant, -1)))])
        {
            Received = received,
            Dispatchers = dispatchers,
        });
    }

    private ActorLoad LoadOf(int actor)
    {
        // Actors that pull share one mailbox. It is counted at the first actor.
        var queued = waiting.FindAll(held => Math.Max(held.Actor, 0) == actor);
        var oldest = queued.Count == 0 ? TimeSpan.Zero : interval * queued.Max(held => held.Heartbeats);
        return new ActorLoad(busy[actor], queued.Count, oldest);
    }

    private void Stop(string reason)
    {
        stopped = true;
        effects.Add(new WorkerEffect.Stop(reason));
    }

    private void Send(Message message)
    {
        if (connected)
        {
            effects.Add(new WorkerEffect.Send(message));
        }
    }

    /// <summary>A report the manager has not acknowledged.</summary>
    private sealed class UnacknowledgedReport(long number, Message message)
    {
        public long Number { get; } = number;

        public Message Message { get; } = message;

        public int Heartbeats { get; set; }
    }

    /// <summary>An open grant.</summary>
    private sealed class HeldGrant(
        string run, long round, Grant grant, int actor, int[] units, ReadOnlyMemory<byte> work)
    {
        private readonly HashSet<int> left = [.. units];
        private ReadOnlyMemory<byte> work = work;

        public string Run { get; } = run;

        public long Round { get; } = round;

        public Grant Grant { get; } = grant;

        /// <summary>The actor of the grant; −1 before an actor has taken it.</summary>
        public int Actor { get; set; } = actor;

        public bool Ending { get; set; }

        /// <summary>Number of heartbeats during which the grant waited for a lane.</summary>
        public int Heartbeats { get; set; }

        /// <summary>Returns the work once, to the lane that decodes it.</summary>
        public GrantWork TakeWork()
        {
            var taken = work;
            work = default;
            return new GrantWork(Round, Round: null, taken) { Units = units };
        }

        /// <summary>Whether the grant has an open attempt at the unit.</summary>
        public bool IsAt(int unit) => left.Contains(unit);

        public void Complete(int unit) => left.Remove(unit);
    }
}

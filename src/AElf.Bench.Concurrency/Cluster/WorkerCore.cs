using System.Diagnostics;
using AElf.Bench.Core.Execution;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>
/// The worker's half of the exactly-once protocol: joins, executes each grant of its incarnation once, and reports until it is heard. It also
/// holds the mailboxes: an actor is given a grant only when it has a lane for it. Events in, effects out.
/// </summary>
public sealed class WorkerCore
{
    private readonly WorkerOptions options;
    private readonly ProtocolGuards guards;
    private readonly List<WorkerEffect> effects = [];
    private readonly WorkerBlocks blocks = new();
    private readonly List<HeldGrant> waiting = [];
    private readonly List<HeldGrant> running = [];
    private readonly Dictionary<(int Group, int Epoch), HeldGrant> holders = [];
    private readonly HashSet<Grant> seen = [];
    private readonly List<UnacknowledgedReport> unacknowledged = [];
    private readonly int[] busy;
    private TimeSpan interval;
    private bool connected;
    private bool joined;
    private bool stopped;
    private int heartbeatsAlone;
    private long lastHeartbeat;
    private long lastReport;

    /// <summary>A worker that has not joined yet.</summary>
    public WorkerCore(WorkerOptions options)
        : this(options, ProtocolGuards.All)
    {
    }

    internal WorkerCore(WorkerOptions options, ProtocolGuards guards)
    {
        ArgumentNullException.ThrowIfNull(options);
        this.options = options;
        this.guards = guards;
        busy = new int[options.Worker.Actors];
        interval = options.HeartbeatInterval;
    }

    private long Incarnation => options.Worker.Incarnation;

    private int Lanes => Math.Min(options.Worker.Lanes, blocks.Run?.Lanes ?? int.MaxValue);

    /// <summary>Takes an event.</summary>
    /// <returns>What is to be done about it, in order. The list lives until the next call.</returns>
    public IReadOnlyList<WorkerEffect> Handle(WorkerEvent workerEvent)
    {
        effects.Clear();
        if (stopped)
        {
            return effects;
        }

        switch (workerEvent)
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
            case WorkerEvent.HeartbeatDue(var actors):
                OnHeartbeatDue(actors);
                break;
            case WorkerEvent.Done(var plan, var attempts):
                Report(new Message.Done(Incarnation, ++lastReport, RunOf(plan), plan.BlockNumber, attempts));
                foreach (var attempt in attempts)
                {
                    OnAttemptEnded(plan, attempt.Group, attempt.Epoch);
                }

                break;
            case WorkerEvent.Failed(var plan, var failure):
                Report(new Message.Failed(Incarnation, ++lastReport, RunOf(plan), plan.BlockNumber, failure));
                OnAttemptEnded(plan, failure.Group, failure.Epoch);
                break;
            case WorkerEvent.Ended(var actor, var plan, var work):
                busy[actor]--;
                running.RemoveAt(running.FindIndex(held => held.Work == work && ReferenceEquals(held.Plan, plan) && held.Actor == actor));
                break;
            default:
                throw new UnreachableException($"{workerEvent}");
        }

        StartWaiting();
        return effects;
    }

    /// <summary>Whether a manager holds the worker for a member.</summary>
    public bool Joined => joined;

    /// <summary>A look at the worker.</summary>
    public WorkerView View() => new(blocks.Run?.Run, blocks.Number, [.. Enumerable.Range(0, busy.Length).Select(LoadOf)]);

    private void SendHello() => Send(new Message.Hello(Message.ProtocolVersion, options.Worker));

    private void OnMessage(Message message)
    {
        switch (message)
        {
            case Message.Welcome welcome when welcome.Incarnation == Incarnation:
                joined = true;
                heartbeatsAlone = 0;
                interval = welcome.HeartbeatInterval;
                effects.Add(new WorkerEffect.SetHeartbeat(interval));
                break;
            case Message.Rejected rejected when rejected.Incarnation == Incarnation:
                OnRejected(rejected);
                break;
            case Message.OpenRun run:
                if (blocks.Open(run))
                {
                    EndAll(_ => true);
                    effects.Add(new WorkerEffect.OpenStore(run));
                }

                break;
            case Message.BlockChunk chunk:
                OnChunk(chunk);
                break;
            case Message.Assign grant when grant.Incarnation == Incarnation || !guards.Incarnation:
                OnAssign(grant);
                break;
            case Message.Abort abort when abort.Incarnation == Incarnation && blocks.Has(abort.Run, abort.Block):
                EndAll(held => held.Work == abort.Work);
                break;
            case Message.Acknowledged received when received.Incarnation == Incarnation:
                unacknowledged.RemoveAll(report => report.Number == received.Number);
                break;
            case Message.CloseRun closed when string.Equals(closed.Run, blocks.Run?.Run, StringComparison.Ordinal):
                EndAll(_ => true);
                effects.Add(new WorkerEffect.CloseRun(closed.Run, closed.Failure));
                blocks.Close();
                break;
            default:
                // For another incarnation, about another block or run, or what only a worker says.
                break;
        }
    }

    private void OnRejected(Message.Rejected rejected)
    {
        switch (rejected.Refusal)
        {
            case Refusal.NotMember when joined:
                Leave();
                SendHello();
                break;
            case Refusal.Version or Refusal.Configuration:
                Stop(rejected.Text);
                break;
            default:
                // The next beat says hello again.
                break;
        }
    }

    private void OnChunk(Message.BlockChunk chunk)
    {
        if (blocks.Add(chunk, out var mismatch))
        {
            // The manager gave this block after all groups of the last one were done: whatever still runs is void.
            seen.Clear();
            holders.Clear();
            EndAll(_ => true);
        }
        else if (mismatch is not null)
        {
            Stop(mismatch);
        }
    }

    private void OnAssign(Message.Assign grant)
    {
        if (!blocks.Has(grant.Run, grant.Block) || blocks.Plan is not { } plan)
        {
            return;
        }

        if (!Fits(grant, plan))
        {
            Stop($"a grant of {grant.Work} to actor {grant.Actor} does not fit block {grant.Block} and the {busy.Length} actors of this worker");
            return;
        }

        if (!seen.Add(grant.Work) && guards.Dedupe)
        {
            return;
        }

        var groups = grant.Work.Job >= 0 ? plan.Jobs[grant.Work.Job].ToArray() : [grant.Work.Group];
        EndAll(held => held.Work.Epoch < grant.Work.Epoch && Array.Exists(groups, held.IsAt));
        foreach (var (account, version) in grant.Versions)
        {
            plan.Versions[account] = version;
        }

        var taken = new HeldGrant(grant.Run, plan, grant.Work, grant.Actor, groups);
        waiting.Add(taken);
        foreach (var group in groups)
        {
            holders[(group, grant.Work.Epoch)] = taken;
        }
    }

    private bool Fits(Message.Assign grant, RoundPlan plan)
    {
        var (job, group, epoch) = grant.Work;
        return grant.Actor >= -1 && grant.Actor < busy.Length
            && (job >= 0 ? job < plan.Jobs.Count && epoch == 0 : (uint)group < (uint)plan.Groups.Count && (epoch > 0 || !guards.NewEpochs))
            && grant.Versions.All(key => (uint)key.Account < (uint)plan.Versions.Length);
    }

    /// <summary>Grants that wait are dropped, those that run are told to end.</summary>
    private void EndAll(Predicate<HeldGrant> which)
    {
        waiting.RemoveAll(which);
        foreach (var held in running)
        {
            if (!held.Ending && which(held))
            {
                held.Ending = true;
                effects.Add(new WorkerEffect.Abort(held.Actor, held.Work));
            }
        }
    }

    /// <summary>The manager that does not hear of us voids our grants, so we need not go on with them.</summary>
    private void Leave()
    {
        joined = false;
        EndAll(_ => true);
    }

    private void StartWaiting()
    {
        // An actor opens a block when it has nothing of another.
        if (waiting.Count == 0 || running.Exists(held => !ReferenceEquals(held.Plan, blocks.Plan)))
        {
            return;
        }

        var free = busy.Sum(count => Math.Max(0, Lanes - count));
        for (var i = 0; i < waiting.Count && free > 0;)
        {
            var held = waiting[i];
            var actor = held.Actor >= 0 ? held.Actor : LeastBusy();
            if (busy[actor] >= Lanes || (held.Work.Job < 0 && running.Exists(older => older.Ending && older.IsAt(held.Work.Group))))
            {
                i++;
                continue;
            }

            waiting.RemoveAt(i);
            held.Actor = actor;
            busy[actor]++;
            free--;
            running.Add(held);
            effects.Add(new WorkerEffect.Start(actor, blocks.Plan!, held.Work));
        }
    }

    private int LeastBusy()
    {
        var least = 0;
        for (var actor = 1; actor < busy.Length; actor++)
        {
            least = busy[actor] < busy[least] ? actor : least;
        }

        return least;
    }

    // An attempt may outlive its run; its reports still name it.
    private string RunOf(RoundPlan plan) => running.Find(held => ReferenceEquals(held.Plan, plan))?.Run
        ?? throw new InvalidOperationException($"a report on block {plan.BlockNumber} came after the end of its grant");

    private void OnAttemptEnded(RoundPlan plan, int group, int epoch)
    {
        if (ReferenceEquals(plan, blocks.Plan) && holders.Remove((group, epoch), out var held))
        {
            held.Complete(group);
        }
    }

    private void Report(Message message)
    {
        unacknowledged.Add(new UnacknowledgedReport(lastReport, message));
        Send(message);
    }

    private void OnHeartbeatDue(IReadOnlyList<ActorSample> actors)
    {
        if (!joined)
        {
            if (++heartbeatsAlone > options.MaxHeartbeatsAlone)
            {
                Stop($"no manager took this worker as a member over {heartbeatsAlone} tries, {interval.TotalSeconds:0.###} s apart");
            }
            else
            {
                SendHello();
            }
        }
        else
        {
            SendHeartbeat(actors);
        }

        foreach (var report in unacknowledged)
        {
            // The first beat may come right behind the report itself.
            if (++report.Heartbeats % 2 == 0)
            {
                Send(report.Message);
            }
        }
    }

    private void SendHeartbeat(IReadOnlyList<ActorSample> actors)
    {
        var positions = new Dictionary<Grant, long>();
        foreach (var lane in actors.SelectMany(actor => actor.Running))
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

        var held = waiting.Concat(running.Where(each => !each.Ending && ReferenceEquals(each.Plan, blocks.Plan)));
        var credits = (options.Worker.Actors * Lanes) - running.Count(each => each.Ending);
        Send(new Message.Heartbeat(
            Incarnation,
            ++lastHeartbeat,
            credits,
            blocks.Number,
            health,
            [.. held.Select(each => new AttemptProgress(each.Work, each.Actor, positions.GetValueOrDefault(each.Work, -1)))]));
    }

    private ActorLoad LoadOf(int actor)
    {
        // Who pulls has one mailbox for all; it is shown as the first actor's.
        var queued = waiting.FindAll(held => Math.Max(held.Actor, 0) == actor);
        return new ActorLoad(busy[actor], queued.Count, queued.Count == 0 ? TimeSpan.Zero : interval * queued.Max(held => held.Heartbeats));
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

    /// <summary>A grant that is not over.</summary>
    private sealed class HeldGrant(string run, RoundPlan plan, Grant work, int actor, int[] groups)
    {
        private readonly HashSet<int> left = [.. groups];

        public string Run { get; } = run;

        public RoundPlan Plan { get; } = plan;

        public Grant Work { get; } = work;

        /// <summary>Its actor; −1 while any may take it.</summary>
        public int Actor { get; set; } = actor;

        /// <summary>Whether it was told to end.</summary>
        public bool Ending { get; set; }

        /// <summary>Heartbeats it has waited for a lane.</summary>
        public int Heartbeats { get; set; }

        /// <summary>Whether an attempt of the group under this grant is not over.</summary>
        public bool IsAt(int group) => left.Contains(group);

        public void Complete(int group) => left.Remove(group);
    }
}

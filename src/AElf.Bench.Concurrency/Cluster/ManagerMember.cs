using AElf.Bench.Core.Execution;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>A worker as its manager sees it.</summary>
internal sealed class ManagerMember(ClusterMember worker, long connection, int lanes)
{
    public ClusterMember Worker { get; } = worker;

    public long Connection { get; } = connection;

    /// <summary>Grants that are not over, in the order given.</summary>
    public List<OpenGrant> Open { get; } = [];

    /// <summary>Most grants it takes at once.</summary>
    public int Credits { get; set; } = worker.Actors * Math.Min(worker.Lanes, lanes);

    public long LastHeartbeat { get; set; }

    public IReadOnlyList<ActorHealth> Health { get; set; } = [];

    /// <summary>The contents last sent to it; −1 for none.</summary>
    public long ContentId { get; set; } = -1;

    /// <summary>How long it may be silent beyond the pause, since it groups what was sent to it.</summary>
    public TimeSpan Grouping { get; set; }

    /// <summary>Heartbeats since the block was last sent that showed it missing.</summary>
    public int HeartbeatsWithoutBlock { get; set; }

    /// <summary>Grants that are not over for each actor, for strategies that name one.</summary>
    public int[] GrantsOf { get; } = new int[worker.Actors];

    /// <summary>Transfers of those grants.</summary>
    public long[] TransfersOf { get; } = new long[worker.Actors];
}

/// <summary>A grant that is not over.</summary>
internal sealed class OpenGrant(ManagerMember member, int actor, Grant work, int groups)
{
    public ManagerMember Member { get; } = member;

    public int Actor { get; } = actor;

    public Grant Work { get; } = work;

    /// <summary>Groups whose attempt is not over.</summary>
    public int Left { get; set; } = groups;

    /// <summary>Whether it is durable and was sent.</summary>
    public bool Sent { get; set; }

    public long Position { get; set; } = -1;

    /// <summary>The actor that has it, as the worker said; −1 while it waits for one.</summary>
    public int At { get; set; } = -1;

    /// <summary>Heartbeats in a row in which it made no progress.</summary>
    public int Idle { get; set; }

    /// <summary>Heartbeats in a row that did not know of it.</summary>
    public int Unknown { get; set; }
}

/// <summary>The block being executed, as its manager sees it.</summary>
internal sealed class ManagerBlock(RoundPlan plan, BlockManifest manifest)
{
    public RoundPlan Plan { get; } = plan;

    public BlockManifest Manifest { get; } = manifest;

    /// <summary>The one attempt of each group whose Done would count; null when none is under way.</summary>
    public OpenGrant?[] Current { get; } = new OpenGrant?[plan.Groups.Count];

    public bool[] Done { get; } = new bool[plan.Groups.Count];

    /// <summary>Grants given for each group.</summary>
    public int[] Attempts { get; } = new int[plan.Groups.Count];

    public bool[] JobGranted { get; } = new bool[plan.Jobs.Count];

    /// <summary>Groups to be granted again now.</summary>
    public Queue<int> Retries { get; } = [];

    /// <summary>Groups to be granted again when their pause is over.</summary>
    public HashSet<int> Pausing { get; } = [];

    public int Remaining { get; set; } = plan.Groups.Count;

    public int NextJob { get; set; }

    public ReadOnlySpan<int> GroupsOf(in Grant work) => work.Job >= 0 ? Plan.Jobs[work.Job] : new[] { work.Group };

    public long TransfersOf(in Grant work) =>
        work.Job >= 0 ? Plan.Jobs.WeightOf(work.Job) : Plan.Groups.SizeOf(work.Group);

    /// <summary>Where a grant is.</summary>
    public GrantView View(OpenGrant open)
    {
        var worker = open.Member.Worker.Name;
        if (open.Position < 0)
        {
            return new GrantView(open.Work, GroupsOf(open.Work)[0], open.Idle, worker, open.At, -1, Step: null);
        }

        var position = LanePosition.From(open.Position);
        var (group, account) = Plan.Locate(open.Work, position);
        return new GrantView(open.Work, group, open.Idle, worker, open.At, account, position.Step);
    }
}

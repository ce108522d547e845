namespace AElf.Bench.Core.Scheduling;

/// <summary>A grant that is not over.</summary>
public sealed class OpenGrant
{
    internal OpenGrant(SchedulerWorker worker, int actor, Grant grant, long round, int units)
    {
        Worker = worker;
        Actor = actor;
        Grant = grant;
        Round = round;
        UnitsLeft = units;
    }

    public SchedulerWorker Worker { get; }

    /// <summary>The actor that shall execute it; −1 for any.</summary>
    public int Actor { get; }

    public Grant Grant { get; }

    /// <summary>The round it belongs to.</summary>
    public long Round { get; }

    /// <summary>Whether it was given to its worker: until then no report on it counts.</summary>
    public bool IsSent { get; private set; }

    /// <summary>Whether an attempt under it is not over.</summary>
    public bool IsOpen => UnitsLeft > 0;

    /// <summary>Units whose attempt is not over.</summary>
    internal int UnitsLeft { get; set; }

    /// <summary>How far it was when last observed, as in <see cref="LaneProgress"/>; −1 before a lane has it.</summary>
    internal long Position { get; set; } = -1;

    /// <summary>The actor that has it, as its worker said; −1 while it waits for one.</summary>
    internal int At { get; set; } = -1;

    /// <summary>Observations in a row in which it made no progress.</summary>
    internal int Idle { get; set; }

    /// <summary>Observations in a row that did not know of it.</summary>
    internal int Unknown { get; set; }

    /// <summary>Its place among the grants of its worker.</summary>
    internal LinkedListNode<OpenGrant>? Node { get; set; }

    /// <summary>The grant is on its way to its worker.</summary>
    public void MarkSent() => IsSent = true;
}

/// <summary>A worker as a scheduler sees it: a process with actors.</summary>
public sealed class SchedulerWorker
{
    internal SchedulerWorker(long id, string name, int actors, int credits)
    {
        Id = id;
        Name = name;
        MaxCredits = credits;
        Credits = credits;
        ActorGrants = new int[actors];
        ActorWeights = new long[actors];
    }

    /// <summary>Tells this process from all others.</summary>
    public long Id { get; }

    /// <summary>Its name, for messages.</summary>
    public string Name { get; }

    /// <summary>The most grants it may ever take at once.</summary>
    public int MaxCredits { get; }

    /// <summary>The most grants it takes at once.</summary>
    public int Credits { get; internal set; }

    /// <summary>Grants that are not over, in the order given.</summary>
    public IReadOnlyCollection<OpenGrant> Grants => Open;

    /// <summary>Whether it is one of the scheduler's workers still.</summary>
    public bool IsMember { get; internal set; } = true;

    /// <summary>The place of its first actor among all routees.</summary>
    internal int FirstRoutee { get; set; }

    internal int Actors => ActorGrants.Length;

    internal LinkedList<OpenGrant> Open { get; } = [];

    /// <summary>Whether an attempt of its was over since it was last observed.</summary>
    internal bool HasEnded { get; set; }

    /// <summary>Of each actor: grants that are not over, for strategies that name an actor.</summary>
    internal int[] ActorGrants { get; }

    /// <summary>Of each actor: what those grants weigh.</summary>
    internal long[] ActorWeights { get; }
}

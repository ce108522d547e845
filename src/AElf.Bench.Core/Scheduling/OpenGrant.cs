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

    /// <summary>The actor that must execute it; −1 for any.</summary>
    public int Actor { get; }

    public Grant Grant { get; }

    /// <summary>The round it belongs to.</summary>
    public long Round { get; }

    /// <summary>Whether it was sent to its worker. Only then do reports on it count.</summary>
    public bool IsSent { get; private set; }

    /// <summary>Whether one of its attempts is not over.</summary>
    public bool IsOpen => UnitsLeft > 0;

    /// <summary>Units whose attempt is not over.</summary>
    internal int UnitsLeft { get; set; }

    /// <summary>Its last observed position, as in <see cref="LaneProgress"/>; −1 before a lane has it.</summary>
    internal long Position { get; set; } = -1;

    /// <summary>The actor that has it, as the worker reported; −1 while it waits for an actor.</summary>
    internal int At { get; set; } = -1;

    /// <summary>Consecutive observations without progress.</summary>
    internal int Idle { get; set; }

    /// <summary>Consecutive observations in which the worker did not list it.</summary>
    internal int Unknown { get; set; }

    /// <summary>Its place among the grants of its worker.</summary>
    internal LinkedListNode<OpenGrant>? Node { get; set; }

    /// <summary>Records that the grant was sent to its worker.</summary>
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

    /// <summary>Identifies the process.</summary>
    public long Id { get; }

    /// <summary>Its name, for messages.</summary>
    public string Name { get; }

    /// <summary>The most grants it may ever take at once.</summary>
    public int MaxCredits { get; }

    /// <summary>The most grants it takes at once.</summary>
    public int Credits { get; internal set; }

    /// <summary>Grants that are not over, in the order given.</summary>
    public IReadOnlyCollection<OpenGrant> Grants => Open;

    /// <summary>Whether it is still a worker of the scheduler.</summary>
    public bool IsMember { get; internal set; } = true;

    /// <summary>The place of its first actor among all routees.</summary>
    internal int FirstRoutee { get; set; }

    internal int Actors => ActorGrants.Length;

    internal LinkedList<OpenGrant> Open { get; } = [];

    /// <summary>Whether one of its attempts has ended since the last observation.</summary>
    internal bool HasEnded { get; set; }

    /// <summary>The open grants of each actor, for strategies that choose an actor.</summary>
    internal int[] ActorGrants { get; }

    /// <summary>The weight of those grants of each actor.</summary>
    internal long[] ActorWeights { get; }
}

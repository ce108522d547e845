using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Local;

/// <summary>The actors of this process as the core of a round sees them, real or simulated.</summary>
internal interface ILocalActors
{
    /// <summary>Posts a grant to an actor's mailbox, for −1 to the one all pull from; false when it is full.</summary>
    bool TryPost(int actor, Grant grant, in GrantWork work);

    /// <summary>The commits of the actors in the round, and their mailboxes.</summary>
    ExecutorSnapshot Snapshot();

    /// <summary>How far the jobs in flight were when their actors last observed them.</summary>
    IEnumerable<(int Actor, LaneProgress Lane)> Running();

    void RequestObservation();
}

using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Concurrency.Worker.CommandLine;

/// <summary>
/// Everything a worker needs to know, checked. The hosts' options hold its name, its server and the managers to join.
/// </summary>
internal sealed record WorkerProgramOptions(ProgramReading Reading, IReadOnlyList<ValidationError> Warnings)
    : ProgramOptions(Reading, Warnings)
{
    public override bool IsService => true;

    public required IWorkloadType Workload { get; init; }

    /// <summary>Actors in this process, each with one mailbox and one connection.</summary>
    public int Actors => Settings.Get(ActorSettings.ActorCount);

    /// <summary>With <see cref="RouterOwner.Akka"/>, which of its routers finds the actor for a job.</summary>
    public RoutingStrategy Routing => Settings.Get(ActorSettings.Routing);

    /// <summary>
    /// The most jobs in flight inside one actor; a run may ask for fewer. 65,536 stands for no limit.
    /// </summary>
    public int Lanes => Settings.Get(ActorSettings.Lanes);
}

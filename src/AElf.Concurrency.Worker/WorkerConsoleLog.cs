using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings.CommandLine;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Concurrency.Worker;

/// <summary>Prints the events of the worker's host.</summary>
internal sealed class WorkerConsoleLog(ProgramOptions options)
{
    public void OnEvent(WorkerLifecycleEvent change)
    {
        switch (change)
        {
            case WorkerLifecycleEvent.Unreachable(var manager, var reason):
                Console.Error.WriteLine($"not joined yet, trying again: {Describe(manager, reason)}");
                break;
            case WorkerLifecycleEvent.Joined(var manager, var welcome):
                Console.Out.WriteLine(
                    $"welcome from the manager at {manager}: "
                        + $"{options.Hosts.Name} is {Place(welcome.Members.Count)}, with "
                        + Counted(options.Settings.Get(ActorSettings.ActorCount), "actor")
                        + $" over the store at {options.Store.Place}");
                foreach (var member in welcome.Members)
                {
                    Console.Out.WriteLine(
                        $"  {member.Name}  server {member.Server}  {Counted(member.Actors, "actor")}  "
                            + $"store {member.Store}");
                }

                break;
            case WorkerLifecycleEvent.Refused(
                var manager, { Refusal: Refusal.Duplicate or Refusal.NotMember } rejected):
                Console.Error.WriteLine($"not joined yet, trying again: {Describe(manager, rejected.Text)}");
                break;
            case WorkerLifecycleEvent.Lost(var manager, var reason):
                Console.Error.WriteLine($"membership lost, trying again: {Describe(manager, reason)}");
                break;
            case WorkerLifecycleEvent.RunOpened(var run):
                Console.Out.WriteLine($"run {RunName.IdIn(run)} opened");
                break;
            case WorkerLifecycleEvent.RunClosed(var run, var failure):
                Console.Out.WriteLine($"run {RunName.IdIn(run)} closed{(failure is null ? "" : $": {failure}")}");
                break;
            default:
                // The session prints why the worker stops.
                break;
        }
    }

    // Some reasons name the manager already.
    private static string Describe(Endpoint manager, string reason) =>
        reason.StartsWith(manager.ToString(), StringComparison.Ordinal) ? reason : $"{manager}: {reason}";

    private static string Place(int members) => members == 1 ? "the only member" : $"one of {members} members";
}

using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Concurrency.Worker.CommandLine;

namespace AElf.Concurrency.Worker;

/// <summary>Prints what the worker's host tells.</summary>
internal sealed class WorkerAnnouncer(WorkerProgramOptions options)
{
    /// <summary>Prints a piece of news.</summary>
    public void Tell(WorkerNews news)
    {
        switch (news)
        {
            case WorkerNews.Unreachable(var manager, var reason):
                Console.Error.WriteLine($"manager {manager} cannot be reached, and is tried again: {reason}");
                break;
            case WorkerNews.Joined(var manager, var welcome):
                Say($"welcome from the manager at {manager}: {options.Hosts.Name} is one of {welcome.Members.Count} members, {options.Actors} actors, store {options.Store.Address}");
                welcome.Members.ToList().ForEach(ListMember);
                break;
            case WorkerNews.Refused(var manager, var rejected):
                Console.Error.WriteLine($"manager {manager} does not take this worker: {rejected.Text}");
                break;
            case WorkerNews.Lost(var manager, var reason):
                Console.Error.WriteLine($"the connection to manager {manager} is lost, and is tried again: {reason}");
                break;
            case WorkerNews.RunOpened(var run):
                Say($"run {run} opened");
                break;
            case WorkerNews.RunClosed(var run, var failure):
                Say(failure is null ? $"run {run} closed" : $"run {run} closed as failed: {failure}");
                break;
            default:
                // The program says itself why the worker has given up.
                break;
        }
    }

    private void ListMember(ClusterMember member) => Say($"  {member.Name}  server {member.Server}  {member.Actors} actors  store {member.Store}");

    private void Say(string line)
    {
        if (!options.Quiet)
        {
            Console.Out.WriteLine(line);
        }
    }
}

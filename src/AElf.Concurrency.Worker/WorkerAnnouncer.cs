using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Core.Options;
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
                Console.Error.WriteLine($"not joined yet, and trying again: {Of(manager, reason)}");
                break;
            case WorkerNews.Joined(var manager, var welcome):
                Say(
                    $"welcome from the manager at {manager}: {options.Hosts.Name} is {Place(welcome.Members.Count)}, with "
                        + $"{ClusterText.Actors(options.Actors)} over the store at {options.Store.Address}");
                welcome.Members.ToList().ForEach(ListMember);
                break;
            case WorkerNews.Refused(var manager, { Refusal: Refusal.Duplicate or Refusal.NotMember } rejected):
                Console.Error.WriteLine($"not joined yet, and trying again: {Of(manager, rejected.Text)}");
                break;
            case WorkerNews.Lost(var manager, var reason):
                Console.Error.WriteLine($"no member any more, and trying again: {Of(manager, reason)}");
                break;
            case WorkerNews.RunOpened(var run):
                Say($"run {run} opened");
                break;
            case WorkerNews.RunClosed(var run, var failure):
                Say(failure is null ? $"run {run} closed" : $"run {run} closed: {failure}");
                break;
            default:
                // The program says itself why the worker has given up.
                break;
        }
    }

    // Some reasons name the manager already.
    private static string Of(Endpoint manager, string reason) =>
        reason.StartsWith(manager.ToString(), StringComparison.Ordinal) ? reason : $"{manager}: {reason}";

    private static string Place(int members) => members == 1 ? "the only member" : $"one of {members} members";

    private void ListMember(ClusterMember member) => Say(ClusterText.Line(member));

    private void Say(string line)
    {
        if (!options.Quiet)
        {
            Console.Out.WriteLine(line);
        }
    }
}

using AElf.Bench.Core.Metrics;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>
/// Requests the measurements of a round from the members. Repeats the request with each heartbeat, until each member
/// has answered, is lost, or has timed out.
/// </summary>
internal sealed class ResultCollector(ManagerOptions options, Membership membership, List<ManagerEffect> effects)
{
    private static readonly ManagerTimer Results = new(TimerKind.Results, 0);

    private ResultCollection? current;
    private RoundTally? tally;

    /// <summary>Begins the requests, after a round.</summary>
    /// <param name="round">Its number; −1 if the run was given up.</param>
    /// <param name="granted">The grants of the round; null without grants.</param>
    public void Begin(long round, RoundTally? granted)
    {
        tally = granted;
        current = new ResultCollection(round, membership.OfRun.Select(member => options.Members.Use(member.Worker)));
        if (current.IsComplete)
        {
            End();
            return;
        }

        effects.Add(new ManagerEffect.SetTimer(Results, options.ResultWait));
        foreach (var member in membership.OfRun)
        {
            Ask(member, round);
        }
    }

    /// <summary>
    /// Repeats the request to a member without an answer: the request or the answer may have been lost.
    /// </summary>
    public void OnHeartbeat(ManagerMember member)
    {
        if (current?.IsPending(member.Worker.Incarnation) == true)
        {
            Ask(member, current.Round);
        }
    }

    public void OnResult(Message.RoundResult result)
    {
        if (!string.Equals(result.Run, options.Run, StringComparison.Ordinal) || current?.Round != result.Round)
        {
            return;
        }

        tally?.Forget(result.Incarnation);
        if (current.Add(result.Incarnation, result.Stats))
        {
            End();
        }
    }

    public void Drop(long incarnation)
    {
        if (current?.Drop(incarnation) == true)
        {
            End();
        }
    }

    public void End()
    {
        if (current is { } collected)
        {
            current = null;
            effects.Add(new ManagerEffect.CancelTimer(Results));
            var reported = collected.Answers.Select(answer => answer.Worker.Incarnation).ToHashSet();
            effects.Add(new ManagerEffect.RoundMeasured(
                collected.Round, collected.Answers, tally?.UnreportedBeside(reported) ?? default)
            {
                Silent = tally?.SilentBeside(reported) ?? [],
            });
        }
    }

    private void Ask(ManagerMember member, long round) =>
        effects.Add(new ManagerEffect.Send(member.Connection, new Message.RequestResult(options.Run, round)));
}

/// <summary>Collects the measurements of a round from all members at the time of the request.</summary>
/// <param name="round">The round's number; −1 if the run was given up.</param>
internal sealed class ResultCollection(long round, IEnumerable<ClusterMember> asked)
{
    private readonly List<ClusterMember> pending = [.. asked];
    private readonly List<WorkerRound> answers = [];

    public long Round { get; } = round;

    public IReadOnlyList<WorkerRound> Answers => answers;

    public bool IsComplete => pending.Count == 0;

    public bool IsPending(long incarnation) => pending.Exists(worker => worker.Incarnation == incarnation);

    /// <summary>Adds the answer of a worker; true if it was the last one.</summary>
    public bool Add(long incarnation, RoundStats stats)
    {
        var at = pending.FindIndex(worker => worker.Incarnation == incarnation);
        if (at < 0)
        {
            return false;
        }

        answers.Add(new WorkerRound(pending[at], stats));
        pending.RemoveAt(at);
        return IsComplete;
    }

    /// <summary>Removes a worker that will not answer; true if it was the last one.</summary>
    public bool Drop(long incarnation) =>
        pending.RemoveAll(worker => worker.Incarnation == incarnation) > 0 && IsComplete;
}

/// <summary>The measurements of a worker process in a round.</summary>
public sealed record WorkerRound(ClusterMember Worker, RoundStats Stats);

using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using static AElf.Bench.Concurrency.Cluster.Wire.WireRules;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>
/// A message from <c>frames.proto</c>: every value is validated here by <see cref="WireRules"/>. What only the receiver
/// can judge, such as whether an actor is one of the worker's, is judged by its core.
/// </summary>
internal static class MessageFromProto
{
    /// <summary>The message of an envelope.</summary>
    /// <exception cref="WireException">It says something that cannot be.</exception>
    public static Message Message(Proto.Envelope envelope) => envelope.FrameCase switch
    {
        Proto.Envelope.FrameOneofCase.Hello => new Message.Hello(
            envelope.Hello.Version, Member(Needed(envelope.Hello.Worker, "hello", "worker"))),
        Proto.Envelope.FrameOneofCase.Heartbeat => Heartbeat(envelope.Heartbeat),
        Proto.Envelope.FrameOneofCase.Done => Done(envelope.Done),
        Proto.Envelope.FrameOneofCase.Failed => Failed(envelope.Failed),
        Proto.Envelope.FrameOneofCase.Sample => new Message.Sample(
            envelope.Sample.Incarnation,
            NameOrNone(envelope.Sample.Run, "a run"),
            Count(envelope.Sample.Committed, "committed")),
        Proto.Envelope.FrameOneofCase.RoundResult => RoundResult(envelope.RoundResult),
        Proto.Envelope.FrameOneofCase.Welcome => Welcome(envelope.Welcome),
        Proto.Envelope.FrameOneofCase.Rejected => new Message.Rejected(
            envelope.Rejected.Incarnation, Refusal(envelope.Rejected.Refusal), envelope.Rejected.Text),
        Proto.Envelope.FrameOneofCase.OpenRun => OpenRun(envelope.OpenRun),
        Proto.Envelope.FrameOneofCase.Assign => Assign(envelope.Assign),
        Proto.Envelope.FrameOneofCase.Abort => new Message.Abort(
            envelope.Abort.Incarnation,
            envelope.Abort.Run,
            Count(envelope.Abort.Round, "as a round"),
            Grant(Needed(envelope.Abort.Grant, "abort", "grant"))),
        Proto.Envelope.FrameOneofCase.Acknowledged => new Message.Acknowledged(
            envelope.Acknowledged.Incarnation, Count(envelope.Acknowledged.Number, "as a report's number")),
        Proto.Envelope.FrameOneofCase.RequestResult => new Message.RequestResult(
            envelope.RequestResult.Run, OrNone(envelope.RequestResult.Round, "round")),
        Proto.Envelope.FrameOneofCase.CloseRun => new Message.CloseRun(
            envelope.CloseRun.Run, envelope.CloseRun.HasFailure ? envelope.CloseRun.Failure : null),
        var kind => throw new WireException(
            $"a message of kind {(int)kind}, which this version does not know; both sides must run the same build"),
    };

    private static Message.Welcome Welcome(Proto.Welcome welcome) => new(
        welcome.Incarnation,
        [.. welcome.Members.Select(Member)],
        Time(welcome.HeartbeatInterval, "between heartbeats"),
        Time(welcome.AcceptableHeartbeatPause, "of silence"));

    private static Refusal Refusal(Proto.Refusal refusal) => refusal switch
    {
        Proto.Refusal.Version => Cluster.Refusal.Version,
        Proto.Refusal.Duplicate => Cluster.Refusal.Duplicate,
        Proto.Refusal.Configuration => Cluster.Refusal.Configuration,
        Proto.Refusal.NotMember => Cluster.Refusal.NotMember,
        _ => throw new WireException($"a refusal {(int)refusal}, which this version does not know"),
    };

    private static Message.OpenRun OpenRun(Proto.OpenRun run) => new(
        run.Run,
        run.Workload,
        run.Settings.Memory,
        Count(run.Lanes, "lanes"),
        Time(run.AddedRoundTrip, "of a round trip"))
    {
        IsControl = run.Control,
        Dispatchers = Count(run.Dispatchers, "dispatchers"),
        Actors = Count(run.Actors, "actors"),
    };

    private static ClusterMember Member(Proto.Member member) => new(
        Name(member.Name, "a worker's name"),
        member.Incarnation,
        Count(member.Actors, "actors"),
        Count(member.Lanes, "lanes"),
        Name(member.Server, "a worker's server"),
        Name(member.Store, "a worker's store", MaxAddressLength),
        member.Machine.Length == 0 ? "" : Name(member.Machine, "a worker's machine"));

    private static Message.Heartbeat Heartbeat(Proto.Heartbeat heartbeat)
    {
        var actors = new ActorHealth[SameLength(
            "actors", heartbeat.ActorCommitted.Count, heartbeat.ActorWaiting.Count, heartbeat.ActorOldestAge.Count)];
        for (var i = 0; i < actors.Length; i++)
        {
            actors[i] = new ActorHealth(
                Count(heartbeat.ActorCommitted[i], "transfers committed"),
                Count(heartbeat.ActorWaiting[i], "jobs waiting"),
                Time(heartbeat.ActorOldestAge[i], "of waiting"));
        }

        var running = new GrantProgress[SameLength(
            "grants",
            heartbeat.RunningJob.Count,
            heartbeat.RunningUnit.Count,
            heartbeat.RunningEpoch.Count,
            heartbeat.RunningActor.Count,
            heartbeat.RunningPosition.Count)];
        for (var i = 0; i < running.Length; i++)
        {
            running[i] = new GrantProgress(
                Grant(heartbeat.RunningJob[i], heartbeat.RunningUnit[i], heartbeat.RunningEpoch[i]),
                (int)OrNone(heartbeat.RunningActor[i], "actor"),
                Mark(heartbeat.RunningPosition[i]));
        }

        return new Message.Heartbeat(
            heartbeat.Incarnation,
            Count(heartbeat.Number, "as a heartbeat's number"),
            heartbeat.Credits,
            NameOrNone(heartbeat.Run, "a run"),
            actors,
            running)
        {
            Received = Count(heartbeat.Received, "messages received"),
            Dispatchers = Count(heartbeat.Dispatchers, "dispatchers"),
        };
    }

    private static Message.Done Done(Proto.Done done)
    {
        AtMost(MaxAttempts, done.Unit.Count, "attempts in a report");
        var attempts = new Attempt[SameLength("attempts", done.Unit.Count, done.Epoch.Count)];
        for (var i = 0; i < attempts.Length; i++)
        {
            attempts[i] = new Attempt(Count(done.Unit[i], "as a unit"), Count(done.Epoch[i], "as an epoch"));
        }

        return new Message.Done(
            done.Incarnation,
            Count(done.Number, "as a report's number"),
            NameOrNone(done.Run, "a run"),
            Count(done.Round, "as a round"),
            attempts);
    }

    private static Message.Failed Failed(Proto.Failed failed) => new(
        failed.Incarnation,
        Count(failed.Number, "as a report's number"),
        NameOrNone(failed.Run, "a run"),
        Count(failed.Round, "as a round"),
        new AttemptFailure(
            Count(failed.Unit, "as a unit"),
            Count(failed.Epoch, "as an epoch"),
            Step(failed.Step),
            failed.HasItem ? Words(failed.Item) : null,
            new Problem(Problem.KindOf(failed.Kind), Words(failed.Reason)),
            failed.Fatal));

    private static AttemptStep Step(Proto.Step step) => step switch
    {
        Proto.Step.CopyRead => AttemptStep.CopyRead,
        Proto.Step.CopyWrite => AttemptStep.CopyWrite,
        Proto.Step.Read => AttemptStep.Read,
        Proto.Step.Apply => AttemptStep.Apply,
        Proto.Step.Write => AttemptStep.Write,
        _ => throw new WireException($"a step {(int)step} of an attempt, which this version does not know"),
    };

    private static Message.Assign Assign(Proto.Assign assign)
    {
        var work = new WorkPart(
            Count(assign.WorkOffset, "as an offset"), Count(assign.WorkLength, "bytes"), assign.Work.Memory);
        if (work.Offset > work.Length - work.Bytes.Length)
        {
            throw new WireException(
                $"a part of {work.Bytes.Length} bytes from {work.Offset} on; the whole has {work.Length}");
        }

        foreach (var unit in assign.Unit)
        {
            Count(unit, "as a unit");
        }

        return new Message.Assign(
            assign.Incarnation,
            assign.Run,
            Count(assign.Round, "as a round"),
            (int)OrNone(assign.Actor, "actor"),
            Grant(Needed(assign.Grant, "assign", "grant")),
            [.. assign.Unit],
            work);
    }

    private static Grant Grant(Proto.Grant grant) => Grant(grant.Job, grant.Unit, grant.Epoch);

    private static Grant Grant(int job, int unit, int epoch) => (job, unit, epoch) switch
    {
        ( >= 0, -1, >= 0) or (-1, >= 0, >= 0) => new Grant(job, unit, epoch),
        _ => throw new WireException(
            $"a grant of job {job}, unit {unit}, epoch {epoch}; "
                + "a grant has a job or a unit, the other is -1, and epochs start at 0"),
    };

    private static Message.RoundResult RoundResult(Proto.RoundResult result)
    {
        AtMost(MaxFaults, result.Faults.Count, "kinds of faults in a result");
        return new Message.RoundResult(
            result.Incarnation,
            NameOrNone(result.Run, "a run"),
            OrNone(result.Round, "round"),
            new RoundStats
            {
                Operations = Operations(Needed(result.Operations, "result", "operations")),
                FaultOperations = Operations(Needed(result.FaultOperations, "result", "operations of later attempts")),
                Committed = Count(result.Committed, "committed"),
                AllocatedBytes = Count(result.AllocatedBytes, "bytes allocated"),
                Cpu = Time(result.Cpu, "of processor"),
                Compiling = Time(result.Compiling, "compiling"),
                Idle = Time(result.Idle, "idle"),
                Dispatchers = Count(result.Dispatchers, "dispatchers"),
                Latency = Latency(Needed(result.Latency, "result", "latencies")),
                Arrivals = result.Arrivals is { } arrivals ? Arrivals(arrivals) : null,
                Faults = [.. result.Faults.Select(Fault)],
            });
    }

    private static StoreFaultCount Fault(Proto.WorkerFault fault) =>
        new(Words(fault.Kind), Words(fault.What), Count(fault.Count, "times a fault was met"));

    private static ArrivalStats Arrivals(Proto.Arrivals arrivals)
    {
        var stats = new ArrivalStats
        {
            FromIntended = Latency(Needed(arrivals.FromIntended, "schedule", "latencies")),
            Lag = Latency(Needed(arrivals.Lag, "schedule", "lags")),
        };
        stats.Extend(Time(arrivals.Span, "of a schedule"));
        return stats;
    }

    private static LatencyHistogram Latency(Proto.Histogram stats)
    {
        _ = SameLength("latencies", stats.Bucket.Count, stats.Count.Count);
        try
        {
            var latency = LatencyHistogram.From(stats.Bucket.Zip(stats.Count), stats.Max);
            _ = Count(latency.Count, "latencies");
            return latency;
        }
        catch (ArgumentException exception)
        {
            throw new WireException($"latencies that cannot be: {exception.Message}", exception);
        }
    }

    private static OperationCounts Operations(Proto.Operations operations) => new(
        Count(operations.Get, "GET"),
        Count(operations.Set, "SET"),
        Count(operations.MultiGet, "MGET"),
        Count(operations.MultiSet, "MSET"),
        Count(operations.KeysRead, "keys read"),
        Count(operations.KeysWritten, "keys written"));
}

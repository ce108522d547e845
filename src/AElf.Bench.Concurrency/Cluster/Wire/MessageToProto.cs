using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using Google.Protobuf;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>A message in terms of <c>frames.proto</c>; <see cref="MessageFromProto"/> is the way back.</summary>
internal static class MessageToProto
{
    public static Proto.Envelope Envelope(Message message) => message switch
    {
        Message.Hello(var version, var worker) =>
            new() { Hello = new() { Version = version, Worker = Member(worker) } },
        Message.Heartbeat heartbeat => new() { Heartbeat = Heartbeat(heartbeat) },
        Message.Done done => new() { Done = Done(done) },
        Message.Failed failed => new() { Failed = Failed(failed) },
        Message.Welcome welcome => new()
        {
            Welcome = new()
            {
                Incarnation = welcome.Incarnation,
                Members = { welcome.Members.Select(Member) },
                HeartbeatInterval = welcome.HeartbeatInterval.Ticks,
                AcceptableHeartbeatPause = welcome.AcceptableHeartbeatPause.Ticks,
            },
        },
        Message.Rejected(var incarnation, var refusal, var text) =>
            new() { Rejected = new() { Incarnation = incarnation, Refusal = (Proto.Refusal)refusal, Text = text } },
        Message.OpenRun run => new() { OpenRun = OpenRun(run) },
        Message.Assign grant => new() { Assign = Assign(grant) },
        Message.Abort(var incarnation, var run, var round, var grant) =>
            new() { Abort = new() { Incarnation = incarnation, Run = run, Round = round, Grant = Grant(grant) } },
        Message.Sample(var incarnation, var run, var committed) =>
            new() { Sample = new() { Incarnation = incarnation, Run = run, Committed = committed } },
        Message.RequestResult(var run, var round) => new() { RequestResult = new() { Run = run, Round = round } },
        Message.RoundResult result => new() { RoundResult = RoundResult(result) },
        Message.Acknowledged(var incarnation, var number) =>
            new() { Acknowledged = new() { Incarnation = incarnation, Number = number } },
        Message.CloseRun(var run, null) => new() { CloseRun = new() { Run = run } },
        Message.CloseRun(var run, var failure) => new() { CloseRun = new() { Run = run, Failure = failure } },
        _ => throw new ArgumentOutOfRangeException(nameof(message), message, "no message"),
    };

    private static Proto.OpenRun OpenRun(Message.OpenRun run) => new()
    {
        Run = run.Run,
        Workload = run.Workload,
        Settings = UnsafeByteOperations.UnsafeWrap(run.Settings),
        Lanes = run.Lanes,
        AddedRoundTrip = run.AddedRoundTrip.Ticks,
        Control = run.IsControl,
        Dispatchers = run.Dispatchers,
        Actors = run.Actors,
    };

    private static Proto.Member Member(ClusterMember member) => new()
    {
        Name = member.Name,
        Incarnation = member.Incarnation,
        Actors = member.Actors,
        Lanes = member.Lanes,
        Server = member.Server,
        Store = member.Store,
        Machine = member.Machine,
    };

    private static Proto.Heartbeat Heartbeat(Message.Heartbeat heartbeat)
    {
        var proto = new Proto.Heartbeat
        {
            Incarnation = heartbeat.Incarnation,
            Number = heartbeat.Number,
            Credits = heartbeat.Credits,
            Run = heartbeat.Run,
            Received = heartbeat.Received,
            Dispatchers = heartbeat.Dispatchers,
        };
        foreach (var (committed, waiting, oldestAge) in heartbeat.Actors)
        {
            proto.ActorCommitted.Add(committed);
            proto.ActorWaiting.Add(waiting);
            proto.ActorOldestAge.Add(oldestAge.Ticks);
        }

        foreach (var (grant, actor, position) in heartbeat.Running)
        {
            proto.RunningJob.Add(grant.Job);
            proto.RunningUnit.Add(grant.Unit);
            proto.RunningEpoch.Add(grant.Epoch);
            proto.RunningActor.Add(actor);
            proto.RunningPosition.Add(position);
        }

        return proto;
    }

    private static Proto.Done Done(Message.Done done)
    {
        var proto =
            new Proto.Done { Incarnation = done.Incarnation, Number = done.Number, Run = done.Run, Round = done.Round };
        proto.Unit.Capacity = proto.Epoch.Capacity = done.Attempts.Count;
        foreach (var (unit, epoch) in done.Attempts)
        {
            proto.Unit.Add(unit);
            proto.Epoch.Add(epoch);
        }

        return proto;
    }

    private static Proto.Failed Failed(Message.Failed failed)
    {
        var failure = failed.Failure;
        var proto = new Proto.Failed
        {
            Incarnation = failed.Incarnation,
            Number = failed.Number,
            Run = failed.Run,
            Round = failed.Round,
            Unit = failure.Unit,
            Epoch = failure.Epoch,
            Step = Step(failure.Step),
            Reason = failure.Reason.Text,
            Kind = Problem.NameOf(failure.Reason.Kind),
            Fatal = failure.Fatal,
        };
        if (failure.Item is not null)
        {
            proto.Item = failure.Item;
        }

        return proto;
    }

    private static Proto.Step Step(AttemptStep step) => step switch
    {
        AttemptStep.CopyRead => Proto.Step.CopyRead,
        AttemptStep.CopyWrite => Proto.Step.CopyWrite,
        AttemptStep.Read => Proto.Step.Read,
        AttemptStep.Apply => Proto.Step.Apply,
        AttemptStep.Write => Proto.Step.Write,
        _ => throw new ArgumentOutOfRangeException(nameof(step), step, "no step"),
    };

    private static Proto.Assign Assign(Message.Assign assign) => new()
    {
        Incarnation = assign.Incarnation,
        Run = assign.Run,
        Round = assign.Round,
        Actor = assign.Actor,
        Grant = Grant(assign.Grant),
        Unit = { assign.Units },
        WorkOffset = assign.Work.Offset,
        WorkLength = assign.Work.Length,
        Work = UnsafeByteOperations.UnsafeWrap(assign.Work.Bytes),
    };

    private static Proto.Grant Grant(Grant grant) => new() { Job = grant.Job, Unit = grant.Unit, Epoch = grant.Epoch };

    private static Proto.RoundResult RoundResult(Message.RoundResult result)
    {
        var stats = result.Stats;
        return new Proto.RoundResult
        {
            Incarnation = result.Incarnation,
            Run = result.Run,
            Round = result.Round,
            Operations = Operations(stats.Operations),
            FaultOperations = Operations(stats.FaultOperations),
            Committed = stats.Committed,
            AllocatedBytes = stats.AllocatedBytes,
            Cpu = stats.Cpu.Ticks,
            Compiling = stats.Compiling.Ticks,
            Idle = stats.Idle.Ticks,
            Dispatchers = stats.Dispatchers,
            Latency = Histogram(stats.Latency),
            Arrivals = stats.Arrivals is { } arrivals ? Arrivals(arrivals) : null,
            Faults =
            {
                stats.Faults.Select(
                    fault => new Proto.WorkerFault { Kind = fault.Kind, What = fault.What, Count = fault.Count }),
            },
        };
    }

    private static Proto.Arrivals Arrivals(ArrivalStats stats) => new()
    {
        FromIntended = Histogram(stats.FromIntended),
        Lag = Histogram(stats.Lag),
        Span = stats.Span.Ticks,
    };

    private static Proto.Histogram Histogram(LatencyHistogram latency)
    {
        var proto = new Proto.Histogram { Max = latency.Max };
        var buckets = latency.Buckets;
        for (var bucket = 0; bucket < buckets.Length; bucket++)
        {
            if (buckets[bucket] > 0)
            {
                proto.Bucket.Add(bucket);
                proto.Count.Add(buckets[bucket]);
            }
        }

        return proto;
    }

    private static Proto.Operations Operations(OperationCounts counts) => new()
    {
        Get = counts.Get,
        Set = counts.Set,
        MultiGet = counts.MultiGet,
        MultiSet = counts.MultiSet,
        KeysRead = counts.KeysRead,
        KeysWritten = counts.KeysWritten,
    };
}

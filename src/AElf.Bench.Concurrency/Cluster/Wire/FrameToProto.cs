using System.Buffers.Binary;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;
using Google.Protobuf;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>What is said of a frame in <c>frames.proto</c>.</summary>
internal static class FrameToProto
{
    /// <summary>Bytes of a transfer: from (int32), to (int32), amount (int64).</summary>
    public const int TransferBytes = 16;

    /// <summary>The envelope of a frame.</summary>
    public static Proto.Envelope Envelope(Frame frame) => frame switch
    {
        Frame.Protocol(var message) => Protocol(message),
        Frame.Sample(var committed) => new() { Sample = new() { Committed = committed } },
        Frame.RequestStats(var run, var block) => new() { RequestStats = new() { Run = run, Block = block } },
        Frame.RoundStats stats => new() { RoundStats = RoundStats(stats) },
        Frame.SubmitRun(var run, var settings, var block) { Submission: var submission } => new()
        {
            SubmitRun = new()
            {
                RunId = run,
                Settings = { settings.ToDictionary(StringComparer.Ordinal) },
                Block = UnsafeByteOperations.UnsafeWrap(block),
                Submission = submission,
            },
        },
        Frame.CancelRun(var run) => new() { CancelRun = new() { RunId = run } },
        Frame.RunRefused(var run, var exitCode, var problems) =>
            new() { RunRefused = new() { RunId = run, ExitCode = exitCode, Problems = { problems } } },
        Frame.RunProgress progress => new()
        {
            RunProgress = new()
            {
                RunId = progress.RunId,
                Phase = progress.Phase,
                Round = progress.Round,
                Rounds = progress.Rounds,
                Committed = progress.Committed,
                DeepestMailbox = progress.DeepestMailbox,
                OldestMessageMs = progress.OldestMessageMs,
                Waiting = progress.Waiting,
            },
        },
        Frame.RunEnded(var run, var reports) => new() { RunEnded = new() { RunId = run, Reports = UnsafeByteOperations.UnsafeWrap(reports) } },
        _ => throw new ArgumentOutOfRangeException(nameof(frame), frame, "no frame"),
    };

    private static Proto.Envelope Protocol(Message message) => message switch
    {
        Message.Hello(var version, var worker) => new() { Hello = new() { Version = version, Worker = Member(worker) } },
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
        Message.OpenRun(var run, var mode, var lanes, var added) =>
            new() { OpenRun = new() { Run = run, Mode = Mode(mode), Lanes = lanes, AddedRoundTrip = added.Ticks } },
        Message.BlockChunk chunk => new() { BlockChunk = BlockChunk(chunk) },
        Message.Assign grant => new() { Assign = Assign(grant) },
        Message.Abort(var incarnation, var run, var block, var work) =>
            new() { Abort = new() { Incarnation = incarnation, Run = run, Block = block, Work = Work(work) } },
        Message.Acknowledged(var incarnation, var number) => new() { Acknowledged = new() { Incarnation = incarnation, Number = number } },
        Message.CloseRun(var run, var failure) => new() { CloseRun = failure is null ? new() { Run = run } : new() { Run = run, Failure = failure } },
        _ => throw new ArgumentOutOfRangeException(nameof(message), message, "no message"),
    };

    private static Proto.Member Member(ClusterMember member) => new()
    {
        Name = member.Name,
        Incarnation = member.Incarnation,
        Actors = member.Actors,
        Lanes = member.Lanes,
        Server = member.Server,
        Store = member.Store,
    };

    private static Proto.Heartbeat Heartbeat(Message.Heartbeat heartbeat)
    {
        var proto = new Proto.Heartbeat
        {
            Incarnation = heartbeat.Incarnation,
            Number = heartbeat.Number,
            Credits = heartbeat.Credits,
            Block = heartbeat.Block,
        };
        foreach (var (committed, waiting, oldestAge) in heartbeat.Actors)
        {
            proto.ActorCommitted.Add(committed);
            proto.ActorWaiting.Add(waiting);
            proto.ActorOldestAge.Add(oldestAge.Ticks);
        }

        foreach (var (work, actor, position) in heartbeat.Running)
        {
            proto.RunningJob.Add(work.Job);
            proto.RunningGroup.Add(work.Group);
            proto.RunningEpoch.Add(work.Epoch);
            proto.RunningActor.Add(actor);
            proto.RunningPosition.Add(position);
        }

        return proto;
    }

    private static Proto.Done Done(Message.Done done)
    {
        var proto = new Proto.Done { Incarnation = done.Incarnation, Number = done.Number, Run = done.Run, Block = done.Block };
        proto.Group.Capacity = proto.Epoch.Capacity = done.Attempts.Count;
        foreach (var (group, epoch) in done.Attempts)
        {
            proto.Group.Add(group);
            proto.Epoch.Add(epoch);
        }

        return proto;
    }

    private static Proto.Failed Failed(Message.Failed failed) => new()
    {
        Incarnation = failed.Incarnation,
        Number = failed.Number,
        Run = failed.Run,
        Block = failed.Block,
        Group = failed.Failure.Group,
        Epoch = failed.Failure.Epoch,
        Step = failed.Failure.Step switch
        {
            AttemptStep.CopyRead => Proto.Step.CopyRead,
            AttemptStep.CopyWrite => Proto.Step.CopyWrite,
            AttemptStep.Read => Proto.Step.Read,
            AttemptStep.Apply => Proto.Step.Apply,
            AttemptStep.Write => Proto.Step.Write,
            var step => throw new ArgumentOutOfRangeException(nameof(failed), step, "no step"),
        },
        Account = failed.Failure.Account,
        Reason = failed.Failure.Reason,
        Fatal = failed.Failure.Fatal,
    };

    private static Proto.Mode Mode(TransferMode mode) => mode switch
    {
        TransferMode.Strict => Proto.Mode.Strict,
        TransferMode.Multi => Proto.Mode.Multi,
        TransferMode.Batch => Proto.Mode.Batch,
        _ => throw new ArgumentOutOfRangeException(nameof(mode), mode, "no mode"),
    };

    private static Proto.BlockChunk BlockChunk(Message.BlockChunk chunk) => new()
    {
        Run = chunk.Run,
        Number = chunk.Manifest.Number,
        ContentId = chunk.Manifest.ContentId,
        Accounts = chunk.Manifest.Accounts,
        BlockTransfers = chunk.Manifest.Transfers,
        Groups = chunk.Manifest.Groups,
        Jobs = chunk.Manifest.Jobs,
        Checksum = chunk.Manifest.Checksum,
        Offset = chunk.Offset,
        Transfers = UnsafeByteOperations.UnsafeWrap(Bytes(chunk.Transfers.Span)),
    };

    private static byte[] Bytes(ReadOnlySpan<Transfer> transfers)
    {
        var bytes = new byte[transfers.Length * TransferBytes];
        var rest = bytes.AsSpan();
        foreach (var (from, to, amount) in transfers)
        {
            BinaryPrimitives.WriteInt32LittleEndian(rest, from);
            BinaryPrimitives.WriteInt32LittleEndian(rest[sizeof(int)..], to);
            BinaryPrimitives.WriteInt64LittleEndian(rest[(2 * sizeof(int))..], amount);
            rest = rest[TransferBytes..];
        }

        return bytes;
    }

    private static Proto.Assign Assign(Message.Assign grant)
    {
        var proto = new Proto.Assign { Incarnation = grant.Incarnation, Run = grant.Run, Block = grant.Block, Actor = grant.Actor, Work = Work(grant.Work) };
        proto.Account.Capacity = proto.Version.Capacity = grant.Versions.Count;
        foreach (var (account, version) in grant.Versions)
        {
            proto.Account.Add(account);
            proto.Version.Add(version);
        }

        return proto;
    }

    private static Proto.Grant Work(Grant work) => new() { Job = work.Job, Group = work.Group, Epoch = work.Epoch };

    private static Proto.RoundStats RoundStats(Frame.RoundStats stats)
    {
        var proto = new Proto.RoundStats
        {
            Run = stats.Run,
            Block = stats.Block,
            Operations = Operations(stats.Operations),
            FaultOperations = Operations(stats.FaultOperations),
            Committed = stats.Committed,
            AllocatedBytes = stats.AllocatedBytes,
            Cpu = stats.Cpu.Ticks,
            Compiling = stats.Compiling.Ticks,
            Idle = stats.Idle.Ticks,
            LatencyMax = stats.Latency.Max,
            Faults = { stats.Faults.Select(fault => new Proto.WorkerFault { Kind = fault.Kind, What = fault.What, Count = fault.Count }) },
        };
        var buckets = stats.Latency.Buckets;
        for (var bucket = 0; bucket < buckets.Length; bucket++)
        {
            if (buckets[bucket] > 0)
            {
                proto.LatencyBucket.Add(bucket);
                proto.LatencyCount.Add(buckets[bucket]);
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

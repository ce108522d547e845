using System.Buffers.Binary;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>What was said in <c>frames.proto</c>, held against what can be.</summary>
internal static class FrameFromProto
{
    /// <summary>The frame of an envelope.</summary>
    /// <exception cref="WireException">It says something that cannot be.</exception>
    public static Frame Frame(Proto.Envelope envelope) => envelope.FrameCase switch
    {
        Proto.Envelope.FrameOneofCase.Sample => new Frame.Sample(Count(envelope.Sample.Committed, "transfers committed")),
        Proto.Envelope.FrameOneofCase.RequestStats => new Frame.RequestStats(envelope.RequestStats.Run, OrNone(envelope.RequestStats.Block, "block")),
        Proto.Envelope.FrameOneofCase.RoundStats => RoundStats(envelope.RoundStats),
        Proto.Envelope.FrameOneofCase.SubmitRun =>
            new Frame.SubmitRun(envelope.SubmitRun.RunId, envelope.SubmitRun.Settings.ToDictionary(StringComparer.Ordinal), envelope.SubmitRun.Block.Memory)
            {
                Submission = envelope.SubmitRun.Submission,
            },
        Proto.Envelope.FrameOneofCase.CancelRun => new Frame.CancelRun(envelope.CancelRun.RunId),
        Proto.Envelope.FrameOneofCase.RunRefused => new Frame.RunRefused(
            envelope.RunRefused.RunId,
            Count(envelope.RunRefused.ExitCode, "as an exit code"),
            [.. envelope.RunRefused.Problems]),
        Proto.Envelope.FrameOneofCase.RunProgress => RunProgress(envelope.RunProgress),
        Proto.Envelope.FrameOneofCase.RunEnded => new Frame.RunEnded(envelope.RunEnded.RunId, envelope.RunEnded.Reports.Memory),
        _ => new Frame.Protocol(Protocol(envelope)),
    };

    private static Message Protocol(Proto.Envelope envelope) => envelope.FrameCase switch
    {
        Proto.Envelope.FrameOneofCase.Hello => new Message.Hello(envelope.Hello.Version, Member(Needed(envelope.Hello.Worker, "hello", "worker"))),
        Proto.Envelope.FrameOneofCase.Heartbeat => Heartbeat(envelope.Heartbeat),
        Proto.Envelope.FrameOneofCase.Done => Done(envelope.Done),
        Proto.Envelope.FrameOneofCase.Failed => Failed(envelope.Failed),
        Proto.Envelope.FrameOneofCase.Welcome => new Message.Welcome(
            envelope.Welcome.Incarnation,
            [.. envelope.Welcome.Members.Select(Member)],
            Time(envelope.Welcome.HeartbeatInterval, "between heartbeats"),
            Time(envelope.Welcome.AcceptableHeartbeatPause, "of silence")),
        Proto.Envelope.FrameOneofCase.Rejected => new Message.Rejected(
            envelope.Rejected.Incarnation,
            (Refusal)envelope.Rejected.Refusal is var refusal && Enum.IsDefined(refusal)
                ? refusal
                : throw new WireException($"a refusal {(int)refusal}, which this version does not know"),
            envelope.Rejected.Text),
        Proto.Envelope.FrameOneofCase.OpenRun =>
            new Message.OpenRun(
                envelope.OpenRun.Run,
                Mode(envelope.OpenRun.Mode),
                Count(envelope.OpenRun.Lanes, "lanes"),
                Time(envelope.OpenRun.AddedRoundTrip, "of a round trip")),
        Proto.Envelope.FrameOneofCase.BlockChunk => BlockChunk(envelope.BlockChunk),
        Proto.Envelope.FrameOneofCase.Assign => Assign(envelope.Assign),
        Proto.Envelope.FrameOneofCase.Abort => new Message.Abort(
            envelope.Abort.Incarnation,
            envelope.Abort.Run,
            Count(envelope.Abort.Block, "as a block"),
            Work(Needed(envelope.Abort.Work, "abort", "grant"))),
        Proto.Envelope.FrameOneofCase.Acknowledged =>
            new Message.Acknowledged(envelope.Acknowledged.Incarnation, Count(envelope.Acknowledged.Number, "as a report's number")),
        Proto.Envelope.FrameOneofCase.CloseRun => new Message.CloseRun(envelope.CloseRun.Run, envelope.CloseRun.HasFailure ? envelope.CloseRun.Failure : null),
        var kind => throw new WireException($"a message of kind {(int)kind}, which this version does not know; both sides must run the same build"),
    };

    private static ClusterMember Member(Proto.Member member) => new(
        member.Name,
        member.Incarnation,
        Count(member.Actors, "actors"),
        Count(member.Lanes, "lanes"),
        member.Server,
        member.Store);

    private static Message.Heartbeat Heartbeat(Proto.Heartbeat heartbeat)
    {
        var actors = new ActorHealth[SameLength("actors", heartbeat.ActorCommitted.Count, heartbeat.ActorWaiting.Count, heartbeat.ActorOldestAge.Count)];
        for (var i = 0; i < actors.Length; i++)
        {
            actors[i] = new ActorHealth(
                Count(heartbeat.ActorCommitted[i], "transfers committed"),
                Count(heartbeat.ActorWaiting[i], "jobs waiting"),
                Time(heartbeat.ActorOldestAge[i], "of waiting"));
        }

        var running = new AttemptProgress[SameLength(
            "grants",
            heartbeat.RunningJob.Count,
            heartbeat.RunningGroup.Count,
            heartbeat.RunningEpoch.Count,
            heartbeat.RunningActor.Count,
            heartbeat.RunningPosition.Count)];
        for (var i = 0; i < running.Length; i++)
        {
            running[i] = new AttemptProgress(
                Work(heartbeat.RunningJob[i], heartbeat.RunningGroup[i], heartbeat.RunningEpoch[i]),
                (int)OrNone(heartbeat.RunningActor[i], "actor"),
                OrNone(heartbeat.RunningPosition[i], "mark"));
        }

        return new Message.Heartbeat(
            heartbeat.Incarnation,
            Count(heartbeat.Number, "as a heartbeat's number"),
            heartbeat.Credits,
            OrNone(heartbeat.Block, "block"),
            actors,
            running);
    }

    private static Message.Done Done(Proto.Done done)
    {
        var attempts = new Attempt[SameLength("attempts", done.Group.Count, done.Epoch.Count)];
        for (var i = 0; i < attempts.Length; i++)
        {
            attempts[i] = new Attempt(Count(done.Group[i], "as a group"), Count(done.Epoch[i], "as an epoch"));
        }

        return new Message.Done(done.Incarnation, Count(done.Number, "as a report's number"), done.Run, Count(done.Block, "as a block"), attempts);
    }

    private static Message.Failed Failed(Proto.Failed failed) => new(
        failed.Incarnation,
        Count(failed.Number, "as a report's number"),
        failed.Run,
        Count(failed.Block, "as a block"),
        new AttemptFailure(
            Count(failed.Group, "as a group"),
            Count(failed.Epoch, "as an epoch"),
            failed.Step switch
            {
                Proto.Step.CopyRead => AttemptStep.CopyRead,
                Proto.Step.CopyWrite => AttemptStep.CopyWrite,
                Proto.Step.Read => AttemptStep.Read,
                Proto.Step.Apply => AttemptStep.Apply,
                Proto.Step.Write => AttemptStep.Write,
                var step => throw new WireException($"a step {(int)step} of an attempt, which this version does not know"),
            },
            (int)OrNone(failed.Account, "account"),
            failed.Reason,
            failed.Fatal));

    private static TransferMode Mode(Proto.Mode mode) => mode switch
    {
        Proto.Mode.Strict => TransferMode.Strict,
        Proto.Mode.Multi => TransferMode.Multi,
        Proto.Mode.Batch => TransferMode.Batch,
        _ => throw new WireException($"a transfer mode {(int)mode}, which this version does not know"),
    };

    private static Message.BlockChunk BlockChunk(Proto.BlockChunk chunk)
    {
        var manifest = new BlockManifest(
            Count(chunk.Number, "as a block"),
            Count(chunk.ContentId, "as a block"),
            AtMost(chunk.Accounts, FrameCodec.MaxAccounts, "accounts"),
            AtMost(chunk.BlockTransfers, FrameCodec.MaxTransfers, "transfers"),
            Count(chunk.Groups, "groups"),
            Count(chunk.Jobs, "jobs"),
            chunk.Checksum);
        var bytes = chunk.Transfers.Span;
        if (bytes.Length % FrameToProto.TransferBytes != 0)
        {
            throw new WireException($"a chunk of {bytes.Length} bytes; transfers have {FrameToProto.TransferBytes} each");
        }

        var transfers = new Transfer[bytes.Length / FrameToProto.TransferBytes];
        if (Count(chunk.Offset, "as an offset") > manifest.Transfers - transfers.Length)
        {
            throw new WireException($"a chunk of {transfers.Length} transfers from {chunk.Offset} on; the block has {manifest.Transfers}");
        }

        for (var i = 0; i < transfers.Length; i++)
        {
            transfers[i] = new Transfer(
                BinaryPrimitives.ReadInt32LittleEndian(bytes),
                BinaryPrimitives.ReadInt32LittleEndian(bytes[sizeof(int)..]),
                BinaryPrimitives.ReadInt64LittleEndian(bytes[(2 * sizeof(int))..]));
            bytes = bytes[FrameToProto.TransferBytes..];
        }

        return new Message.BlockChunk(chunk.Run, manifest, chunk.Offset, transfers);
    }

    private static Message.Assign Assign(Proto.Assign grant)
    {
        var versions = new AccountKey[SameLength("versions", grant.Account.Count, grant.Version.Count)];
        for (var i = 0; i < versions.Length; i++)
        {
            versions[i] = new AccountKey(Count(grant.Account[i], "as an account"), Count(grant.Version[i], "as a version"));
        }

        return new Message.Assign(
            grant.Incarnation,
            grant.Run,
            Count(grant.Block, "as a block"),
            (int)OrNone(grant.Actor, "actor"),
            Work(Needed(grant.Work, "grant", "job or group")),
            versions);
    }

    private static Grant Work(Proto.Grant work) => Work(work.Job, work.Group, work.Epoch);

    private static Grant Work(int job, int group, int epoch) => (job, group, epoch) switch
    {
        ( >= 0, -1, >= 0) or (-1, >= 0, >= 0) => new Grant(job, group, epoch),
        _ => throw new WireException(
            $"a grant of job {job}, group {group}, epoch {epoch}; a grant has a job or a group, the other is -1, and epochs start at 0"),
    };

    private static Frame.RoundStats RoundStats(Proto.RoundStats stats) => new(
        stats.Run,
        OrNone(stats.Block, "block"),
        Operations(Needed(stats.Operations, "figures", "operations")),
        Operations(Needed(stats.FaultOperations, "figures", "operations of later attempts")),
        Count(stats.Committed, "transfers committed"),
        Count(stats.AllocatedBytes, "bytes allocated"),
        Time(stats.Cpu, "of processor"),
        Time(stats.Compiling, "compiling"),
        Time(stats.Idle, "idle"),
        Latency(stats),
        [.. stats.Faults.Select(fault => new WorkerFault(fault.Kind, fault.What, Count(fault.Count, "times a fault was met")))]);

    private static LatencyHistogram Latency(Proto.RoundStats stats)
    {
        _ = SameLength("latencies", stats.LatencyBucket.Count, stats.LatencyCount.Count);
        try
        {
            return LatencyHistogram.From(stats.LatencyBucket.Zip(stats.LatencyCount), stats.LatencyMax);
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

    private static Frame.RunProgress RunProgress(Proto.RunProgress progress) => new(
        progress.RunId,
        Count(progress.Phase, "as a phase"),
        Count(progress.Round, "as a round"),
        Count(progress.Rounds, "rounds"),
        Count(progress.Committed, "transfers committed"),
        Count(progress.DeepestMailbox, "jobs in a mailbox"),
        double.IsFinite(progress.OldestMessageMs) && progress.OldestMessageMs >= 0
            ? progress.OldestMessageMs
            : throw new WireException(FormattableString.Invariant($"{progress.OldestMessageMs} ms of waiting; the least is 0")),
        progress.Waiting);

    private static T Needed<T>(T? part, string whole, string what)
        where T : class => part ?? throw new WireException($"a message '{whole}' without its {what}");

    private static int Count(int value, string what) => (int)Count((long)value, what);

    private static long Count(long value, string what) => value >= 0 ? value : throw new WireException($"{value} {what}; the least is 0");

    private static int AtMost(int value, int most, string what) =>
        Count(value, what) <= most ? value : throw new WireException($"a block of {value} {what}; the most is {most}");

    private static long OrNone(long value, string what) => value >= -1 ? value : throw new WireException($"{what} {value}; they start at 0, and -1 is none");

    private static TimeSpan Time(long ticks, string what) =>
        ticks >= 0 ? TimeSpan.FromTicks(ticks) : throw new WireException($"{TimeSpan.FromTicks(ticks)} {what}; the least is 0");

    private static int SameLength(string what, int length, params ReadOnlySpan<int> others)
    {
        foreach (var other in others)
        {
            if (other != length)
            {
                throw new WireException($"a list of {what} with {length} of one thing and {other} of another; a record has one of each");
            }
        }

        return length;
    }
}

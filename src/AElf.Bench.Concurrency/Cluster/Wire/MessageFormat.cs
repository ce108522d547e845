using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using static AElf.Bench.Concurrency.Cluster.Wire.WireTable<AElf.Bench.Concurrency.Cluster.Message>;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>
/// Defines the bytes of each message, in one table. A change needs another <see cref="Message.ProtocolVersion"/>.
/// Refuses impossible values; the cores check the others. Next: <see cref="WireCoder"/>.
/// </summary>
internal static class MessageFormat
{
    /// <summary>Maximum of attempts in one report; a worker splits larger ones.</summary>
    public const int MaxAttempts = 65_536;

    public const int MaxFaults = 1000;

    private const int MaxKinds = 64;

    public static WireTable<Message> Table { get; } = new(
        Of<Message.Hello>(1, (wire, hello) => new(wire.Int(hello.Version), wire.One(hello.Worker, Member))),
        Of<Message.Heartbeat>(2, (wire, heartbeat) => new(
            wire.Long(heartbeat.Incarnation),
            wire.Count(heartbeat.Number, "as a heartbeat's number"),
            wire.Int(heartbeat.Credits),
            wire.NameOrNone(heartbeat.Run, "a run"),
            wire.List(heartbeat.Actors, Health),
            wire.List(heartbeat.Running, Progress))
        {
            Received = wire.Count(heartbeat.Received, "messages received"),
            Dispatchers = wire.Count(heartbeat.Dispatchers, "dispatchers"),
        }),
        Of<Message.Done>(3, (wire, done) => new(
            wire.Long(done.Incarnation),
            wire.Count(done.Number, "as a report's number"),
            wire.NameOrNone(done.Run, "a run"),
            wire.Count(done.Round, "as a round"),
            wire.List(done.Attempts, Attempt, MaxAttempts, "attempts in a report"))),
        Of<Message.Failed>(4, (wire, failed) => new(
            wire.Long(failed.Incarnation),
            wire.Count(failed.Number, "as a report's number"),
            wire.NameOrNone(failed.Run, "a run"),
            wire.Count(failed.Round, "as a round"),
            wire.One(failed.Failure, Failure))),
        Of<Message.Welcome>(11, (wire, welcome) => new(
            wire.Long(welcome.Incarnation),
            wire.List(welcome.Members, Member),
            wire.Time(welcome.HeartbeatInterval, "between heartbeats"),
            wire.Time(welcome.AcceptableHeartbeatPause, "of silence"))),
        Of<Message.Rejected>(12, (wire, rejected) => new(
            wire.Long(rejected.Incarnation), wire.Kind(rejected.Refusal, "a refusal"), wire.Text(rejected.Text))),
        Of<Message.OpenRun>(13, (wire, run) => new(
            wire.Text(run.Run),
            wire.Text(run.Workload),
            wire.List(run.Settings, Setting),
            wire.Count(run.Lanes, "lanes"))
        {
            Proof = wire.Bytes(run.Proof),
            IsControl = wire.Bool(run.IsControl),
            Dispatchers = wire.Count(run.Dispatchers, "dispatchers"),
            Actors = wire.Count(run.Actors, "actors"),
        }),
        Of<Message.Assign>(15, (wire, assign) => new(
            wire.Long(assign.Incarnation),
            wire.Text(assign.Run),
            wire.Count(assign.Round, "as a round"),
            (int)wire.OrNone(assign.Actor, "actor"),
            Grant(wire, assign.Grant),
            wire.List(assign.Units, Unit),
            Part(wire, assign.Work))),
        Of<Message.Abort>(16, (wire, abort) => new(
            wire.Long(abort.Incarnation),
            wire.Text(abort.Run),
            wire.Count(abort.Round, "as a round"),
            Grant(wire, abort.Grant))),
        Of<Message.Acknowledged>(17, (wire, acknowledged) => new(
            wire.Long(acknowledged.Incarnation), wire.Count(acknowledged.Number, "as a report's number"))),
        Of<Message.CloseRun>(18, (wire, close) => new(wire.Text(close.Run), wire.OrNull(close.Failure, Text))),
        Of<Message.Sample>(31, (wire, sample) => new(
            wire.Long(sample.Incarnation),
            wire.NameOrNone(sample.Run, "a run"),
            wire.Count(sample.Committed, "committed"))),
        Of<Message.RequestResult>(32, (wire, request) =>
            new(wire.Text(request.Run), wire.OrNone(request.Round, "round"))),
        Of<Message.RoundResult>(33, (wire, result) => new(
            wire.Long(result.Incarnation),
            wire.NameOrNone(result.Run, "a run"),
            wire.OrNone(result.Round, "round"),
            wire.One(result.Stats, Stats))));

    private static string Text(WireCoder wire, string text) => wire.Text(text);

    private static KeyValuePair<string, string> Setting(WireCoder wire, KeyValuePair<string, string> setting) =>
        new(wire.Text(setting.Key), wire.Text(setting.Value));

    private static int Unit(WireCoder wire, int unit) => wire.Count(unit, "as a unit");

    private static ClusterMember Member(WireCoder wire, ClusterMember member) => new(
        wire.Name(member.Name, "a worker's name"),
        wire.Long(member.Incarnation),
        wire.Count(member.Actors, "actors"),
        wire.Count(member.Lanes, "lanes"),
        wire.Name(member.Server, "a worker's server"),
        wire.Name(member.Store, "a worker's store", WireCoder.MaxAddressLength),
        wire.NameOrNone(member.Machine, "a worker's machine"));

    private static ActorHealth Health(WireCoder wire, ActorHealth actor) => new(
        wire.Count(actor.Committed, "committed"),
        wire.Count(actor.Waiting, "jobs waiting"),
        wire.Time(actor.OldestAge, "of waiting"));

    private static GrantProgress Progress(WireCoder wire, GrantProgress running) => new(
        Grant(wire, running.Grant), (int)wire.OrNone(running.Actor, "actor"), wire.Mark(running.Position));

    private static Attempt Attempt(WireCoder wire, Attempt attempt) =>
        new(Unit(wire, attempt.Unit), wire.Count(attempt.Epoch, "as an epoch"));

    private static AttemptFailure Failure(WireCoder wire, AttemptFailure failure) => new(
        Unit(wire, failure.Unit),
        wire.Count(failure.Epoch, "as an epoch"),
        wire.Kind(failure.Step, "a step of an attempt"),
        wire.OrNull(failure.Item, Words),
        wire.One(failure.Reason, Problem),
        wire.Bool(failure.Fatal));

    private static string Words(WireCoder wire, string words) => wire.Words(words);

    private static Problem Problem(WireCoder wire, Problem problem) => new(
        Core.Options.Problem.KindOf(wire.Text(Core.Options.Problem.NameOf(problem.Kind))), wire.Words(problem.Text));

    private static Grant Grant(WireCoder wire, Grant grant) =>
        new Grant(wire.Int(grant.Job), wire.Int(grant.Unit), wire.Int(grant.Epoch)) switch
        {
            (( >= 0, -1, >= 0) or (-1, >= 0, >= 0)) and var valid => valid,
            var (job, unit, epoch) when wire.IsReading => throw new WireException(
                $"a grant of job {job}, unit {unit}, epoch {epoch}; "
                    + "a grant has a job or a unit, the other is -1, and epochs start at 0"),
            var given => given,
        };

    private static WorkPart Part(WireCoder wire, WorkPart part)
    {
        var work = new WorkPart(
            wire.Count(part.Offset, "as an offset"), wire.Count(part.Length, "bytes"), wire.Bytes(part.Bytes));
        return !wire.IsReading || work.Offset <= work.Length - work.Bytes.Length
            ? work
            : throw new WireException(
                $"a part of {work.Bytes.Length} bytes from {work.Offset} on; the whole has {work.Length}");
    }

    private static RoundStats Stats(WireCoder wire, RoundStats stats) => new()
    {
        Operations = Operations(wire, stats.Operations),
        FaultOperations = Operations(wire, stats.FaultOperations),
        Committed = wire.Count(stats.Committed, "committed"),
        AllocatedBytes = wire.Count(stats.AllocatedBytes, "bytes allocated"),
        Cpu = wire.Time(stats.Cpu, "of processor"),
        Compiling = wire.Time(stats.Compiling, "compiling"),
        Idle = wire.Time(stats.Idle, "idle"),
        Dispatchers = wire.Count(stats.Dispatchers, "dispatchers"),
        Latency = wire.One(stats.Latency, Latency),
        Arrivals = wire.OrNull(stats.Arrivals, (_, arrivals) => wire.One(arrivals, Arrivals)),
        Faults = wire.List(stats.Faults, Fault, MaxFaults, "kinds of faults in a result"),
    };

    private static OperationCounts Operations(WireCoder wire, OperationCounts counts) => new(
        wire.Count(counts.Get, "GET"),
        wire.Count(counts.Set, "SET"),
        wire.Count(counts.MultiGet, "MGET"),
        wire.Count(counts.MultiSet, "MSET"),
        wire.Count(counts.KeysRead, "keys read"),
        wire.Count(counts.KeysWritten, "keys written"))
    {
        Exec = wire.Count(counts.Exec, "EXEC"),
        EvalSha = wire.Count(counts.EvalSha, "EVALSHA"),
    };

    private static StoreFaultCount Fault(WireCoder wire, StoreFaultCount fault) =>
        new(wire.Words(fault.Kind), wire.Words(fault.What), wire.Count(fault.Count, "occurrences of a fault"));

    private static ArrivalStats Arrivals(WireCoder wire, ArrivalStats stats)
    {
        var coded = new ArrivalStats
        {
            FromIntended = wire.One(stats.FromIntended, Latency),
            Lag = wire.One(stats.Lag, Latency),
        };
        coded.Extend(wire.Time(stats.Span, "of a schedule"));
        return coded;
    }

    private static LatencyHistogram Latency(WireCoder wire, LatencyHistogram latency)
    {
        var coded = LatencyOfAll(wire, latency);
        var kinds = wire.List(latency.Kinds, LatencyOfAll, MaxKinds, "kinds of latencies");
        for (var kind = 0; wire.IsReading && kind < kinds.Count; kind++)
        {
            coded.OfKind(kind).Add(kinds[kind]);
        }

        return coded;
    }

    private static LatencyHistogram LatencyOfAll(WireCoder wire, LatencyHistogram latency)
    {
        (int Bucket, long Count)[] own = [.. latency.Buckets.ToArray().Index().Where(bucket => bucket.Item > 0)];
        var filled = wire.List(own, (_, each) => (wire.Int(each.Bucket), wire.Long(each.Count)));
        var longest = wire.Long(latency.Max);
        if (!wire.IsReading)
        {
            return latency;
        }

        try
        {
            var read = LatencyHistogram.From(filled, longest);
            return read.Count <= WireCoder.MaxCount
                ? read
                : throw new WireException($"{read.Count} latencies; expected at most {WireCoder.MaxCount}");
        }
        catch (ArgumentException exception)
        {
            throw new WireException($"invalid latencies: {exception.Message}", exception);
        }
    }
}

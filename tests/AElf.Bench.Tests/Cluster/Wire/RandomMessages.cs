using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using FsCheck;
using FsCheck.Fluent;

namespace AElf.Bench.Tests.Cluster.Wire;

/// <summary>Random messages of every kind, with values at and between the limits of each field.</summary>
internal static class RandomMessages
{
    public static readonly Gen<int> Count = Gen.OneOf(Gen.Choose(0, 100), Gen.Elements(0, 1, int.MaxValue));
    public static readonly Gen<long> Long =
        Gen.OneOf(Count.Select(count => (long)count), Gen.Elements(0, 1L << 40, WireCoder.MaxCount));
    private static readonly Gen<long> LongOrNone = Gen.OneOf(Long, Gen.Constant(-1L));
    private static readonly Gen<long> Mark = Gen.OneOf(
        Gen.Elements(-1L, LanePosition.WaitsForTime),
        from unit in Gen.Choose(0, (1 << 23) - 1) from position in Count
        from step in Gen.Elements(Enum.GetValues<AttemptStep>())
        select new LanePosition(unit, position, step).ToInt64());
    private static readonly Gen<int> OrNone = Gen.OneOf(Count, Gen.Constant(-1));
    private static readonly Gen<long> Id = Gen.OneOf(Long, Gen.Elements(-1, long.MaxValue, long.MinValue));
    private static readonly Gen<string> Text =
        Gen.Elements("a", "größte", "\0", "汉", "😀", " ", "run-1").ListOf().Select(string.Concat);
    private static readonly Gen<string> Name = Gen.Elements("a", "worker-1", "127.0.0.1:4053", new string('~', 64));
    private static readonly Gen<string> NameOrNone = Gen.OneOf(Name, Gen.Constant(string.Empty));
    private static readonly Gen<string> Words =
        Gen.Elements("a", "größte", "汉", "😀", " ", "run-1").ListOf().Select(string.Concat);
    private static readonly Gen<KeyValuePair<string, string>> Setting =
        from name in Text from text in Text select KeyValuePair.Create(name, text);

    private static readonly Gen<TimeSpan> Time = Long.Select(TimeSpan.FromTicks);
    private static readonly Gen<string?> OrNull =
        Gen.OneOf(Text.Select(text => (string?)text), Gen.Constant<string?>(null));
    private static readonly Gen<bool> Bool = Gen.Elements(false, true);

    private static readonly Gen<Grant> AnyGrant = Gen.OneOf(
        Count.Select(Grant.Initial),
        from unit in Count from epoch in Count select Grant.Retry(unit, epoch));

    private static readonly Gen<ClusterMember> Member =
        from name in Name from incarnation in Id from actors in Count from lanes in Count
        from server in Name from store in Name
        select new ClusterMember(name, incarnation, actors, lanes, server, store);

    private static readonly Gen<ActorHealth> Health =
        from committed in Long from waiting in Count from age in Time select new ActorHealth(committed, waiting, age);

    private static readonly Gen<OperationCounts> Operations =
        from counts in Long.ArrayOf(6) select new OperationCounts(
            counts[0], counts[1], counts[2], counts[3], counts[4], counts[5]);

    private static readonly Gen<LatencyHistogram> Latency =
        from latencies in (from latency in Long from times in Gen.Choose(1, 1_000_000) select (latency, times)).ListOf()
        select latencies.Aggregate(new LatencyHistogram(), (histogram, each) =>
        {
            histogram.Record(each.latency, each.times);
            if (each.times % 4 is > 0 and var kind)
            {
                histogram.OfKind(kind).Record(each.latency, each.times);
            }

            return histogram;
        });

    private static readonly Gen<ArrivalStats?> Arrivals = Gen.OneOf(
        Gen.Constant<ArrivalStats?>(null),
        from intended in Latency from lag in Latency from span in Time
        select Extended(new ArrivalStats { FromIntended = intended, Lag = lag }, span));

    private static readonly Gen<byte[]> Bytes = Gen.Choose(0, 255).Select(value => (byte)value).ArrayOf();

    private static readonly Gen<AttemptFailure> Failure =
        from unit in Count from epoch in Count
        from step in Gen.Elements(Enum.GetValues<AttemptStep>())
        from item in Gen.OneOf(Words.Select(words => (string?)words), Gen.Constant<string?>(null))
        from reason in Words from kind in Gen.Elements(Enum.GetValues<ProblemKind>()) from fatal in Bool
        select new AttemptFailure(unit, epoch, step, item, new Problem(kind, reason), fatal);

    private static readonly Gen<WorkPart> Part =
        from before in Gen.Choose(0, 900) from bytes in Bytes from after in Gen.Choose(0, 900)
        select new WorkPart(before, before + bytes.Length + after, bytes);

    private static readonly Gen<RoundStats> Stats =
        from operations in Operations from faultOperations in Operations from committed in Long from allocated in Long
        from cpu in Time from compiling in Time from idle in Time from latency in Latency from arrivals in Arrivals
        from dispatchers in Count
        from faults in (from kind in Words from what in Words from count in Count select new StoreFaultCount(
            kind, what, count)).ListOf()
        select new RoundStats
        {
            Operations = operations,
            FaultOperations = faultOperations,
            Committed = committed,
            AllocatedBytes = allocated,
            Cpu = cpu,
            Compiling = compiling,
            Idle = idle,
            Dispatchers = dispatchers,
            Latency = latency,
            Arrivals = arrivals,
            Faults = [.. faults],
        };

    public static readonly IReadOnlyDictionary<Type, Gen<Message>> ByKind = new Dictionary<Type, Gen<Message>>
    {
        [typeof(Message.Hello)] =
            from version in Gen.Choose(-5, 5) from worker in Member select (Message)new Message.Hello(version, worker),
        [typeof(Message.Heartbeat)] =
            from incarnation in Id from number in Long from credits in OrNone from run in NameOrNone
            from actors in Health.ListOf()
            from running in (
                from grant in AnyGrant from actor in OrNone from position in Mark
                select new GrantProgress(grant, actor, position)).ListOf()
            from received in Long from dispatchers in Count
            select (Message)new Message.Heartbeat(incarnation, number, credits, run, [.. actors], [.. running])
            {
                Received = received,
                Dispatchers = dispatchers,
            },
        [typeof(Message.Done)] =
            from incarnation in Id from number in Long from run in NameOrNone from round in Long
            from attempts in (from unit in Count from epoch in Count select new Attempt(unit, epoch)).ListOf()
            select (Message)new Message.Done(incarnation, number, run, round, [.. attempts]),
        [typeof(Message.Failed)] =
            from incarnation in Id from number in Long from run in NameOrNone from round in Long from failure in Failure
            select (Message)new Message.Failed(incarnation, number, run, round, failure),
        [typeof(Message.Sample)] =
            from incarnation in Id from run in NameOrNone from committed in Long
            select (Message)new Message.Sample(incarnation, run, committed),
        [typeof(Message.RoundResult)] =
            from incarnation in Id from run in NameOrNone from round in LongOrNone from stats in Stats
            select (Message)new Message.RoundResult(incarnation, run, round, stats),
        [typeof(Message.Welcome)] =
            from incarnation in Id from members in Member.ListOf() from interval in Time from pause in Time
            select (Message)new Message.Welcome(incarnation, [.. members], interval, pause),
        [typeof(Message.Rejected)] =
            from incarnation in Id from refusal in Gen.Elements(Enum.GetValues<Refusal>()) from text in Text
            select (Message)new Message.Rejected(incarnation, refusal, text),
        [typeof(Message.OpenRun)] =
            from run in Text from workload in Text from settings in Setting.ListOf() from lanes in Count
            from proof in Bytes from control in Bool from dispatchers in Count
            select (Message)new Message.OpenRun(run, workload, [.. settings], lanes)
            {
                Proof = proof,
                IsControl = control,
                Dispatchers = dispatchers,
            },
        [typeof(Message.Assign)] =
            from incarnation in Id from run in Text from round in Long from actor in OrNone from grant in AnyGrant
            from units in Count.ListOf() from part in Part
            select (Message)new Message.Assign(incarnation, run, round, actor, grant, [.. units], part),
        [typeof(Message.Abort)] =
            from incarnation in Id from run in Text from round in Long from grant in AnyGrant
            select (Message)new Message.Abort(incarnation, run, round, grant),
        [typeof(Message.Acknowledged)] =
            from incarnation in Id from number in Long select (Message)new Message.Acknowledged(incarnation, number),
        [typeof(Message.RequestResult)] =
            from run in Text from round in LongOrNone select (Message)new Message.RequestResult(run, round),
        [typeof(Message.CloseRun)] = from run in Text from failure in OrNull select (Message)new Message.CloseRun(
            run,
            failure),
    };

    public static readonly Arbitrary<Message> All = Gen.OneOf(ByKind.Values.ToArray()).ToArbitrary();

    private static ArrivalStats Extended(ArrivalStats stats, TimeSpan span)
    {
        stats.Extend(span);
        return stats;
    }
}

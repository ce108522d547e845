using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Accounts;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using FsCheck;
using FsCheck.Fluent;

namespace AElf.Bench.Tests.Cluster.Wire;

/// <summary>Frames of every kind, with values at and between the ends of what can be.</summary>
internal static class RandomFrames
{
    public static readonly Gen<int> Count = Gen.OneOf(Gen.Choose(0, 100), Gen.Elements(0, 1, int.MaxValue));
    public static readonly Gen<long> Long = Gen.OneOf(Count.Select(count => (long)count), Gen.Elements(0, 1L << 40, long.MaxValue));
    private static readonly Gen<long> LongOrNone = Gen.OneOf(Long, Gen.Constant(-1L));
    private static readonly Gen<int> OrNone = Gen.OneOf(Count, Gen.Constant(-1));
    private static readonly Gen<long> Id = Gen.OneOf(Long, Gen.Elements(-1, long.MinValue));
    private static readonly Gen<string> Text = Gen.Elements("a", "größte", "\0", "汉", "😀", " ", "run-1").ListOf().Select(string.Concat);
    private static readonly Gen<TimeSpan> Time = Long.Select(TimeSpan.FromTicks);
    private static readonly Gen<bool> Bool = Gen.Elements(false, true);

    private static readonly Gen<Grant> Work = Gen.OneOf(
        Count.Select(Grant.Initial),
        from @group in Count from epoch in Count select Grant.Retry(@group, epoch));

    private static readonly Gen<ClusterMember> Member =
        from name in Text from incarnation in Id from actors in Count from lanes in Count from server in Text from store in Text
        select new ClusterMember(name, incarnation, actors, lanes, server, store);

    private static readonly Gen<OperationCounts> Operations =
        from counts in Long.ArrayOf(6) select new OperationCounts(counts[0], counts[1], counts[2], counts[3], counts[4], counts[5]);

    private static readonly Gen<LatencyHistogram> Latency =
        from latencies in (from latency in Long from times in Gen.Choose(1, 1_000_000) select (latency, times)).ListOf()
        select latencies.Aggregate(new LatencyHistogram(), (histogram, each) =>
        {
            histogram.Record(each.latency, each.times);
            return histogram;
        });

    private static readonly Gen<byte[]> Bytes = Gen.Choose(0, 255).Select(value => (byte)value).ArrayOf();

    private static readonly Gen<BlockManifest> Manifest =
        from number in Long from contents in Long from accounts in Gen.Choose(0, FrameCodec.MaxAccounts)
        from transfers in Gen.Choose(1_000, FrameCodec.MaxTransfers)
        from groups in Count from jobs in Count from checksum in Count
        select new BlockManifest(number, contents, accounts, transfers, groups, jobs, (uint)checksum);

    /// <summary>Messages of the protocol, by kind.</summary>
    public static readonly IReadOnlyDictionary<Type, Gen<Message>> Messages = new Dictionary<Type, Gen<Message>>
    {
        [typeof(Message.Hello)] = from version in Gen.Choose(-5, 5) from worker in Member select (Message)new Message.Hello(version, worker),
        [typeof(Message.Heartbeat)] =
            from incarnation in Id from number in Long from credits in OrNone from block in LongOrNone
            from actors in (from committed in Long from waiting in Count from age in Time select new ActorHealth(committed, waiting, age)).ListOf()
            from running in (from work in Work from actor in OrNone from position in LongOrNone select new AttemptProgress(work, actor, position)).ListOf()
            select (Message)new Message.Heartbeat(incarnation, number, credits, block, [.. actors], [.. running]),
        [typeof(Message.Done)] =
            from incarnation in Id from number in Long from run in Text from block in Long
            from attempts in (from @group in Count from epoch in Count select new Attempt(@group, epoch)).ListOf()
            select (Message)new Message.Done(incarnation, number, run, block, [.. attempts]),
        [typeof(Message.Failed)] =
            from incarnation in Id from number in Long from run in Text from block in Long from @group in Count from epoch in Count
            from step in Gen.Elements(Enum.GetValues<AttemptStep>()) from account in OrNone
            from reason in Text from fatal in Bool
            select (Message)new Message.Failed(incarnation, number, run, block, new AttemptFailure(@group, epoch, step, account, reason, fatal)),
        [typeof(Message.Welcome)] =
            from incarnation in Id from members in Member.ListOf() from interval in Time from pause in Time
            select (Message)new Message.Welcome(incarnation, [.. members], interval, pause),
        [typeof(Message.Rejected)] =
            from incarnation in Id from refusal in Gen.Elements(Enum.GetValues<Refusal>()) from text in Text
            select (Message)new Message.Rejected(incarnation, refusal, text),
        [typeof(Message.OpenRun)] =
            from run in Text from mode in Gen.Elements(Enum.GetValues<TransferMode>()) from lanes in Count from added in Time
            select (Message)new Message.OpenRun(run, mode, lanes, added),
        [typeof(Message.BlockChunk)] =
            from run in Text from shape in Manifest from offset in Gen.Choose(0, 900)
            from transfers in (from payer in Id from payee in Id from amount in Id select new Transfer((int)payer, (int)payee, amount)).ListOf(10)
            select (Message)new Message.BlockChunk(run, shape, offset, transfers.ToArray()),
        [typeof(Message.Assign)] =
            from incarnation in Id from run in Text from block in Long from actor in OrNone from work in Work
            from versions in (from account in Count from version in Count select new AccountKey(account, version)).ListOf()
            select (Message)new Message.Assign(incarnation, run, block, actor, work, [.. versions]),
        [typeof(Message.Abort)] =
            from incarnation in Id from run in Text from block in Long from work in Work select (Message)new Message.Abort(incarnation, run, block, work),
        [typeof(Message.Acknowledged)] = from incarnation in Id from number in Long select (Message)new Message.Acknowledged(incarnation, number),
        [typeof(Message.CloseRun)] =
            from run in Text from failure in Gen.OneOf(Text.Select(text => (string?)text), Gen.Constant<string?>(null))
            select (Message)new Message.CloseRun(run, failure),
    };

    /// <summary>Frames, by kind.</summary>
    public static readonly IReadOnlyDictionary<Type, Gen<Frame>> Frames = new Dictionary<Type, Gen<Frame>>
    {
        [typeof(Frame.Protocol)] = Gen.OneOf(Messages.Values.ToArray()).Select(message => (Frame)new Frame.Protocol(message)),
        [typeof(Frame.Sample)] = Long.Select(committed => (Frame)new Frame.Sample(committed)),
        [typeof(Frame.RequestStats)] = from run in Text from block in LongOrNone select (Frame)new Frame.RequestStats(run, block),
        [typeof(Frame.RoundStats)] =
            from run in Text from block in LongOrNone from operations in Operations from faults in Operations from committed in Long from bytes in Long
            from cpu in Time from compiling in Time from idle in Time from latency in Latency
            from errors in (from kind in Text from what in Text from count in Count select new WorkerFault(kind, what, count)).ListOf()
            select (Frame)new Frame.RoundStats(run, block, operations, faults, committed, bytes, cpu, compiling, idle, latency, [.. errors]),
        [typeof(Frame.SubmitRun)] =
            from run in Text from settings in (from name in Text from text in Text select (name, text)).ListOf() from block in Bytes
            from submission in Gen.Elements(0UL, 1UL, ulong.MaxValue)
            let distinct = settings.DistinctBy(each => each.name, StringComparer.Ordinal)
            select (Frame)new Frame.SubmitRun(
                run, distinct.ToDictionary(each => each.name, each => each.text, StringComparer.Ordinal), block)
            {
                Submission = submission,
            },
        [typeof(Frame.CancelRun)] = Text.Select(run => (Frame)new Frame.CancelRun(run)),
        [typeof(Frame.RunRefused)] =
            from run in Text from exitCode in Count from problems in Text.ListOf() select (Frame)new Frame.RunRefused(run, exitCode, [.. problems]),
        [typeof(Frame.RunProgress)] =
            from run in Text from counts in Count.ArrayOf(4) from committed in Long from age in Gen.Elements(0, 0.1, 1e9, double.MaxValue) from waiting in Text
            select (Frame)new Frame.RunProgress(run, counts[0], counts[1], counts[2], committed, counts[3], age, waiting),
        [typeof(Frame.RunEnded)] = from run in Text from reports in Bytes select (Frame)new Frame.RunEnded(run, reports),
    };

    /// <summary>Frames of all kinds.</summary>
    public static readonly Arbitrary<Frame> All =
        Gen.OneOf(Messages.Values.Select(gen => gen.Select(message => (Frame)new Frame.Protocol(message))).Concat(Frames.Values).ToArray()).ToArbitrary();
}

using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;

namespace AElf.Bench.TestKit.Counters;

/// <summary>Counters in a store. Every round increments each of them a fixed number of times.</summary>
public sealed class CounterWorkload : IWorkload
{
    /// <summary>The run id for tests that need only one run.</summary>
    public const string TestRun = "0badcafe";

    private readonly CounterLoad load;
    private readonly string run;
    private readonly int maxJobs;
    private readonly IStore store;
    private readonly int[] versions;
    private readonly HashSet<(int Counter, int Version)> keys = [];

    internal CounterWorkload(CounterLoad load, string run, int maxJobs, IStore store)
    {
        this.load = load;
        this.run = run;
        this.maxJobs = maxJobs;
        this.store = store;
        versions = new int[load.Counters];
    }

    /// <summary>Counters of <see cref="TestRun"/>, seeded.</summary>
    public static CounterWorkload Seeded(IStore store, int counters, int increments, int maxJobs)
    {
        var workload = new CounterWorkload(new CounterLoad(counters, increments), TestRun, maxJobs, store);
        workload.Seed(version: 0, CancellationToken.None);
        return workload;
    }

    public WorkloadDescription Description => new()
    {
        Name = CounterWorkloadType.WorkloadName,
        Noun = "increment",
        UnitNoun = "counter",
        ItemNoun = "counter",
        Items = load.Counters,
        Setup = "strict",
        Variant = "even",
    };

    public IStoreControl Store => store;

    public long BlockWeight => (long)load.Counters * load.Increments;

    public long MaxBlocks => long.MaxValue / load.Increments;

    public ProbeShape Probe => new(
        CounterCodec.Key(run, 0, 0).Length, CounterCodec.ValueLength, load.Counters, Reads: 1, Writes: 1);

    public void Seed(int version, CancellationToken cancellation)
    {
        Adopt([version]);
        Exchange(
            Enumerable.Range(0, load.Counters),
            (connection, counter) => connection.Set(
                CounterCodec.Key(run, counter, version), CounterCodec.Value(counter, version, default), counter));
    }

    public void VerifyPrepared()
    {
        if (Audit(0).Wrong > 0)
        {
            throw new StoreException(StoreFault.Refused, $"the counters of prepared run {run} are not all at 0");
        }

        Adopt([0]);
    }

    public void Adopt(IReadOnlyList<int> versions)
    {
        foreach (var version in versions)
        {
            keys.UnionWith(Enumerable.Range(0, load.Counters).Select(counter => (counter, version)));
            Array.Fill(this.versions, version);
        }
    }

    public IPumpFactory OpenPumps(TimeProvider clock) => new CounterPumps(store, run, clock);

    public IRound OpenRound(Offer offer)
    {
        var weights = new int[load.Counters];
        Array.Fill(weights, load.Increments);
        return new CounterRound(offer, JobMerger.Merge(weights, maxJobs), load.Increments, versions);
    }

    public void NoteRetries(IRound round, IReadOnlyList<Grant> retries) =>
        keys.UnionWith(retries.Select(grant => (grant.Unit, grant.Epoch)));

    public WorkloadAudit Audit(long blocks)
    {
        var right = new CounterState(blocks * load.Increments, blocks * load.Increments);
        var found = new CounterState?[load.Counters];
        Exchange(
            Enumerable.Range(0, load.Counters),
            (connection, counter) =>
                connection.Get(CounterCodec.Key(run, counter, versions[counter]), counter),
            (counter, value) => found[counter] = CounterCodec.Read(value, counter, versions[counter]));
        var wrong = Enumerable.Range(0, load.Counters).Where(counter => found[counter] != right).ToArray();
        return new WorkloadAudit(
            load.Counters,
            wrong.Length,
            found.Sum(state => state?.Count ?? 0) == load.Counters * right.Count,
            [.. wrong.Take(3).Select(counter => new AuditDifference(
                counter, $"{run}:c{counter:x8}", [new("count", right.Count)], $"at {found[counter]}"))]);
    }

    public void RemoveKeys() => Exchange(
        keys, (connection, key) => connection.Delete(CounterCodec.Key(run, key.Counter, key.Version), key.Counter));

    public IReadOnlyList<ReportSection> Sections() =>
        [new("Counters") { Figures = [new("increments", $"{load.Increments} of each counter in a round")] }];

    public void Dispose() => store.Dispose();

    private void Exchange<T>(
        IEnumerable<T> items, Action<IStoreConnection, T> queue, Action<int, byte[]>? read = null)
    {
        using var connection = store.Connect();
        foreach (var item in items)
        {
            queue(connection, item);
        }

        while (connection.Outstanding > 0)
        {
            var replies = connection.Exchange();
            foreach (ref readonly var reply in replies.Replies)
            {
                read?.Invoke(reply.Tag, replies.ValueOf(reply).ToArray());
            }
        }
    }
}

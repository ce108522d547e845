using System.Diagnostics;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Execution;
using AElf.Bench.Electrum.Indexing.Engines;

namespace AElf.Bench.Electrum;

/// <summary>
/// Wallets that query an index. The seed builds the index, each round queries it, and the audit repeats all queries.
/// Every answer is checked against the chain.
/// </summary>
internal sealed class ElectrumWorkload(
    ElectrumOptions options, WalletChain chain, ActorOptions actors, IIndexPlace place) : IWorkload
{
    // Upper bound of reads for opening an index; an engine with cached answers may repeat them.
    private const int OpeningReads = 1_000;
    private const int Margin = 2;

    // A garbage collection may distort a single pass, unless the pass is long.
    private const int ColdPasses = 3;

    private static readonly TimeSpan LongPass = TimeSpan.FromSeconds(5);

    // Hot code is compiled again after many calls. Without a rehearsal, the first time would include this.
    private static readonly TimeSpan Rehearsal = TimeSpan.FromMilliseconds(500);

    private readonly HashSet<int> versions = [];
    private readonly IndexMeasurements measured = new();
    private long[]? readsOf;
    private int version;

    /// <summary>
    /// Whether to measure memory, and exact cold times. This takes four full garbage collections and half a second.
    /// </summary>
    public bool IsExact { get; init; }

    public WorkloadDescription Description => new()
    {
        Name = ElectrumWorkloadType.WorkloadName,
        Noun = "request",
        UnitNoun = "batch",
        ItemNoun = "request",
        Items = chain.Requests.Count,
        Setup = options.Engine,
        SetupText = "an index in the layout of this server",
        Proof = "answered correctly",
        Variant = ElectrumSettings.NameOf(options.Test),
        Facts =
        [
            new("engine", options.Engine),
            new("test", ElectrumSettings.NameOf(options.Test)),
            new("batch", options.Batch),
            new(LoadFacts.Checksum, chain.Checksum),
            new("wallets", options.Wallets),
            new("addresses", chain.Answers.Scripts.Count),
            new("chainBytes", chain.Archive.Bytes),
            new("chainTransactions", chain.Archive.Transactions),
            new("walletTransactions", chain.Answers.Transactions.Count),
            .. measured.Facts(options.Model, chain.Requests.Count),
        ],
    };

    public WorkCounter Work { get; } = new();

    public IStoreControl Store => place.Control;

    public long BlockWeight => chain.Requests.Count;

    public long MaxBlocks => long.MaxValue / chain.Requests.Count;

    public ProbeShape Probe => new(
        KeyLength: 52, ValueLength: 100, chain.Requests.Count, Reads: measured.ReadsPerRequest, Writes: 0)
    {
        Cost = ExchangeCost.RoundTripEach,
    };

    public void Seed(int version, CancellationToken cancellation)
    {
        Adopt([version]);
        Work.Begin(chain.Archive.Height + 1L);
        var (held, disk) = (HeldMemory(), DiskBytes.OfThisProcess());
        var engine = place.Create(version);
        var build = new IndexBuild(chain.Archive, Work);
        build.Run(engine, chain.Archive.Height, cancellation);
        (measured.Build, measured.BuildCpu) = (build.Elapsed, build.Cpu);
        measured.Size = engine.Size;
        (measured.Written, measured.Commits) = (engine.Written, engine.Commits);
        measured.Tables = engine.Tables;
        place.Finish(version, engine);
        measured.DiskBytes = place.IsOnDisk ? DiskBytes.OfThisProcess()?.Written - disk?.Written : null;
        readsOf = AskCold(cancellation);
        measured.Held = HeldMemory() - held;
        measured.ReadsPerRequest = readsOf.Sum() is var reads and > 0
            ? Math.Max(1, (double)reads / chain.Requests.Count)
            : 0; // An index in this process reads no keys of a store.
    }

    public void VerifyPrepared()
    {
        Adopt([0]);
        if (Audit(0) is { Wrong: > 0, First: [var first, ..] })
        {
            versions.Clear();
            throw new StoreException(
                StoreFault.Refused,
                $"the prepared index gives a wrong answer: {first.Key}: {first.Found}; prepare with the same "
                    + "--engines, --wallet, --wallets, --depth, --chain, --chain-height, --block-transactions, "
                    + "--scripts and --seed");
        }
    }

    public void Adopt(IReadOnlyList<int> versions)
    {
        this.versions.UnionWith(versions);
        version = versions.Count > 0 ? versions[^1] : version;
    }

    public IPumpFactory OpenPumps(TimeProvider clock) => new ElectrumPumps(chain, options, place.Connect, clock);

    public IRound OpenRound(Offer offer)
    {
        var weights = new int[chain.Batches.Count];
        for (var batch = 0; batch < weights.Length; batch++)
        {
            weights[batch] = chain.Batches[batch].Count * offer.Blocks;
        }

        var isPaced = options.Rate is not null;
        var jobs = JobMerger.Merge(weights, isPaced ? weights.Length : actors.MaxJobs);
        return new ElectrumRound(offer, chain.Batches, jobs, version, MaxReadsOf)
        {
            Clock = isPaced ? TimeProvider.System : null,
        };
    }

    public void NoteRetries(IRound round, IReadOnlyList<Grant> retries)
    {
        // Requests write nothing.
    }

    public WorkloadAudit Audit(long blocks)
    {
        using var source = place.Connect();
        var asked = source.Open(version);
        var engine = asked.Engine;
        chain.Requests.Prepare(asked);
        var before = source.Operations.KeysRead;
        var (costs, wrong) = (new IndexCosts(), new List<AuditDifference>());
        Work.Begin(chain.Requests.Count);
        var since = Stopwatch.GetTimestamp();
        for (var number = 0; number < chain.Requests.Count; number++)
        {
            Work.Add(1);
            if (chain.Requests.Ask(asked, number, costs) is var (item, found))
            {
                wrong.Add(new AuditDifference(number, item, [], found));
            }
        }

        measured.Pass = Stopwatch.GetElapsedTime(since);
        measured.Costs = costs;
        measured.Reads = source.Operations.KeysRead - before;
        return new WorkloadAudit(
            chain.Requests.Count,
            wrong.Count,
            engine.Height == chain.Archive.Height
                && engine.TipHash == BlockHeader.Read(chain.Archive.Header(engine.Height).Span).Hash(),
            [.. wrong.Take(3)]);
    }

    public void RemoveKeys() => place.Remove(versions);

    public IReadOnlyList<ReportSection> Sections() =>
        [measured.Section(options, chain.Archive, chain.Requests.Count)];

    public void Dispose() => place.Dispose();

    // GC.GetTotalMemory(true) collects until two readings agree: up to 20 times while other threads allocate.
    private long? HeldMemory()
    {
        if (!IsExact)
        {
            return null;
        }

        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        return GC.GetTotalMemory(forceFullCollection: false);
    }

    /// <summary>Lets engines without cached answers answer all requests, and stores the sorted times.</summary>
    /// <returns>The store reads of each batch.</returns>
    private long[] AskCold(CancellationToken cancellation)
    {
        long[] reads = [];
        var times = new List<TimeSpan>();
        Work.Begin(ColdPasses * (long)chain.Requests.Count);
        var since = Stopwatch.GetTimestamp();
        while (times.Count < ColdPasses && !times.Exists(time => time >= LongPass))
        {
            var isRehearsed = !IsExact || Stopwatch.GetElapsedTime(since) >= Rehearsal;
            cancellation.ThrowIfCancellationRequested();
            place.Forget(version);
            Work.Reach(times.Count * (long)chain.Requests.Count);
            var disk = DiskBytes.OfThisProcess();
            (reads, var time, measured.ColdCosts) = AskAll(cancellation);
            measured.ColdRead = place.IsOnDisk ? DiskBytes.OfThisProcess()?.Read - disk?.Read : null;
            if (isRehearsed || time >= LongPass)
            {
                times.Add(time);
            }
        }

        measured.ColdPasses = [.. times.Order()];
        return reads;
    }

    private long MaxReadsOf(int unit)
    {
        readsOf ??= AskAll(CancellationToken.None).Reads;
        return OpeningReads + (Margin * readsOf[unit]);
    }

    /// <summary>Lets an engine without cached answers answer all requests once.</summary>
    /// <returns>The store reads of each batch, the time of the prepared pass, and its costs.</returns>
    /// <exception cref="OperationCanceledException">Cancelled between two batches.</exception>
    private (long[] Reads, TimeSpan Time, IndexCosts Costs) AskAll(CancellationToken cancellation)
    {
        using var source = place.Connect();
        var engine = source.Open(version);
        chain.Requests.Prepare(engine, cancellation);
        var (costs, reads) = (new IndexCosts(), new long[chain.Batches.Count]);
        var since = Stopwatch.GetTimestamp();
        for (var batch = 0; batch < reads.Length; batch++)
        {
            cancellation.ThrowIfCancellationRequested();
            var before = source.Operations.KeysRead;
            var (first, count) = chain.Batches[batch];
            for (var number = first; number < first + count; number++)
            {
                if (chain.Requests.Ask(engine, number, costs) is var (item, wrong))
                {
                    throw new InvalidOperationException($"{options.Engine} gave a wrong answer for {item}: {wrong}");
                }
            }

            Work.Add(count);
            reads[batch] = source.Operations.KeysRead - before;
        }

        return (reads, Stopwatch.GetElapsedTime(since), costs);
    }
}

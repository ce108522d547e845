using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Core.Workloads;

/// <summary>
/// The workload of a run, bound to that run and its store, which it owns. The run decides when to act; the workload
/// decides the keys, the rounds and the audit.
/// </summary>
public interface IWorkload : IDisposable
{
    WorkloadDescription Description { get; }
    IStoreControl Store { get; }

    /// <summary>Weight of all units together: as many things are committed each time the load is offered.</summary>
    long BlockWeight { get; }

    /// <summary>How often the load can be offered in one run before it can no longer be carried out.</summary>
    long MaxBlocks { get; }

    /// <summary>The sizes of its keys and values, for measuring the store alone.</summary>
    ProbeShape Probe { get; }

    /// <summary>How far seeding, auditing or removing is; null when the workload does not count.</summary>
    WorkCounter? Work => null;

    /// <summary>Writes the initial state of a run.</summary>
    /// <param name="version">
    /// The version of the keys written. Each try has a new one, since writes of an earlier try may arrive late.
    /// </param>
    /// <param name="cancellation">Ends seeding early.</param>
    /// <exception cref="StoreException">The store refused a write or is gone.</exception>
    /// <exception cref="OperationCanceledException">Cancelled: some keys may be written.</exception>
    void Seed(int version, CancellationToken cancellation);

    /// <summary>
    /// Checks the state that an earlier call of the program seeded under this run id, at version 0, and takes it over.
    /// </summary>
    /// <exception cref="StoreException">Something is not as seeded, or the store is gone.</exception>
    void VerifyPrepared();

    /// <summary>Takes over what processes that have ended seeded in this run.</summary>
    /// <param name="versions">The version of each try, the last one being what rounds start from.</param>
    void Adopt(IReadOnlyList<int> versions);

    /// <summary>Opens pumps of this process over the workload's own store.</summary>
    /// <param name="clock">Times commits.</param>
    IPumpFactory OpenPumps(TimeProvider clock);

    /// <summary>Makes a round: finds its units and merges them into jobs. Does not write to the store.</summary>
    IRound OpenRound(Offer offer);

    /// <summary>Takes note of the keys that grants after the first wrote, to be removed with the others.</summary>
    void NoteRetries(IRound round, IReadOnlyList<Grant> retries);

    /// <summary>Compares the whole state of the store with the expected result of the rounds.</summary>
    /// <param name="blocks">How often the load was offered, warm-up included.</param>
    /// <exception cref="StoreException">It cannot be read back.</exception>
    WorkloadAudit Audit(long blocks);

    /// <summary>Removes the keys that are this run's: none before it was seeded, verified or adopted.</summary>
    /// <exception cref="StoreException">The store refused or is gone.</exception>
    void RemoveKeys();

    /// <summary>The sections it adds to the report.</summary>
    IReadOnlyList<ReportSection> Sections();
}

/// <summary>Keys and values of a workload, all of one size.</summary>
/// <param name="KeyLength">Bytes of a key.</param>
/// <param name="ValueLength">Bytes of a value.</param>
/// <param name="Keys">How many keys the workload touches.</param>
/// <param name="Reads">Keys read for each of the things that TPS counts.</param>
/// <param name="Writes">Keys written for each of them.</param>
public readonly record struct ProbeShape(int KeyLength, int ValueLength, int Keys, double Reads, double Writes)
{
    public ExchangeCost Cost { get; init; }

    /// <summary>The commands that are sent beside GET, SET and DEL.</summary>
    public StoreCommands Commands { get; init; }
}

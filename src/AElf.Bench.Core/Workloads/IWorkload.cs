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

    /// <summary>The weight of all units: the number of items committed each time the load is offered.</summary>
    long BlockWeight { get; }

    /// <summary>The maximum of blocks in one run, after which the load cannot be executed.</summary>
    long MaxBlocks { get; }

    /// <summary>The sizes of its keys and values, for measuring the store alone.</summary>
    ProbeShape Probe { get; }

    /// <summary>The progress of seeding, auditing or removing; null if the workload does not count it.</summary>
    WorkCounter? Work => null;

    /// <summary>Writes the initial state of a run.</summary>
    /// <param name="version">
    /// The version of the keys written. Each try has a new one, since writes of an earlier try may arrive late.
    /// </param>
    /// <param name="cancellation">Ends seeding early.</param>
    /// <exception cref="StoreException">The store refused a write, or cannot be reached.</exception>
    /// <exception cref="OperationCanceledException">Cancelled: some keys may be written.</exception>
    void Seed(int version, CancellationToken cancellation);

    /// <summary>
    /// Checks the state that an earlier call of the program seeded under this run id, at version 0, and takes it over.
    /// </summary>
    /// <exception cref="StoreException">
    /// The state differs from the seeded one, or the store cannot be reached.
    /// </exception>
    void VerifyPrepared();

    /// <summary>Takes over the state that earlier processes seeded in this run.</summary>
    /// <param name="versions">The version of each try. Rounds start from the last version.</param>
    void Adopt(IReadOnlyList<int> versions);

    /// <summary>Opens pumps of this process over the workload's own store.</summary>
    /// <param name="clock">Measures latencies.</param>
    IPumpFactory OpenPumps(TimeProvider clock);

    /// <summary>Makes a round: finds its units and merges them into jobs. Does not write to the store.</summary>
    IRound OpenRound(Offer offer);

    /// <summary>
    /// Records the keys that repeated grants wrote, so that <see cref="RemoveKeys"/> removes them too.
    /// </summary>
    void NoteRetries(IRound round, IReadOnlyList<Grant> retries);

    /// <summary>Compares the whole state of the store with the expected result of the rounds.</summary>
    /// <param name="blocks">How often the load was offered, warm-up included.</param>
    /// <exception cref="StoreException">The store cannot be read.</exception>
    WorkloadAudit Audit(long blocks);

    /// <summary>
    /// Removes the keys of this run. Does nothing before <see cref="Seed"/>, <see cref="VerifyPrepared"/> or
    /// <see cref="Adopt"/>.
    /// </summary>
    /// <exception cref="StoreException">The store refused, or cannot be reached.</exception>
    void RemoveKeys();

    /// <summary>The sections it adds to the report.</summary>
    IReadOnlyList<ReportSection> Sections();
}

/// <summary>Keys and values of a workload, all of one size.</summary>
/// <param name="KeyLength">Bytes of a key.</param>
/// <param name="ValueLength">Bytes of a value.</param>
/// <param name="Keys">The number of keys that the workload uses.</param>
/// <param name="Reads">Keys read for each counted item.</param>
/// <param name="Writes">Keys written for each counted item.</param>
public readonly record struct ProbeShape(int KeyLength, int ValueLength, int Keys, double Reads, double Writes)
{
    public ExchangeCost Cost { get; init; }

    /// <summary>The commands that are sent in addition to GET, SET and DEL.</summary>
    public StoreCommands Commands { get; init; }
}

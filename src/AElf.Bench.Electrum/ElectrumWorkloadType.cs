using System.Text.Json;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Files;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Electrum.Execution;

namespace AElf.Bench.Electrum;

/// <summary>The workload of wallets that query Electrum indexes.</summary>
public sealed class ElectrumWorkloadType : IWorkloadType
{
    /// <summary>The workload's name, and the word that selects it.</summary>
    public const string WorkloadName = "electrum";

    public string Name => WorkloadName;

    public string Word => WorkloadName;

    public string Subject => "requests of Electrum wallets";

    public string NounFor(ResolvedSettings settings) => "request";

    public string Proof => "each was answered correctly";

    public string Example => "--engines all";

    public IReadOnlyList<(string Purpose, string Words)> SweepExamples(bool isSearch) => isSearch
        ?
        [
            ("how many actors and lanes", "actors=1..8*2 lanes=1..128*2 --test initial"),
            (
                "the highest rate at which 99 % of the batches take less than 5 ms",
                "rate=1000..200000 --limit 'p99 < 5ms' --min-runs 3 --test initial --wallet 300"),
        ]
        :
        [
            (
                "two engines with a growing number of wallets",
                "wallets=1,10,100 engines=fulcrum,electrs --test initial --wallet 30 --wallet-sizes zipf"),
            ("deeper histories", "depth=1,2,4 engines=fulcrum,electrs-0.9 --test initial"),
        ];

    public IReadOnlyList<Setting> Table => ElectrumSettings.All;

    public Setting<string?>? LoadFile => null;

    public IEnumerable<ValidationError> Check(ResolvedSettings settings) => ElectrumSettings.Check(settings);

    public IEnumerable<IReadOnlyDictionary<Setting, object>> Variants(ResolvedSettings settings) =>
        ElectrumSettings.Variants(settings);

    /// <inheritdoc/>
    /// <remarks>With <paramref name="work"/>, the chain is made here, with progress, and kept for the run.</remarks>
    public ILoad Load(ResolvedSettings settings, WorkCounter? work = null)
    {
        var options = ElectrumSettings.Options(settings);
        if (work is not null)
        {
            WalletChain.Of(options, work);
        }

        return new ElectrumLoad(options);
    }

    public string? Contradiction(
        Func<string, string?> options,
        long weight,
        IReadOnlyDictionary<string, FactValue> facts,
        IReadOnlyList<KindOutcomes> outcomes) => ElectrumSettings.Contradiction(options, facts);

    public ReportSection? Compare(IReadOnlyList<MeasuredRun> runs, bool isWhole) =>
        EngineComparison.From(runs, isWhole);

    public void Export(ResolvedSettings settings, WorkCounter? work = null)
    {
        // The settings contain everything.
    }

    public IPumpFactory OpenPumps(
        IStore store, RunId run, ResolvedSettings settings, ReadOnlySpan<byte> proof, TimeProvider clock)
    {
        var options = ElectrumSettings.Options(settings);
        if (options.Given is { } given)
        {
            options = options with { Given = given with { Proof = Read(proof) } };
        }

        var chain = WalletChain.Of(options);
        return new ElectrumPumps(
            chain,
            options,
            () => new PersistentEngineSource(store, run, options.Engine, chain.Archive),
            clock,
            store.Dispose);
    }

    private static ChainProof Read(ReadOnlySpan<byte> proof)
    {
        try
        {
            return JsonSerializer.Deserialize(proof, ElectrumJson.Default.ChainProof)
                ?? throw new FormatException("the proof of the chain is empty");
        }
        catch (JsonException exception)
        {
            throw new FormatException($"invalid proof of a chain: {JsonFault.Of(exception)}", exception);
        }
    }
}

/// <summary>The wallets of a run.</summary>
/// <param name="Options">The engine, the wallets and the chain.</param>
internal sealed record ElectrumLoad(ElectrumOptions Options) : ILoad
{
    /// <inheritdoc cref="ElectrumWorkload.IsExact"/>
    public bool IsExact { get; init; } = true;

    /// <inheritdoc/>
    /// <remarks>A worker must have the same chain and the same wallets.</remarks>
    public ReadOnlyMemory<byte> Proof => Options.Given is null
        ? default
        : JsonSerializer.SerializeToUtf8Bytes(WalletChain.Of(Options).Proof, ElectrumJson.Default.ChainProof);

    public IWorkload Open(RunId run, ActorOptions actors, IStore? store)
    {
        var chain = WalletChain.Of(Options);
        IIndexPlace place = store is null
            ? new LocalIndexes(Options, chain.Archive, run)
            : new PersistentIndexes(Options, chain.Archive, run, store);
        if (Options.Rate is not null)
        {
            actors.EnsureLaneForEach(chain.Batches.Count, "batch", "batches", "a larger --batch");
        }

        return new ElectrumWorkload(Options, chain, actors, place) { IsExact = IsExact };
    }
}

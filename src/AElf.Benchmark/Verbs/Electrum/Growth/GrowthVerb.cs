using AElf.Bench.Core.Options;
using AElf.Bench.Electrum;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Benchmark.Verbs.Electrum.Growth;

/// <summary>The verb <c>electrum growth</c>: measures how indexes grow with their chain.</summary>
internal sealed class GrowthVerb : Verb<GrowthRequest>
{
    public const string Word = "growth";

    private static readonly SettingGroup Rows = new("Growth", Topic.Measurement, Programs.Verb);

    private static readonly Setting<IReadOnlyList<string>> Engines = new(
        Rows, "engines", ElectrumSettings.EngineList,
        ["fulcrum", "electrumx", "electrs", "electrs-0.9", "esplora", "addrindexrs"],
        "index engines to build; several separated by commas, or all", "--engines NAMES");

    private static readonly Setting<int> Size = new(
        Rows, "size", new WholeNumberRule(1, 1_000_000), 1_000, "MB of the longest chain", "--size MB");

    private static readonly Setting<int> Builds = new(
        Rows, "builds", new WholeNumberRule(1, 100), 3,
        "builds of each index and size, in turns; the fastest build of each part of the chain counts", "--builds N");

    private static readonly Setting<int> IndexMemory = ElectrumSettings.IndexMemoryIn(Rows, "indexMemory");

    public override ProgramDescription Program { get; } = new()
    {
        Word = ElectrumWorkloadType.WorkloadName,
        Verb = Word,
        Table =
        [
            .. Rows.All, ChainSettings.Chain, ChainSettings.Network, ChainSettings.Login,
            ChainSettings.BlockTransactions, ChainSettings.Shape, ChainSettings.Seed,
        ],
        Purpose = "Builds indexes of five sizes of a chain, and fits how their bytes and CPU time grow.",
        Sections = [new("Builds", Topic.Measurement), new("Chain", Topic.Workload)],
        Notes = """
            The chain is made or read once. Each size is the beginning of the chain: a fiftieth of it, four larger
            ones, and all of it. All engines build all sizes in turns, in memory, --builds times.

            Exit codes: 0 measured, 1 usage, 2 the chain cannot be read, 5 interrupted
            """.ReplaceLineEndings("\n"),
        ExampleOption = "--size 100",
        Examples =
        [
            new("six layouts up to 1 GB", ""),
            new("two engines, in a minute", "--engines fulcrum,electrs --size 50"),
        ],
    };

    public override GrowthRequest? Read(IReadOnlyList<string> words)
    {
        var settings = Resolve(words);
        Problems.AddRange(ChainSettings.Check(settings));
        return Problems.Count > 0 ? null : new GrowthRequest(
            settings.Get(Engines),
            settings.Get(Size) * 1_000_000L,
            settings.Get(Builds),
            ElectrumSettings.BytesOf(settings, IndexMemory),
            ChainSettings.Read(settings));
    }

    protected override ExitCode? Interrupted => ExitCode.DegradedOrFailed;

    protected override Task<ExitCode> RunAsync(GrowthRequest request)
    {
        using var ended = new Termination();
        ConsoleExporter.OfProcess().Write([new GrowthCommand(request, ended.Token).Run()]);
        return Task.FromResult(ExitCode.Ok);
    }
}

/// <summary>The checked arguments of <c>electrum growth</c>.</summary>
/// <param name="Bytes">Bytes of the longest chain.</param>
/// <param name="Builds">Builds of each index and size.</param>
/// <param name="CommitAfter">Bytes of changes in memory before a commit.</param>
internal sealed record GrowthRequest(
    IReadOnlyList<string> Engines, long Bytes, int Builds, long CommitAfter, ChainChoice Chain);

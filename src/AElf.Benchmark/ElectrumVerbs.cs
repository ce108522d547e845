using AElf.Benchmark.Verbs;
using AElf.Benchmark.Verbs.Electrum.Client;
using AElf.Benchmark.Verbs.Electrum.Growth;
using AElf.Benchmark.Verbs.Electrum.Node;
using AElf.Benchmark.Verbs.Electrum.Race;
using AElf.Benchmark.Verbs.Electrum.Serve;

namespace AElf.Benchmark;

/// <summary>The verbs of the Electrum workload only, except its presets.</summary>
internal static class ElectrumVerbs
{
    public static IReadOnlyList<VerbEntry> All { get; } =
    [
        new(ServeVerb.Word, "[options]", "serves wallets over the Electrum protocol", _ => new ServeVerb()),
        new(NodeVerb.Word, "[options]", "acts as the node of a real server", _ => new NodeVerb()),
        new(ClientVerb.Word, "HOST:PORT [options]", "measures any Electrum server", _ => new ClientVerb()),
        new(GrowthVerb.Word, "[options]", "measures how indexes grow with their chain", _ => new GrowthVerb()),
        new(RaceVerb.Word, "[options]", "starts real servers, and measures them in turns", _ => new RaceVerb()),
    ];
}

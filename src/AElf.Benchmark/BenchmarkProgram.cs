using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Electrum;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Settings.Completion;
using AElf.Benchmark.Verbs;
using AElf.Benchmark.Verbs.Cancel;
using AElf.Benchmark.Verbs.Cleanup;
using AElf.Benchmark.Verbs.Compare;
using AElf.Benchmark.Verbs.Electrum.Client;
using AElf.Benchmark.Verbs.Electrum.Growth;
using AElf.Benchmark.Verbs.Electrum.Node;
using AElf.Benchmark.Verbs.Electrum.Presets;
using AElf.Benchmark.Verbs.Electrum.Race;
using AElf.Benchmark.Verbs.Electrum.Serve;
using AElf.Benchmark.Verbs.History;
using AElf.Benchmark.Verbs.Machine;
using AElf.Benchmark.Verbs.Measure;
using AElf.Benchmark.Verbs.Reproduce;
using AElf.Benchmark.Verbs.Scenarios;
using AElf.Benchmark.Verbs.Sweep;
using AElf.Benchmark.Verbs.Top;
using AElf.Benchmark.Verbs.Verify;

namespace AElf.Benchmark;

/// <summary>The measuring program of a workload: its verbs, and a run when no verb is given.</summary>
/// <param name="workload">The workload to measure.</param>
/// <param name="further">Further verbs, only of this workload.</param>
public sealed class BenchmarkProgram(IWorkloadType workload, params IReadOnlyList<VerbEntry> further) : Verb
{
    private static readonly VerbEntry[] OfEveryWorkload =
    [
        new(
            ScenarioCommandLine.Verb,
            "NAME [options]",
            "starts stores and processes, and measures them",
            of => new ScenarioVerb(of)),
        new(
            SweepVerb.Word,
            "AXIS=VALUES ... [options]",
            "measures every combination of options",
            of => new SweepVerb(of)),
        new(
            SweepVerb.SearchWord,
            "AXIS=VALUES ... [options]",
            "searches for the best combination of options",
            of => new SweepVerb(of, isSearch: true)) { Alias = "optimum" },
        new(
            CompareVerb.Word,
            "[options]",
            "compares two builds; fails if the candidate is slower",
            of => new CompareVerb(of)),
        new(HistoryVerb.Word, "FILE [options]", "shows runs over time", _ => new HistoryVerb()),
        new("machine", "", "prints the class of this machine", _ => new MachineVerb()),
        new(
            VerifyVerb.Word,
            "REPORT.json ... [options]",
            "recomputes the figures of reports",
            of => new VerifyVerb(of)),
        new(
            ReproduceVerb.Word,
            "REPORT.json [options]",
            "repeats the run of a report",
            of => new ReproduceVerb(of)),
        new(TopVerb.Word, "--manager HOST:PORT [--once]", "shows a cluster live", _ => new TopVerb()),
        new(StartVerb.Word, "", "internal: executes a later start of a call", of => new StartVerb((call, later) =>
            call is [ScenarioCommandLine.Verb, .. var words]
                ? new ScenarioVerb(of).RunAsync(words, later)
                : new MeasureVerb(of, []).RunAsync(call, later))) { IsListed = false },
        new(AgentVerb.Word, "", "internal: starts processes on a host", _ => new AgentVerb()) { IsListed = false },
        new(
            CancelVerb.Word,
            "RUN --manager HOST:PORT",
            "cancels a run at the manager",
            _ => new CancelVerb()) { Alias = "give-up" },
        new(CleanupVerb.Word, "HOST:PORT ... [options]", "removes the keys of killed runs", _ => new CleanupVerb()),
    ];

    private static readonly VerbEntry[] OfElectrum =
    [
        new(ServeVerb.Word, "[options]", "serves wallets over the Electrum protocol", _ => new ServeVerb()),
        new(NodeVerb.Word, "[options]", "acts as the node of a real server", _ => new NodeVerb()),
        new(ClientVerb.Word, "HOST:PORT [options]", "measures any Electrum server", _ => new ClientVerb()),
        new(GrowthVerb.Word, "[options]", "measures how indexes grow with their chain", _ => new GrowthVerb()),
        new(RaceVerb.Word, "[options]", "starts real servers, and measures them in turns", _ => new RaceVerb()),
        new(
            PresetVerb.Word,
            "NAME [options]",
            "measures a known case",
            of =>
            {
                var measure = new MeasureVerb(of, []);
                return new PresetVerb(measure.Program, measure.RunAsync);
            }),
    ];

    /// <summary>The verb <c>electrum</c>, with the verbs of the Electrum workload.</summary>
    public static VerbEntry Electrum { get; } = new(
        ElectrumWorkloadType.WorkloadName,
        "[options]",
        "measures and serves Electrum indexes",
        _ => new BenchmarkProgram(new ElectrumWorkloadType(), OfElectrum));

    /// <summary>All verbs, in the order of the help.</summary>
    internal IReadOnlyList<VerbEntry> Verbs { get; } = [.. further, .. OfEveryWorkload];

    /// <summary>The verb for a call that begins with an option, or is empty.</summary>
    internal MeasureVerb Measure => new(workload, [.. Listed]);

    private IEnumerable<VerbEntry> Listed => Verbs.Where(verb => verb.IsListed);

    public override Task<int> RunAsync(string[] words)
    {
        string[] call = words switch
        {
            [] => workload.Example.Split(' '),
            _ when EngineWords.InTurns(words) is { } engines => [SweepVerb.Word, .. engines],
            _ => words,
        };
        return call switch
        {
            [['-', ..], ..] => Measure.RunAsync(call),
            [var word, .. var rest] when Verbs.FirstOrDefault(verb => verb.Is(word)) is { } entry =>
                entry.Create(workload).RunAsync(rest),
            [var word, ..] when Unknown(word) is { } outcome =>
                Task.FromResult((int)outcome.Print(Console.Out, Console.Error)!),
            _ => Measure.RunAsync(call),
        };
    }

    public override IEnumerable<CompletedCommand> Complete(string path) =>
    [
        .. Measure.Complete(path),
        .. OfEveryWorkload.Concat(further).SelectMany(
            verb => verb.Create(workload).Complete($"{path} {verb.Name}")),
    ];

    /// <summary>
    /// The error for an unknown verb; null if the word is a value of an option, or closer to an option.
    /// </summary>
    internal ParseOutcome.Rejected? Unknown(string word)
    {
        if (word is "help")
        {
            return NotAVerb($"use {Measure.Program.Call} --help, or {Measure.Program.Call} VERB --help");
        }

        string[] names = [.. Listed.Select(verb => verb.Name)];
        var program = Measure.Program;
        var meant = NearestName.Find(word, names);
        if (meant is null && (program.OptionOf(word) ?? NearestName.Find(word, program.Known)) is not null)
        {
            return null;
        }

        return NotAVerb(
            (meant is null ? "" : $"did you mean {meant}? ") + $"expected one of {string.Join(", ", names)}, "
                + $"or an option such as {program.ExampleOption}");

        ParseOutcome.Rejected NotAVerb(string advice) =>
            new(Measure.Program, [ValidationError.Error(Quoted.Text(word), "not a verb", advice)]);
    }
}

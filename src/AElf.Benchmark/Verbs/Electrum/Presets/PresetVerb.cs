using AElf.Bench.Core.Options;
using AElf.Bench.Electrum;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Settings.Completion;

namespace AElf.Benchmark.Verbs.Electrum.Presets;

/// <summary>
/// The verb <c>electrum preset</c>: a run with the options of a known case. Options of the call replace them.
/// </summary>
/// <param name="runs">The options of runs.</param>
/// <param name="measure">Executes a run with the arguments of a call.</param>
internal sealed class PresetVerb(ProgramDescription runs, Func<string[], Task<int>> measure) : Verb
{
    public const string Word = "preset";

    private static readonly (string Name, string Purpose, string Options)[] All =
    [
        (
            "raspberry-2022",
            "the published machine: electrs-0.9 reads 3.5 GB for a load; SSD, and the node of a Raspberry Pi 4",
            "--engines fulcrum,electrumx,electrs-0.9 --block-transactions 1180 --disk ssd --node-latency 1800us "
                + "--node-bandwidth 12 --rounds 3 --warmup 1 --ceiling off"),
        (
            "wallet-103000",
            "a wallet of 103,000 addresses, on an SSD; takes about 3 minutes of CPU time",
            "--engines fulcrum,electrumx,electrs,electrs-0.9,esplora --wallet 103000 --chain-height 12000 "
                + "--block-transactions 15 --disk ssd --node-latency 500us --node-bandwidth 100 --rounds 1 --warmup 0 "
                + "--quiet-budget 0% --ceiling off"),
        (
            "long-histories",
            "300 addresses with 150 transactions each, on an SSD",
            "--engines all --wallet 300 --depth 150 --chain-height 2000 --block-transactions 60 --disk ssd "
                + "--node-latency 500us --node-bandwidth 100 --rounds 3 --warmup 1 --ceiling off"),
    ];

    private readonly ProgramDescription program = new()
    {
        Verb = Word,
        Word = ElectrumWorkloadType.WorkloadName,
        Purpose = "Runs with the options of a known case.",
        Usage = "NAME [options]",
        OfRuns = [runs],
        Notes = string.Join("\n\n", All.Select(each => $"{each.Name}: {each.Purpose}\n  {each.Options}")),
        ExampleOption = "--rounds 3",
        Examples = [new("the published machine, once", "raspberry-2022 --rounds 1")],
    };

    public override IEnumerable<CompletedCommand> Complete(string path) =>
        [new(path, program) { Names = Array.ConvertAll(All, each => each.Name) }];

    public override async Task<int> RunAsync(string[] words)
    {
        var preset = All.FirstOrDefault(
            each => words is [var name, ..] && each.Name.Equals(name, StringComparison.Ordinal));
        if (preset.Options is { } options)
        {
            await Console.Error.WriteLineAsync($"{preset.Name}: {preset.Purpose}");
            return await measure([.. Without(words, options.Split(' ')), .. words[1..]]);
        }

        var outcome = ProgramCommandLine.Text(program, words) ?? new ParseOutcome.Rejected(
            program,
            [
                ValidationError.Error(
                    Word,
                    words is [] ? "name missing" : $"{Quoted.Text(words[0])} is not known",
                    $"expected one of {string.Join(", ", All.Select(each => each.Name))}"),
            ]);
        return (int)outcome.Print(Console.Out, Console.Error)!;
    }

    // An option of the call, by any of its names, replaces that of the preset.
    private IEnumerable<string> Without(string[] words, string[] options) =>
        from option in options.Chunk(2)
        let setting = runs.Settings.First(each => each.IsNamed(option[0]))
        where !words.Any(setting.IsNamed)
        from part in option
        select part;
}

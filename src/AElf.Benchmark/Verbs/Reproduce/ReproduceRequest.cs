using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Verification;
using AElf.Benchmark.Processes;
using AElf.Benchmark.Verbs.Scenarios;

namespace AElf.Benchmark.Verbs.Reproduce;

/// <summary>A run to repeat.</summary>
/// <param name="Found">The verified report of the run.</param>
/// <param name="Words">The command line that repeats the run, without the scenario's file.</param>
/// <param name="Scenario">Text of the scenario's file; null for a run without a scenario.</param>
/// <param name="Differences">Settings that cannot be restored, in words.</param>
internal sealed record ReproduceRequest(
    RunVerification Found, IReadOnlyList<string> Words, string? Scenario, IReadOnlyList<string> Differences)
{
    private RunReport Before => Found.Report;

    /// <param name="word">First word of each call, the name of the workload; null without one.</param>
    /// <param name="settings">The options of the verb.</param>
    /// <param name="fail">Prints an error of the run.</param>
    public async Task<ExitCode> RunAsync(string? word, ResolvedSettings settings, Action<string> fail)
    {
        using var folder = new TemporaryFolder();
        var leavesKeys = Scenario is null && Before is { Workers.Count: 0, Store.Endpoint: not null };
        using var interruption = RunProcess.OpenTermination(leavesKeys);
        var runs = new RunProcess(folder.Path, word, interruption.Token);
        string[] words = Scenario is { } scenario
            ? [ScenarioCommandLine.Verb, folder.Write("scenario.json", scenario), .. Words]
            : [.. Words];
        foreach (var difference in Differences)
        {
            Console.Error.WriteLine($"warning: {difference}; this cannot be set by an option");
        }

        var kind = Scenario is null ? "" : $"scenario {Before.Scenario} ";
        Console.Error.WriteLine($"running: {kind}{string.Join(' ', Words)}");
        var ended = await runs.RunAsync(OwnProgram.File, words, "the run of the report", number: 1);
        if (ended.Problem is { } problem)
        {
            fail(problem);
        }

        if (ended.Report is not { } now)
        {
            return ended.Code;
        }

        var reproduction = new Reproduction(Before, now);
        ConsoleExporter.OfProcess().Write(reproduction.Sections());
        if (settings.Get(ReproduceVerb.JsonOutput) is { } output)
        {
            ReportFile.Replace(output, JsonExporter.Format([now]));
        }

        if (settings.Get(ReproduceVerb.Threshold) is not null && reproduction.LoadDifferences is [var first, ..])
        {
            fail($"the loads differ, so --threshold has no meaning: {first}");
            return ExitCode.Usage;
        }

        return ended.Code is ExitCode.Ok && reproduction.Ratio < 1 - settings.Get(ReproduceVerb.Threshold)
            ? ExitCode.Regression
            : ended.Code;
    }
}

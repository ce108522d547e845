using AElf.Bench.Configuration;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Scenarios;
using AElf.Bench.Harness.Verification;
using AElf.Benchmark.Verbs.Runs;
using AElf.Benchmark.Verbs.Scenarios;

namespace AElf.Benchmark.Verbs.Reproduce;

/// <summary>The verb <c>reproduce</c>: the run of a report once more, as a process of its own.</summary>
internal static class ReproduceSession
{
    /// <summary>Makes it, and says how it ended.</summary>
    public static async Task<ExitCode> RunAsync(ReproduceRequest request)
    {
        using var folder = new TemporaryFolder();
        using var interruption = new Termination(RunProcess.InterruptionNotice);
        RunProcess.CreateFolders(folder.Path);
        string[] words = request.Scenario is { } scenario
            ? [ScenarioCommandLine.Verb, folder.Write("scenario.json", scenario), .. request.Words]
            : [.. request.Words];
        foreach (var difference in request.Differences)
        {
            Console.Error.WriteLine($"warning: {difference}; no option sets it");
        }

        var kind = request.Scenario is null ? "" : $"scenario {request.Before.Scenario} ";
        Console.Error.WriteLine($"running: {kind}{string.Join(' ', request.Words)}");
        var ended = await new RunProcess(folder.Path, request.Word, interruption).RunAsync(
            OwnProgram.File, words, "the report", number: 1);
        if (ended.Report is not { } now)
        {
            return ended.Code;
        }

        var reproduction = new Reproduction(request.Before, now);
        new ConsoleExporter(ConsoleExporter.Open(Console.Out, Console.IsOutputRedirected))
            .Write(reproduction.Sections());
        if (request.JsonOutput is { } output)
        {
            new JsonExporter(output).Export([now]);
        }

        return ended.Code is not ExitCode.Ok ? ended.Code
            : reproduction.Ratio < 1 - request.Threshold ? ExitCode.Regression
            : ExitCode.Ok;
    }
}

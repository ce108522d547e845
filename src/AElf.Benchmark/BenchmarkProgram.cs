using AElf.Bench.Configuration;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Configuration.Completion;
using AElf.Bench.Core.Workloads;
using AElf.Benchmark.CommandLine;
using AElf.Benchmark.GiveUp;
using AElf.Benchmark.History;
using AElf.Benchmark.Top;
using AElf.Benchmark.Verify;

namespace AElf.Benchmark;

/// <summary>The program that measures, for whatever workload.</summary>
public static class BenchmarkProgram
{
    /// <summary>It and its verbs, to be completed, below the words that come before.</summary>
    internal static IEnumerable<CompletedCommand> Commands(
        string path, IWorkloadType workload, IReadOnlyList<HelpVerb> furtherVerbs)
    {
        var own = new BenchmarkCommandLine(workload, furtherVerbs).Program;
        var scenario = new ScenarioCommandLine(workload).Program;
        return
        [
            new(path, own),
            new($"{path} {ScenarioCommandLine.Verb}", scenario),
            new($"{path} {SweepCommandLine.Verb}", new SweepCommandLine(workload).Program, own, scenario),
            new(
                $"{path} {SweepCommandLine.SearchVerb}",
                new SweepCommandLine(workload, isSearch: true).Program,
                own,
                scenario),
            new($"{path} {CompareCommandLine.Verb}", CompareCommandLine.Describe(workload), own, scenario),
            new($"{path} {HistoryOptions.Verb}", HistoryOptions.Program),
            new($"{path} {VerifyOptions.Verb}", VerifyOptions.Program),
            new($"{path} {ReproduceCommandLine.Verb}", new ReproduceCommandLine(workload).Program, own),
            new($"{path} {TopOptions.Verb}", TopOptions.Program),
            new($"{path} {GiveUpOptions.Verb}", GiveUpOptions.Program),
        ];
    }

    /// <summary>Runs it to its end.</summary>
    /// <param name="args">Its arguments.</param>
    /// <param name="workload">What it measures.</param>
    /// <param name="furtherVerbs">First words that who called it has understood already, for the help.</param>
    /// <returns>The exit code.</returns>
    public static async Task<int> RunAsync(
        string[] args, IWorkloadType workload, params IReadOnlyList<HelpVerb> furtherVerbs)
    {
        if (args is [TopOptions.Verb, .. var top])
        {
            return TopCommand.Run(top);
        }

        if (EngineWords.InTurns(args) is { } engines)
        {
            return await VerbErrors.ReportAsync(() => SweepSession.RunAsync(engines, workload, isSearch: false));
        }

        if (args is [SweepCommandLine.Verb or SweepCommandLine.SearchVerb, .. var sweep])
        {
            return await VerbErrors.ReportAsync(
                () => SweepSession.RunAsync(sweep, workload, args[0] is SweepCommandLine.SearchVerb));
        }

        if (args is [CompareCommandLine.Verb, .. var comparison])
        {
            return await VerbErrors.ReportAsync(() => CompareSession.RunAsync(comparison, workload));
        }

        if (args is [HistoryOptions.Verb, .. var file])
        {
            return await VerbErrors.ReportAsync(() => Task.FromResult(HistoryCommand.Run(file)));
        }

        if (args is [VerifyOptions.Verb, .. var reports])
        {
            return await VerbErrors.ReportAsync(() => Task.FromResult(VerifyCommand.Run(reports)));
        }

        if (args is [ReproduceCommandLine.Verb, .. var report])
        {
            return await VerbErrors.ReportAsync(() => ReproduceSession.RunAsync(report, workload));
        }

        if (args is [GiveUpOptions.Verb, .. var run])
        {
            return await GiveUpCommand.RunAsync(run);
        }

        var started = TimeProvider.System.GetTimestamp();
        var outcome = args is [ScenarioCommandLine.Verb, ..]
            ? new ScenarioCommandLine(workload).Parse(args, EnvironmentSettings.OfProcess(), AppContext.BaseDirectory)
            : new BenchmarkCommandLine(workload, furtherVerbs)
                .Parse(args, EnvironmentSettings.OfProcess(), AppContext.BaseDirectory);
        if (outcome.Start<ProgramOptions>(out var ended) is not { } options)
        {
            return (int)ended;
        }

        if (options is ScenarioRequest scenario)
        {
            return (int)await ScenarioSession.RunAsync(scenario);
        }

        using var interruption = new Termination(BenchmarkSession.InterruptionNotice);
        using var call = BenchmarkSession.Show(options, interruption);
        var session = new BenchmarkSession((BenchmarkOptions)options, started, interruption, call);
        return (int)session.Run();
    }
}

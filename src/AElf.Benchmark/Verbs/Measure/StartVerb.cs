using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Settings.Completion;
using AElf.Benchmark.Verbs.Scenarios;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>
/// The verb <c>start</c>, which nobody types: a call of several process starts makes the later ones with it, each the
/// same call again. It writes its reports to a file and shows nothing.
/// </summary>
/// <param name="workload">The workload of the runs.</param>
internal sealed class StartVerb(IWorkloadType workload) : Verb
{
    public const string Word = "start";

    public override IEnumerable<CompletedCommand> Complete(string path) => [];

    public override async Task<int> RunAsync(string[] words)
    {
        if (words is not [var file, .. var call, var json, var report] || json != CommonSettings.JsonOutput.Option
            || !File.Exists(file))
        {
            Console.Error.WriteLine(
                "error: start: a run with --starts calls this, and nobody else; expected an option, such as --starts 3");
            return (int)ExitCode.Usage;
        }

        var later = LaterStart.Read(file) with { Report = report };
        return call is [ScenarioCommandLine.Verb, .. var ofScenario]
            ? await new ScenarioVerb(workload).RunAsync(ofScenario, later)
            : new MeasureVerb(workload, []).Run(call, later);
    }
}

using AElf.Bench.Core.Workloads;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Settings.Completion;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>The action of a call without a verb: measures in this process, or submits to a manager.</summary>
/// <param name="workload">The workload of the program.</param>
/// <param name="verbs">Verbs of the program, for its help.</param>
internal sealed class MeasureVerb(IWorkloadType workload, IReadOnlyList<HelpVerb> verbs) : Verb
{
    private readonly BenchmarkCommandLine line = new(workload, verbs);

    public ProgramDescription Program => line.Program;

    public override IEnumerable<CompletedCommand> Complete(string path) => [new(path, Program)];

    public override Task<int> RunAsync(string[] words) => RunAsync(words, later: null);

    /// <param name="words">The words of the call.</param>
    /// <param name="later">The data of a later start; null in the first process.</param>
    /// <returns>The exit code.</returns>
    public Task<int> RunAsync(string[] words, LaterStart? later)
    {
        var started = TimeProvider.System.GetTimestamp();
        var outcome = line.Parse(words, EnvironmentSettings.OfProcess(), AppContext.BaseDirectory);
        return CallFiles.RunAsync<BenchmarkOptions>(outcome, isLater: later is not null, (options, files) =>
        {
            using var interruption = new Termination(BenchmarkSession.InterruptionNotice);
            using var call = BenchmarkSession.Show(options, interruption, later);
            options = options with { Words = words, Later = later };
            return Task.FromResult(new BenchmarkSession(options, started, interruption, call, files).Run());
        });
    }
}

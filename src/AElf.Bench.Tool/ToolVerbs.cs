using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Electrum;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Settings.Completion;
using AElf.Benchmark;
using AElf.Benchmark.Verbs;
using AElf.Concurrency.Manager;
using AElf.Concurrency.Worker;

namespace AElf.Bench.Tool;

/// <summary>The verbs of the tool, besides those of the benchmark.</summary>
internal static class ToolVerbs
{
    public static readonly VerbEntry[] All =
    [
        new("run", "[options]", "measures; same as without a verb", of => new RunVerb(of)) { IsListed = false },
        BenchmarkProgram.Electrum,
        new(
            OwnProgram.Manager,
            "[options]",
            "the manager of a cluster",
            of => new ClusterVerb(
                of, (words, what) => ManagerProgram.Run(words, what), what => new ManagerProgram(what).Program)),
        new(
            OwnProgram.Worker,
            "[options]",
            "a worker of a cluster",
            of => new ClusterVerb(
                of, (words, what) => WorkerProgram.Run(words, what), what => new WorkerProgram(what).Program)),
        new(
            CompletionVerb.Word,
            "bash|zsh|fish",
            "prints a completion script for a shell",
            of => new CompletionVerb(of)),
    ];

    /// <summary>Measures, as without a verb.</summary>
    private sealed class RunVerb(IWorkloadType workload) : Verb
    {
        public override Task<int> RunAsync(string[] words) => new BenchmarkProgram(workload, All).RunAsync(words);

        public override IEnumerable<CompletedCommand> Complete(string path) =>
            new BenchmarkProgram(workload).Complete(path);
    }

    /// <summary>A program of a cluster. Its first word may select another workload.</summary>
    private sealed class ClusterVerb(
        IWorkloadType workload,
        Func<string[], IWorkloadType, int> run,
        Func<IWorkloadType, ProgramDescription> describe) : Verb
    {
        public override Task<int> RunAsync(string[] words) => Task.FromResult(
            words is [ElectrumWorkloadType.WorkloadName, .. var rest]
                ? run(rest, new ElectrumWorkloadType())
                : run(words, workload));

        public override IEnumerable<CompletedCommand> Complete(string path) =>
        [
            new(path, describe(workload)),
            new($"{path} {ElectrumWorkloadType.WorkloadName}", describe(new ElectrumWorkloadType())),
        ];
    }
}

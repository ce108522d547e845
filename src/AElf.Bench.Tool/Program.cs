// The three programs as one, to install with one word. The first word says which of them this is.
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Electrum;
using AElf.Bench.Transfers;
using AElf.Bench.Tool;
using AElf.Benchmark;
using AElf.Concurrency.Manager;
using AElf.Concurrency.Worker;

return args switch
{
    [OwnProgram.Manager, .. var words] => Cluster(words, ManagerProgram.Run),
    [OwnProgram.Worker, .. var words] => Cluster(words, WorkerProgram.Run),
    [ElectrumCommand.Word, .. var words] => await ElectrumCommand.RunAsync(words),
    [CompletionCommand.Word, .. var words] => CompletionCommand.Run(words),
    ["run", .. var words] => await RunAsync(words),
    _ => await RunAsync(args),
};

static int Cluster(string[] args, Func<string[], IWorkloadType, int> program) =>
    args is [ElectrumCommand.Word, ..]
        ? program(args[1..], new ElectrumWorkloadType())
        : program(args, new TransferWorkloadType());

static Task<int> RunAsync(string[] args) => BenchmarkProgram.RunAsync(
    args,
    new TransferWorkloadType(),
    CompletionCommand.FurtherVerbs);

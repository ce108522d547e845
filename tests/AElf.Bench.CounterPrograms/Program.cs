// The three programs over the workload of the test kit, to prove that none of them knows transfers. The first word says
// which of them this is.
using AElf.Bench.TestKit.Counters;
using AElf.Benchmark;
using AElf.Concurrency.Manager;
using AElf.Concurrency.Worker;

var workload = new CounterWorkloadType();
return args switch
{
    ["manager", .. var words] => ManagerProgram.Run(words, workload),
    ["worker", .. var words] => WorkerProgram.Run(words, workload),
    _ => await new BenchmarkProgram(workload).RunAsync(args),
};

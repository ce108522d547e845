// The three programs over the counter workload of the test kit, to prove that none of them depends on transfers. The
// first word selects the program.
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

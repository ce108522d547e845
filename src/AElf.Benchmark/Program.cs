using AElf.Bench.Transfers;
using AElf.Benchmark;

return await BenchmarkProgram.RunAsync(args, new TransferWorkloadType());

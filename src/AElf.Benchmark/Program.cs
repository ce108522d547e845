using AElf.Bench.Transfers;
using AElf.Benchmark;

return await new BenchmarkProgram(new TransferWorkloadType(), BenchmarkProgram.Electrum).RunAsync(args);

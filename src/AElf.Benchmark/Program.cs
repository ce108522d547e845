using AElf.Bench.Transfers;
using AElf.Benchmark;
using AElf.Benchmark.Verbs;

StandardOutput.Install();
return await new BenchmarkProgram(new TransferWorkloadType(), BenchmarkProgram.Electrum).RunAsync(args);

using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Transfers;
using AElf.Benchmark;

StandardOutput.Install();
return await new BenchmarkProgram(new TransferWorkloadType(), BenchmarkProgram.Electrum).RunAsync(args);

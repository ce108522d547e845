// The benchmark over transfers, with an option that slows the actors by a known share. It tests the regression gate.
using AElf.Bench.TestKit.Slowed;
using AElf.Bench.Transfers;
using AElf.Benchmark;

return await new BenchmarkProgram(new SlowedWorkloadType(new TransferWorkloadType())).RunAsync(args);

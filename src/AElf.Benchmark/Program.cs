using AElf.Bench.Electrum;
using AElf.Bench.Transfers;
using AElf.Benchmark;

return args is [ElectrumWorkloadType.WorkloadName, .. var words]
    ? await BenchmarkProgram.RunAsync(words, new ElectrumWorkloadType())
    : await BenchmarkProgram.RunAsync(args, new TransferWorkloadType());

using AElf.Bench.Transfers;
using AElf.Benchmark;

return args is [ElectrumCommand.Word, .. var words]
    ? await ElectrumCommand.RunAsync(words)
    : await BenchmarkProgram.RunAsync(args, new TransferWorkloadType(), ElectrumCommand.Help);

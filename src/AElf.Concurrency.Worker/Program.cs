using AElf.Bench.Electrum;
using AElf.Bench.Transfers;
using AElf.Concurrency.Worker;

return args is [ElectrumWorkloadType.WorkloadName, .. var words]
    ? WorkerProgram.Run(words, new ElectrumWorkloadType())
    : WorkerProgram.Run(args, new TransferWorkloadType());

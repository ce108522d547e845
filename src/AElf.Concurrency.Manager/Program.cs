using AElf.Bench.Electrum;
using AElf.Bench.Transfers;
using AElf.Concurrency.Manager;

return args is [ElectrumWorkloadType.WorkloadName, .. var words]
    ? ManagerProgram.Run(words, new ElectrumWorkloadType())
    : ManagerProgram.Run(args, new TransferWorkloadType());

using AElf.Bench.Transfers;
using AElf.Concurrency.Manager;

return ManagerProgram.Run(args, new TransferWorkloadType());

using AElf.Bench.Transfers;
using AElf.Concurrency.Worker;

return WorkerProgram.Run(args, new TransferWorkloadType());

// The three programs in one command. The first word selects the program.
using AElf.Bench.Tool;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Transfers;
using AElf.Benchmark;

StandardOutput.Install();
return await new BenchmarkProgram(new TransferWorkloadType(), ToolVerbs.All).RunAsync(args);

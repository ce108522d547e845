// The three programs as one, to install with one word. The first word says which of them this is.
using AElf.Bench.Tool;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Transfers;
using AElf.Benchmark;

StandardOutput.Install();
return await new BenchmarkProgram(new TransferWorkloadType(), ToolVerbs.All).RunAsync(args);

using AElf.Bench.Configuration;
using AElf.Concurrency.Worker;
using AElf.Concurrency.Worker.CommandLine;

var outcome = WorkerCommandLine.Parse(args, EnvironmentSettings.OfProcess(), AppContext.BaseDirectory);
return outcome.Start<WorkerProgramOptions>(out var ended) is { } options ? (int)WorkerSession.Run(options) : (int)ended;

using AElf.Bench.Configuration;
using AElf.Concurrency.Manager;
using AElf.Concurrency.Manager.CommandLine;

var outcome = ManagerCommandLine.Parse(args, EnvironmentSettings.OfProcess(), AppContext.BaseDirectory);
return outcome.Start<ManagerProgramOptions>(out var ended) is { } options ? (int)ManagerSession.Run(options) : (int)ended;

using AElf.Bench.Core.Workloads;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Concurrency.Manager.CommandLine;

namespace AElf.Concurrency.Manager;

/// <summary>The program that workers join and benchmarks submit runs to, for any workload.</summary>
public static class ManagerProgram
{
    public static ProgramDescription Describe(IWorkloadType workload) => new ManagerCommandLine(workload).Program;

    /// <summary>Runs the program to its end.</summary>
    /// <param name="ending">Ends the program as SIGTERM does, for a caller in the same process.</param>
    /// <returns>The exit code.</returns>
    public static int Run(string[] args, IWorkloadType workload, CancellationToken ending = default) =>
        (int)new ManagerCommandLine(workload).Parse(args, EnvironmentSettings.OfProcess(), AppContext.BaseDirectory)
            .Execute<ProgramOptions>(ManagerSession.RunAsync, ending);
}

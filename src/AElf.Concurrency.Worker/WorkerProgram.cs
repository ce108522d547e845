using AElf.Bench.Core.Workloads;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Concurrency.Worker.CommandLine;

namespace AElf.Concurrency.Worker;

/// <summary>The program with the actors of a cluster, for any workload.</summary>
public static class WorkerProgram
{
    public static ProgramDescription Describe(IWorkloadType workload) => new WorkerCommandLine(workload).Program;

    /// <summary>Runs the program to its end.</summary>
    /// <param name="ending">Ends the program, as SIGTERM does, if it shares its process with others.</param>
    /// <returns>The exit code.</returns>
    public static int Run(string[] args, IWorkloadType workload, CancellationToken ending = default) =>
        (int)new WorkerCommandLine(workload).Parse(args, EnvironmentSettings.OfProcess(), AppContext.BaseDirectory)
            .Execute<ProgramOptions>(WorkerSession.RunAsync, ending);
}

using AElf.Bench.Harness.CommandLine;
using AElf.Concurrency.Worker.CommandLine;

namespace AElf.Concurrency.Worker;

/// <summary>One call of the program: the worker until it is asked to end.</summary>
internal static class WorkerSession
{
    /// <summary>Runs the host of the worker to its end.</summary>
    public static ExitCode Run(WorkerProgramOptions options) => throw new NotSupportedException($"there is no host for {options.Hosts.Address} yet");
}

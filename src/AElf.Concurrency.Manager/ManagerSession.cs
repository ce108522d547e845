using AElf.Bench.Harness.CommandLine;
using AElf.Concurrency.Manager.CommandLine;

namespace AElf.Concurrency.Manager;

/// <summary>One call of the program: the manager until it is asked to end.</summary>
internal static class ManagerSession
{
    /// <summary>Runs the host of the manager to its end.</summary>
    public static ExitCode Run(ManagerProgramOptions options) => throw new NotSupportedException($"there is no host for {options.Hosts.Address} yet");
}

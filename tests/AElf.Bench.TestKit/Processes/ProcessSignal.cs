using System.Runtime.InteropServices;
using AElf.Bench.Harness.Processes;

namespace AElf.Bench.TestKit.Processes;

/// <summary>Signals a process of ours can be sent, with the kernel's numbers.</summary>
public enum ProcessSignal
{
    /// <summary>SIGINT, as Ctrl-C.</summary>
    Interrupt = 2,

    /// <summary>SIGKILL: the end at once, by this process alone.</summary>
    Kill = 9,

    /// <summary>SIGTERM: end when you have tidied up.</summary>
    Terminate = 15,

    /// <summary>SIGCONT: go on after <see cref="Stop"/>.</summary>
    Continue = 18,

    /// <summary>SIGSTOP: freeze.</summary>
    Stop = 19,
}

/// <summary>Sends signals to processes of ours, and to no others.</summary>
public static partial class ProcessSignals
{
    /// <summary>Sends it, and nothing it started, a signal.</summary>
    /// <exception cref="InvalidOperationException">It has ended.</exception>
    public static void Signal(this IStartedProcess process, ProcessSignal signal)
    {
        // The runtime notes the end of its own child before the id can be given to another process, so HasExited keeps
        // strangers safe.
        if (process.HasExited || SendSignal(process.Id, (int)signal) != 0)
        {
            throw new InvalidOperationException($"process {process.Id} cannot be sent {signal}: it has ended");
        }
    }

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int SendSignal(int processId, int signal);
}

using System.Runtime.InteropServices;
using AElf.Bench.Harness.Processes;

namespace AElf.Bench.TestKit.Processes;

/// <summary>Signals with the kernel's numbers.</summary>
public enum ProcessSignal
{
    /// <summary>SIGINT, as Ctrl-C.</summary>
    Interrupt = 2,

    /// <summary>SIGKILL: ends the process at once.</summary>
    Kill = 9,

    /// <summary>SIGTERM: asks the process to end in an orderly way.</summary>
    Terminate = 15,

    /// <summary>SIGCONT: resumes after <see cref="Stop"/>.</summary>
    Continue = 18,

    /// <summary>SIGSTOP: freezes the process.</summary>
    Stop = 19,
}

/// <summary>Sends signals to processes that the tests started.</summary>
public static partial class ProcessSignals
{
    /// <summary>Sends a signal to the process, not to its children.</summary>
    /// <exception cref="InvalidOperationException">The process has ended.</exception>
    public static void Signal(this IStartedProcess process, ProcessSignal signal)
    {
        // The runtime notes the end of its child before the kernel can reuse the id, so HasExited prevents a signal to
        // another process.
        if (process.HasExited || SendSignal(process.Id, (int)signal) != 0)
        {
            throw new InvalidOperationException($"process {process.Id} cannot be sent {signal}: it has ended");
        }
    }

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int SendSignal(int processId, int signal);
}

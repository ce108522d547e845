namespace AElf.Bench.Harness.Processes;

/// <summary>A process that runs on this machine or a host, and is ended when it is disposed.</summary>
public interface IStartedProcess : IDisposable
{
    /// <summary>The process id on its machine.</summary>
    int Id { get; }

    bool HasExited { get; }

    /// <summary>Exit code; 128 + the number for a signal, −1 for a lost host.</summary>
    int ExitCode { get; }

    /// <summary>How the process ended, worded to follow its name.</summary>
    string Ending { get; }

    /// <summary>Standard output so far.</summary>
    string Output { get; }

    /// <summary>Standard error so far.</summary>
    string Error { get; }

    Task WaitForExitAsync(CancellationToken cancellation);

    /// <summary>Sends SIGTERM, and SIGKILL when the process has not ended within <paramref name="grace"/>.</summary>
    Task EndAsync(TimeSpan grace);

    /// <summary>Ends the process and its children with SIGKILL and waits for the end.</summary>
    void Kill();
}

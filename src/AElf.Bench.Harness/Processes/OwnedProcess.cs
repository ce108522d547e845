using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;

namespace AElf.Bench.Harness.Processes;

/// <summary>A program to start, and the files for its output.</summary>
/// <param name="Program">Full path of the program.</param>
/// <param name="Arguments">Arguments of the program.</param>
public sealed record ProcessStart(string Program, IReadOnlyList<string> Arguments)
{
    /// <summary>File that standard output is appended to.</summary>
    public required string OutputFile { get; init; }

    /// <summary>File that standard error is appended to; null for <see cref="OutputFile"/>.</summary>
    public string? ErrorFile { get; init; }

    /// <summary>Additional environment variables; null removes one.</summary>
    public IReadOnlyDictionary<string, string?> Environment { get; init; } =
        new Dictionary<string, string?>(StringComparer.Ordinal);

    /// <summary>Working directory; null for that of this process.</summary>
    public string? WorkingDirectory { get; init; }
}

/// <summary>
/// A process that this process started. Only such processes get signals. It ends with this process in every case. It
/// has a separate session: a Ctrl-C in the terminal reaches only this process, which decides the order in which the
/// others end.
/// </summary>
public sealed partial class OwnedProcess : IStartedProcess
{
    // How does a child end when its parent is killed? PR_SET_PDEATHSIG (setpriv --pdeathsig) depends on the thread that
    // forked. In .NET this is any thread of the pool, which may end before the process. It also leaves a gap between
    // fork and prctl. A pipe avoids both: the kernel closes this end of it for every cause of the parent's end. So a
    // shell starts a watcher in the background, which reads the pipe, and then becomes the program. The program has the
    // shell's process id. A line on the pipe ("it has ended") ends the watcher. When the pipe closes, the watcher kills
    // the program, if the program is still its parent: otherwise another process may have the id.
    //
    // A shell that is not interactive ignores SIGINT for background processes, and nohup for its program. A child
    // inherits this, and a shell cannot undo it. A runtime that starts with an ignored signal keeps ignoring it, so the
    // program could not be interrupted. Therefore env (coreutils 8.31) restores the default, if available.
    private const string Watched = """
        exec 3<&0 </dev/null
        output=$1 error=$2
        shift 2
        {
            if ! read -r _ <&3; then
                if read -r _ _ _ parent _ </proc/self/stat && [ "$parent" = $$ ]; then kill -KILL $$; fi
            fi
        } >/dev/null 2>&1 &
        default=--default-signal=INT,QUIT
        if env $default true 2>/dev/null; then set -- env $default "$@"; fi
        if [ "$output" = "$error" ]; then exec "$@" 3<&- >>"$output" 2>&1; fi
        exec "$@" 3<&- >>"$output" 2>>"$error"
        """;

    private const int Terminate = 15;

    private readonly ProcessStart start;
    private readonly Process process;
    private readonly Lock releaseLock = new();
    private bool isReleased;
    private bool isDisposed;

    private OwnedProcess(ProcessStart start, Process process)
    {
        this.start = start;
        this.process = process;
    }

    public int Id { get; private set; }

    public bool HasExited => process.HasExited;

    public int ExitCode => process.ExitCode;

    public string Ending => string.Create(CultureInfo.InvariantCulture, $"ended with exit code {ExitCode}");

    public string Output => Read(start.OutputFile);

    public string Error => Read(start.ErrorFile ?? start.OutputFile);

    /// <summary>Starts the process with an empty standard input.</summary>
    /// <exception cref="ScenarioException">The process cannot be started.</exception>
    public static OwnedProcess Start(ProcessStart start)
    {
        var command = new ProcessStartInfo(
            ServerProgram.Setsid.Find(),
            [
                "/bin/sh", "-c", Watched, "sh", start.OutputFile, start.ErrorFile ?? start.OutputFile,
                start.Program, .. start.Arguments,
            ])
        {
            RedirectStandardInput = true,
            UseShellExecute = false,
            WorkingDirectory = start.WorkingDirectory ?? "",
        };
        foreach (var (name, value) in start.Environment)
        {
            command.Environment[name] = value;
        }

        var owned = new OwnedProcess(start, new Process { StartInfo = command });
        try
        {
            owned.process.Start();
            owned.Id = owned.process.Id;

            // Only now does the process have its standard input. It may have ended already.
            owned.process.Exited += (_, _) => owned.ReleaseWatcher();
            owned.process.EnableRaisingEvents = true;
            return owned;
        }
        catch (Win32Exception exception)
        {
            owned.process.Dispose();
            throw new ScenarioException($"{start.Program} cannot be started: {exception.Message}", exception);
        }
    }

    /// <summary>False if the process still runs after the deadline.</summary>
    public async Task<bool> WaitForExitAsync(TimeSpan deadline)
    {
        using var timeout = new CancellationTokenSource(deadline);
        try
        {
            await process.WaitForExitAsync(timeout.Token);
            return true;
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }

    public Task WaitForExitAsync(CancellationToken cancellation) => process.WaitForExitAsync(cancellation);

    public void Kill()
    {
        if (!process.HasExited)
        {
            process.Kill(entireProcessTree: true);
        }

        process.WaitForExit();
    }

    public async Task EndAsync(TimeSpan grace)
    {
        if (!process.HasExited)
        {
            // The process may have ended meanwhile.
            _ = SendSignal(Id, Terminate);
        }

        if (!await WaitForExitAsync(grace))
        {
            Kill();
        }
    }

    /// <summary>Ends a running process with SIGKILL.</summary>
    public void Dispose()
    {
        if (isDisposed)
        {
            return;
        }

        isDisposed = true;
        Kill();
        ReleaseWatcher();
        process.Dispose();
    }

    private static string Read(string file)
    {
        try
        {
            return File.ReadAllText(file);
        }
        catch (Exception exception) when (exception is FileNotFoundException or DirectoryNotFoundException)
        {
            return "";
        }
    }

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    private static partial int SendSignal(int processId, int signal);

    private void ReleaseWatcher()
    {
        lock (releaseLock)
        {
            if (isReleased)
            {
                return;
            }

            isReleased = true;
            try
            {
                process.StandardInput.WriteLine();
                process.StandardInput.Close();
            }
            catch (IOException)
            {
                // The watcher was killed with its parent.
            }
        }
    }
}

/// <summary>A process on this machine or a host; its disposal ends it.</summary>
public interface IStartedProcess : IDisposable
{
    /// <summary>The process id on its machine.</summary>
    int Id { get; }

    bool HasExited { get; }

    /// <summary>Exit code; 128 + the number of a signal, −1 for a lost host.</summary>
    int ExitCode { get; }

    /// <summary>How the process ended, in words that follow its name.</summary>
    string Ending { get; }

    /// <summary>Standard output so far.</summary>
    string Output { get; }

    /// <summary>Standard error so far.</summary>
    string Error { get; }

    Task WaitForExitAsync(CancellationToken cancellation);

    /// <summary>Sends SIGTERM, and SIGKILL if the process has not ended within <paramref name="grace"/>.</summary>
    Task EndAsync(TimeSpan grace);

    /// <summary>Ends the process and its children with SIGKILL and waits for the end.</summary>
    void Kill();
}

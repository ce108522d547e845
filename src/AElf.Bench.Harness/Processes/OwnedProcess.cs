using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;

namespace AElf.Bench.Harness.Processes;

/// <summary>A program to start, and where its output goes.</summary>
/// <param name="Program">Full path of the program.</param>
/// <param name="Arguments">Arguments of the program.</param>
public sealed record ProcessStart(string Program, IReadOnlyList<string> Arguments)
{
    /// <summary>File that standard output is appended to.</summary>
    public required string OutputFile { get; init; }

    /// <summary>File that standard error is appended to; null for <see cref="OutputFile"/>.</summary>
    public string? ErrorFile { get; init; }

    /// <summary>Environment variables on top of ours; null removes one.</summary>
    public IReadOnlyDictionary<string, string?> Environment { get; init; } =
        new Dictionary<string, string?>(StringComparer.Ordinal);

    /// <summary>Working directory; null for ours.</summary>
    public string? WorkingDirectory { get; init; }

    /// <summary>Folder to remove when we are killed and cannot do it ourselves; null for none.</summary>
    public string? FolderToRemove { get; init; }
}

/// <summary>
/// A process we started: the only kind of process we ever signal. It ends with us, however we end. Its session is its
/// own, so that a Ctrl-C in the terminal reaches us alone and we decide in which order things end.
/// </summary>
public sealed partial class OwnedProcess : IStartedProcess
{
    // What ends a child whose parent was killed? PR_SET_PDEATHSIG (setpriv --pdeathsig) is tied to the thread that
    // forked, which in .NET is any thread of the pool and may retire before the process does; and it leaves a gap
    // between fork and prctl. A pipe has neither fault: the kernel closes our end of it whatever killed us. So a shell
    // puts a watcher that reads the pipe into the background and then becomes the program, whose id the shell's own
    // thereby is. A line on the pipe ("it has ended") sends the watcher home; the end of the pipe makes it kill the
    // program, if that is still its parent (the id may have gone to a stranger).
    //
    // A shell that is not interactive starts what it puts into the background, and nohup what it starts, with SIGINT
    // ignored. That is inherited, a shell cannot undo it, and a runtime that finds a signal ignored leaves it so: what
    // we start could not be interrupted. So env (coreutils 8.31) gives it the default back, where it can.
    private const string Watched = """
        exec 3<&0 </dev/null
        ground=$1 output=$2 error=$3
        shift 3
        {
            if ! read -r _ <&3; then
                if read -r _ _ _ parent _ </proc/self/stat && [ "$parent" = $$ ]; then kill -KILL $$; fi
                if [ -n "$ground" ]; then rm -rf -- "$ground"; fi
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
                "/bin/sh", "-c", Watched, "sh", start.FolderToRemove ?? "", start.OutputFile,
                start.ErrorFile ?? start.OutputFile, start.Program, .. start.Arguments,
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

        var owned = new OwnedProcess(start, new Process { StartInfo = command, EnableRaisingEvents = true });
        owned.process.Exited += (_, _) => owned.ReleaseWatcher();
        try
        {
            owned.process.Start();
            owned.Id = owned.process.Id;
            return owned;
        }
        catch (Win32Exception exception)
        {
            owned.process.Dispose();
            throw new ScenarioException($"{start.Program} cannot be started: {exception.Message}", exception);
        }
    }

    /// <summary>False when the process outlives the deadline.</summary>
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

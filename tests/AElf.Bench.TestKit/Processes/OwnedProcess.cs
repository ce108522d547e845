using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text;

namespace AElf.Bench.TestKit.Processes;

/// <summary>A process this test started: the only kind of process it may ever signal.</summary>
internal sealed partial class OwnedProcess : IDisposable
{
    private const int SignalInterrupt = 2;
    private const int SignalStop = 19;
    private const int SignalContinue = 18;

    private static readonly HashSet<OwnedProcess> Running = [];
    private static readonly Lock RunningLock = new();

    private readonly Process process;
    private readonly StringBuilder output = new();
    private readonly StringBuilder error = new();

    static OwnedProcess()
    {
        // A test run that is ended in the middle disposes nothing; its servers must not outlive it.
        AppDomain.CurrentDomain.ProcessExit += (_, _) => KillAll();
    }

    private OwnedProcess(Process process)
    {
        this.process = process;
    }

    public int Id => process.Id;

    public bool HasExited => process.HasExited;

    public int ExitCode => process.ExitCode;

    public string Output => Read(output);

    public string Error => Read(error);

    public static OwnedProcess Start(ProcessStartInfo start)
    {
        start.RedirectStandardInput = true;
        start.RedirectStandardOutput = true;
        start.RedirectStandardError = true;
        start.UseShellExecute = false;
        var owned = new OwnedProcess(new Process { StartInfo = start });
        owned.process.OutputDataReceived += (_, line) => Append(owned.output, line.Data);
        owned.process.ErrorDataReceived += (_, line) => Append(owned.error, line.Data);
        owned.process.Start();
        lock (RunningLock)
        {
            Running.Add(owned);
        }

        // Nothing ever waits for a keypress: the other side reads the end of its input.
        owned.process.StandardInput.Close();
        owned.process.BeginOutputReadLine();
        owned.process.BeginErrorReadLine();
        return owned;
    }

    public void Kill()
    {
        if (!process.HasExited)
        {
            process.Kill(entireProcessTree: true);
        }

        process.WaitForExit();
    }

    public void Interrupt() => Signal(SignalInterrupt);

    public void Pause() => Signal(SignalStop);

    public void Resume() => Signal(SignalContinue);

    /// <summary>Waits for the end of the process and of both its outputs.</summary>
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

    public void Dispose()
    {
        lock (RunningLock)
        {
            if (!Running.Remove(this))
            {
                return;
            }
        }

        Kill();
        process.Dispose();
    }

    private static void KillAll()
    {
        lock (RunningLock)
        {
            foreach (var owned in Running)
            {
                owned.Kill();
            }

            Running.Clear();
        }
    }

    private static void Append(StringBuilder text, string? line)
    {
        if (line is not null)
        {
            lock (text)
            {
                text.Append(line).Append('\n');
            }
        }
    }

    private static string Read(StringBuilder text)
    {
        lock (text)
        {
            return text.ToString();
        }
    }

    // Process notes the end of its own child before the id can be given to another process, so HasExited keeps strangers safe.
    private void Signal(int signal)
    {
        if (process.HasExited || SendSignal(process.Id, signal) != 0)
        {
            throw new InvalidOperationException($"process {process.Id} ({process.StartInfo.FileName}) cannot be sent signal {signal}: it has ended");
        }
    }

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int SendSignal(int processId, int signal);
}

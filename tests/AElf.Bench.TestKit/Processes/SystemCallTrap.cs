using System.Globalization;
using AElf.Bench.Harness.Processes;

namespace AElf.Bench.TestKit.Processes;

/// <summary>
/// Stops a test's process at a system call on a file, and kills it there or delays it. It attaches strace from outside,
/// so the process is unchanged.
/// </summary>
public sealed class SystemCallTrap : IDisposable
{
    private const string Killed = "+++ killed by SIGKILL +++";
    private const string Kept = "(DELAYED)";
    private const int KilledExitCode = 128 + (int)ProcessSignal.Kill;

    private static readonly ServerProgram Strace = new("strace", "strace");

    private readonly TemporaryFolder folder = new();
    private readonly OwnedProcess victim;
    private readonly OwnedProcess strace;
    private readonly string call;
    private readonly int number;

    private SystemCallTrap(OwnedProcess victim, string call, string file, int number, string injection)
    {
        this.victim = victim;
        this.call = call;
        this.number = number;
        var place = number.ToString(CultureInfo.InvariantCulture);
        string[] arguments =
        [
            "-f", "-p", victim.Id.ToString(CultureInfo.InvariantCulture), "-o", folder.File("trace"), "-P", file, "-e",
            $"trace={call}",
            "-e", $"inject={call}:{injection}:when={place}",
        ];
        strace = OwnedProcess.Start(new ProcessStart(Strace.Find(), arguments)
        {
            OutputFile = folder.File("output"),
        });
    }

    /// <summary>Why no trap can be set here; null if one can.</summary>
    public static string? Unavailable { get; } = FindObstacle();

    // The calls so far, one in each line, and how the process ended.
    private string Trace => File.Exists(folder.File("trace")) ? File.ReadAllText(folder.File("trace")) : "";

    private string[] Lines => Trace.Split('\n');

    /// <summary>Kills the process with SIGKILL when it enters a call; the call is not executed.</summary>
    /// <param name="file">The full path of the call's file; the file may be missing yet.</param>
    /// <param name="number">The number of the call in its thread, from 1, counted from now on.</param>
    public static Task<SystemCallTrap> KillAtAsync(OwnedProcess victim, string call, string file, int number = 1) =>
        SetAsync(new SystemCallTrap(victim, call, file, number, "signal=KILL"));

    /// <summary>Delays the thread that makes a call for at most a minute after the call.</summary>
    /// <param name="file">The full path of the call's file; the file may be missing yet.</param>
    /// <param name="number">The number of the call in its thread, from 1, counted from now on.</param>
    public static Task<SystemCallTrap> KeepAfterAsync(OwnedProcess victim, string call, string file, int number = 1) =>
        SetAsync(new SystemCallTrap(victim, call, file, number, "delay_exit=60000000"));

    /// <summary>Waits until the trap has killed the process at the call.</summary>
    /// <exception cref="InvalidOperationException">The process has ended in another way.</exception>
    public async Task KilledAsync()
    {
        // strace itself continues while another process watches the victim.
        var leader = string.Create(CultureInfo.InvariantCulture, $"{victim.Id} ");
        await Wait.UntilAsync(
            () => Task.FromResult(
                victim.HasExited && Lines.Any(line => line.StartsWith(leader, StringComparison.Ordinal)
                    && line.EndsWith(Killed, StringComparison.Ordinal))),
            () => $"the process to be killed at {call} number {number}: {Trace}");
        // When all threads are killed, strace may list threads inside other calls as if they had begun this one.
        var begun = Lines.Count(line => line.Contains($" {call}(", StringComparison.Ordinal));
        var made = Lines.Count(
            line => line.Contains(call, StringComparison.Ordinal) && line.EndsWith("= 0", StringComparison.Ordinal));
        if (victim.ExitCode != KilledExitCode || begun < number || made != number - 1)
        {
            throw new InvalidOperationException(
                $"the process ended with {victim.ExitCode}, not by the trap at {call} number {number}: {Trace}");
        }
    }

    /// <summary>
    /// Waits until a thread of the process has made the call and is delayed, then kills the process with SIGKILL.
    /// </summary>
    /// <exception cref="InvalidOperationException">The process has ended before.</exception>
    public async Task KillKeptAsync()
    {
        await Wait.UntilAsync(
            () => victim.HasExited || Trace.Contains(Kept, StringComparison.Ordinal),
            $"the process to make {call} number {number}");
        victim.Signal(ProcessSignal.Kill);

        // strace wakes a delayed thread only after the minute. Without strace the thread wakes at once and dies from
        // the signal.
        strace.Kill();
        await victim.WaitForExitAsync(CancellationToken.None);
    }

    public void Dispose()
    {
        strace.Dispose();
        folder.Dispose();
    }

    private static async Task<SystemCallTrap> SetAsync(SystemCallTrap trap)
    {
        try
        {
            await Wait.UntilAsync(
                () => trap.strace.HasExited || trap.strace.Output.Contains(" attached", StringComparison.Ordinal),
                "strace to attach");
            return trap.strace.HasExited
                ? throw new InvalidOperationException($"strace ended with {trap.strace.ExitCode}: {trap.strace.Output}")
                : trap;
        }
        catch
        {
            trap.Dispose();
            throw;
        }
    }

    private static string? FindObstacle()
    {
        try
        {
            Strace.Find();
        }
        catch (ScenarioException exception)
        {
            return exception.Message;
        }

        // With a strict kernel only root may trace processes that are not its children, and strace is not the parent of
        // the victim.
        const string Scope = "/proc/sys/kernel/yama/ptrace_scope";
        return Environment.IsPrivilegedProcess || !File.Exists(Scope)
            || File.ReadAllText(Scope).Trim() is "0" ? null : "tracing a process here needs root";
    }
}

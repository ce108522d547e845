using System.Globalization;
using AElf.Bench.Harness.Processes;

namespace AElf.Bench.TestKit.Processes;

/// <summary>
/// Waits for a process of the test's at a system call on a file, and ends it there or keeps it from going on. It is
/// strace that waits, attached from outside: the process is the product as it is.
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
            FolderToRemove = folder.Path,
        });
    }

    /// <summary>Why no trap can be set here; null when one can.</summary>
    public static string? Unavailable { get; } = FindObstacle();

    // The calls so far, one a line, and how the process ended.
    private string Trace => File.Exists(folder.File("trace")) ? File.ReadAllText(folder.File("trace")) : "";

    private string[] Lines => Trace.Split('\n');

    /// <summary>Ends the process with SIGKILL when it enters a call, which is then not made.</summary>
    /// <param name="victim">The process.</param>
    /// <param name="call">The call's name.</param>
    /// <param name="file">The full path of the file the call is on; it need not be there yet.</param>
    /// <param name="number">Which call of a thread, from 1, counted from now on.</param>
    public static Task<SystemCallTrap> KillAtAsync(OwnedProcess victim, string call, string file, int number = 1) =>
        SetAsync(new SystemCallTrap(victim, call, file, number, "signal=KILL"));

    /// <summary>Keeps the thread that makes a call from going on when the call is made, for a minute at most.</summary>
    /// <param name="victim">The process.</param>
    /// <param name="call">The call's name.</param>
    /// <param name="file">The full path of the file the call is on; it need not be there yet.</param>
    /// <param name="number">Which call of a thread, from 1, counted from now on.</param>
    public static Task<SystemCallTrap> KeepAfterAsync(OwnedProcess victim, string call, string file, int number = 1) =>
        SetAsync(new SystemCallTrap(victim, call, file, number, "delay_exit=60000000"));

    /// <summary>Waits until the process has been ended at the call, and by the trap.</summary>
    /// <exception cref="InvalidOperationException">It has ended otherwise.</exception>
    public async Task KilledAsync()
    {
        // strace itself goes on for as long as somebody watches over it.
        var leader = string.Create(CultureInfo.InvariantCulture, $"{victim.Id} ");
        await Wait.UntilAsync(
            () => Task.FromResult(
                victim.HasExited && Lines.Any(line => line.StartsWith(leader, StringComparison.Ordinal)
                    && line.EndsWith(Killed, StringComparison.Ordinal))),
            () => $"the process to be killed at {call} number {number}: {Trace}");
        // Threads that were inside other calls may be shown as if they had begun this one when all of them are killed.
        var begun = Lines.Count(line => line.Contains($" {call}(", StringComparison.Ordinal));
        var made = Lines.Count(
            line => line.Contains(call, StringComparison.Ordinal) && line.EndsWith("= 0", StringComparison.Ordinal));
        if (victim.ExitCode != KilledExitCode || begun < number || made != number - 1)
        {
            throw new InvalidOperationException(
                $"the process ended with {victim.ExitCode}, and not by the trap at {call} number {number}: {Trace}");
        }
    }

    /// <summary>
    /// Waits until a thread of the process has made the call and is kept, and ends the process with SIGKILL.
    /// </summary>
    /// <exception cref="InvalidOperationException">It has ended before.</exception>
    public async Task KillKeptAsync()
    {
        await Wait.UntilAsync(
            () => victim.HasExited || Trace.Contains(Kept, StringComparison.Ordinal),
            $"the process to make {call} number {number}");
        victim.Signal(ProcessSignal.Kill);

        // strace wakes who is kept when the minute is over and not before; without strace it wakes at once, and dies of
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

        // Who is not root may trace its children only, where the kernel is that strict, and strace is no parent of what
        // it attaches to.
        const string Scope = "/proc/sys/kernel/yama/ptrace_scope";
        return Environment.IsPrivilegedProcess || !File.Exists(Scope)
            || File.ReadAllText(Scope).Trim() is "0" ? null : "tracing a process here needs root";
    }
}

using System.Globalization;
using System.Runtime.InteropServices;
using AElf.Bench.Core.Files;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>
/// Handles SIGINT (Ctrl-C), SIGTERM and SIGHUP (the terminal was closed): the first signal asks for an orderly end.
/// With a notice, the first signal prints it, and the second signal ends the process at once, after a line that says so
/// and what remains. Without a notice, each signal only asks for an orderly end.
/// </summary>
public sealed class Termination : IDisposable
{
    private static readonly TimeSpan MaxEnding = TimeSpan.FromSeconds(1);

    private readonly CancellationTokenSource asked;
    private readonly PosixSignalRegistration[] signals;
    private readonly string? notice;
    private bool isFirstHandled;

    /// <summary>Begins to handle the signals.</summary>
    /// <param name="notice">The text for the first signal; null for none.</param>
    /// <param name="caller">Also asks for an orderly end.</param>
    public Termination(string? notice = null, CancellationToken caller = default)
    {
        this.notice = notice;
        asked = CancellationTokenSource.CreateLinkedTokenSource(caller);
        signals =
        [
            Catch(PosixSignal.SIGINT), Catch(PosixSignal.SIGTERM),
            .. IsHangupIgnored ? Array.Empty<PosixSignalRegistration>() : [Catch(PosixSignal.SIGHUP)],
        ];
    }

    /// <summary>Ends a display before the line of a signal that ends the process at once.</summary>
    public Action EndDisplay { get; set; } = static () => { };

    /// <summary>Prints the notice, by default to standard error.</summary>
    public Action<string> Print { get; set; } = Console.Error.WriteLine;

    /// <summary>Returns a notice that says what the end consists of; null for the notice of the constructor.</summary>
    public Func<string?> DescribeEnd { get; set; } = static () => null;

    /// <summary>Returns the line for a signal that ends the process at once; null if nothing remains.</summary>
    public Func<string?> DescribeRemains { get; set; } = static () => null;

    public bool IsRequested => asked.IsCancellationRequested;

    /// <summary>Cancelled when a signal or the caller asks for the end.</summary>
    public CancellationToken Token => asked.Token;

    public void Dispose()
    {
        Array.ForEach(signals, signal => signal.Dispose());
        asked.Dispose();
    }

    /// <summary>Whether SIGHUP was ignored when the program started, for example by <c>nohup</c>.</summary>
    private static bool IsHangupIgnored { get; } = Ignored() is var mask && (mask & 1) != 0;

    /// <summary>The signals that this process ignores, a bit each, SIGHUP the lowest; 0 when unknown.</summary>
    private static ulong Ignored()
    {
        const string Field = "SigIgn:";
        var line = Array.Find(
            KernelFile.Lines("/proc/self/status"), each => each.StartsWith(Field, StringComparison.Ordinal));
        return line is not null
            && ulong.TryParse(line.AsSpan(Field.Length).Trim(), NumberStyles.HexNumber, null, out var mask) ? mask : 0;
    }

    private PosixSignalRegistration Catch(PosixSignal signal) => PosixSignalRegistration.Create(signal, context =>
    {
        // Signals are handled in parallel: a second one may come while the notice of the first is printed.
        var isLater = Interlocked.Exchange(ref isFirstHandled, true) || IsRequested;
        context.Cancel = notice is null || !isLater;
        if (!context.Cancel)
        {
            // A terminal that accepts no output must not keep the process.
            Task.Run(() =>
            {
                EndDisplay();
                Print(DescribeRemains() ?? "ended at once");
            }).Wait(MaxEnding);
        }
        else if (notice is not null)
        {
            Print(DescribeEnd() ?? notice);
        }

        asked.Cancel();
    });
}

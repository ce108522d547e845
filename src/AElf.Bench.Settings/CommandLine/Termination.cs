using System.Globalization;
using System.Runtime.InteropServices;
using AElf.Bench.Core.Files;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>
/// SIGINT (Ctrl-C), SIGTERM and SIGHUP (the terminal was closed): the first asks for an orderly end. With a notice, it
/// is written to standard error and the second signal ends the process; without, every signal only asks.
/// </summary>
public sealed class Termination : IDisposable
{
    private readonly CancellationTokenSource asked;
    private readonly PosixSignalRegistration[] signals;
    private readonly string? notice;

    /// <summary>Listens for the signals from now on.</summary>
    /// <param name="notice">Printed at the first signal.</param>
    /// <param name="caller">Asks for an orderly end too.</param>
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

    /// <summary>Prints the notice; on standard error unless something else is set.</summary>
    public Action<string> Print { get; set; } = Console.Error.WriteLine;

    public bool IsRequested => asked.IsCancellationRequested;

    /// <summary>Cancelled when the program is asked to end.</summary>
    public CancellationToken Token => asked.Token;

    public void Dispose()
    {
        Array.ForEach(signals, signal => signal.Dispose());
        asked.Dispose();
    }

    /// <summary>Whether SIGHUP was ignored when the program started, as <c>nohup</c> asks for.</summary>
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
        context.Cancel = notice is null || !IsRequested;
        if (notice is not null)
        {
            Print(notice);
        }

        asked.Cancel();
    });
}

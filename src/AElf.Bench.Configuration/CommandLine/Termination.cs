using System.Runtime.InteropServices;

namespace AElf.Bench.Configuration.CommandLine;

/// <summary>SIGINT and SIGTERM, for a program that runs until it is asked to end.</summary>
public sealed class Termination : IDisposable
{
    private readonly CancellationTokenSource asked = new();
    private readonly PosixSignalRegistration[] signals;

    /// <summary>Listens for both from now on.</summary>
    public Termination()
    {
        signals = [Catch(PosixSignal.SIGINT), Catch(PosixSignal.SIGTERM)];
    }

    /// <summary>Cancelled when the program is asked to end.</summary>
    public CancellationToken Token => asked.Token;

    /// <inheritdoc/>
    public void Dispose()
    {
        Array.ForEach(signals, signal => signal.Dispose());
        asked.Dispose();
    }

    private PosixSignalRegistration Catch(PosixSignal signal) => PosixSignalRegistration.Create(signal, context =>
    {
        context.Cancel = true;
        asked.Cancel();
    });
}

using System.Runtime.InteropServices;

namespace AElf.Benchmark;

/// <summary>Ctrl-C and SIGTERM: the first asks for an orderly end, the second ends the process.</summary>
internal sealed class Interruption : IDisposable
{
    private readonly CancellationTokenSource interrupted = new();
    private readonly PosixSignalRegistration[] signals;

    public Interruption()
    {
        signals = [Catch(PosixSignal.SIGINT), Catch(PosixSignal.SIGTERM)];
    }

    /// <summary>Whether it was asked for.</summary>
    public bool IsRequested => interrupted.IsCancellationRequested;

    /// <summary>Tells those who have to stop.</summary>
    public CancellationToken Token => interrupted.Token;

    public void Dispose()
    {
        Array.ForEach(signals, signal => signal.Dispose());
        interrupted.Dispose();
    }

    private PosixSignalRegistration Catch(PosixSignal signal) => PosixSignalRegistration.Create(signal, context =>
    {
        // The first asks the run to end and clean up; a second one ends the process.
        context.Cancel = !interrupted.IsCancellationRequested;
        Console.Error.WriteLine("interrupted: ending the run and removing its keys; once more ends the program at once");
        interrupted.Cancel();
    });
}

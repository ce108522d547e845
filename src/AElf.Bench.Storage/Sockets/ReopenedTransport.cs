using System.Diagnostics;

namespace AElf.Bench.Storage.Sockets;

/// <summary>
/// Opens another connection if the server has ended this one while no operation was in flight, as servers do with idle
/// clients. Then no operation is uncertain, and the next commands were never sent. A connection that ends with an
/// operation in flight stays lost.
/// </summary>
/// <param name="open">Opens a connection and logs in.</param>
/// <param name="idle">
/// Minimum idle time after which the server may have ended the connection; servers count in whole seconds.
/// </param>
internal sealed class ReopenedTransport(Func<IRespTransport> open, TimeSpan idle) : IRespTransport
{
    private IRespTransport wire = open();
    private long lastSent = Stopwatch.GetTimestamp();

    public string Peer => wire.Peer;

    /// <inheritdoc cref="IRespTransport.Send"/>
    public void Send(ReadOnlySpan<byte> bytes, bool isAlone)
    {
        var now = Stopwatch.GetTimestamp();
        if (isAlone && Stopwatch.GetElapsedTime(lastSent, now) > idle && wire.IsEnded)
        {
            wire.Dispose();
            wire = open();
        }

        lastSent = now;
        wire.Send(bytes, isAlone);
    }

    public int Receive(Span<byte> buffer) => wire.Receive(buffer);

    public bool Await(TimeSpan atMost) => wire.Await(atMost);

    public void Dispose() => wire.Dispose();
}

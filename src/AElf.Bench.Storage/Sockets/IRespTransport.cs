namespace AElf.Bench.Storage.Sockets;

/// <summary>Bytes to and from one server, plain or TLS. Blocking, with the store's time-out on each call.</summary>
internal interface IRespTransport : IDisposable
{
    /// <summary><c>host:port</c>, for messages.</summary>
    string Peer { get; }

    /// <summary>Sends all of the bytes.</summary>
    /// <param name="bytes">Whole commands.</param>
    /// <param name="isAlone">Whether all that was sent before is answered.</param>
    /// <exception cref="Core.Stores.StoreException">The peer is gone or takes nothing within the time-out.</exception>
    void Send(ReadOnlySpan<byte> bytes, bool isAlone);

    /// <summary>Waits for at least one byte; 0 when the peer closed.</summary>
    /// <exception cref="Core.Stores.StoreException">The peer is gone or sends nothing within the time-out.</exception>
    int Receive(Span<byte> buffer);

    /// <summary>
    /// Whether the peer has ended the connection, as far as is known without sending or receiving anything.
    /// </summary>
    bool IsEnded => false;

    /// <summary>
    /// Waits at most so long until something can be received. A transport that cannot know returns true at once.
    /// </summary>
    bool Await(TimeSpan atMost) => true;
}

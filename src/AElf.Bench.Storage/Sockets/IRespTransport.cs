namespace AElf.Bench.Storage.Sockets;

/// <summary>
/// Sends bytes to one server and receives them, plain or over TLS. It blocks, with the store's time-out on each call.
/// </summary>
internal interface IRespTransport : IDisposable
{
    /// <summary><c>host:port</c>, for messages.</summary>
    string Peer { get; }

    /// <summary>Sends all of the bytes.</summary>
    /// <param name="bytes">Whole commands.</param>
    /// <param name="isAlone">Whether all earlier commands are answered.</param>
    /// <exception cref="Core.Stores.StoreException">
    /// The peer disconnected, or accepts no bytes within the time-out.
    /// </exception>
    void Send(ReadOnlySpan<byte> bytes, bool isAlone);

    /// <summary>Waits for at least one byte; 0 if the peer closed the connection.</summary>
    /// <exception cref="Core.Stores.StoreException">
    /// The peer disconnected, or sends no bytes within the time-out.
    /// </exception>
    int Receive(Span<byte> buffer);

    /// <summary>Whether the peer has ended the connection, as far as known without sending or receiving.</summary>
    bool IsEnded => false;

    /// <summary>
    /// Waits for received bytes, at most for a time. A transport that cannot detect them returns true at once.
    /// </summary>
    bool Await(TimeSpan atMost) => true;
}

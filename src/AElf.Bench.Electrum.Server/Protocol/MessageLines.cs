using System.Buffers;

namespace AElf.Bench.Electrum.Server.Protocol;

/// <summary>The framing over TCP and TLS: each message is one line that ends with one newline.</summary>
internal static class MessageLines
{
    public const byte End = (byte)'\n';

    /// <summary>Removes the next complete line from the front; returns it without its newline.</summary>
    /// <returns>Whether there was a complete line.</returns>
    public static bool TryTake(ref ReadOnlySequence<byte> received, out ReadOnlySequence<byte> line)
    {
        if (received.PositionOf(End) is not { } end)
        {
            line = default;
            return false;
        }

        line = received.Slice(0, end);
        received = received.Slice(received.GetPosition(1, end));
        return true;
    }
}

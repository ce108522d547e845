using System.Net.WebSockets;
using System.Text;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>The reasons that travel in a WebSocket's close.</summary>
internal static class CloseText
{
    /// <summary>Most bytes of a reason; RFC 6455 has room for 123.</summary>
    public const int MaxBytes = 120;

    /// <summary>As much of a reason as fits, in whole characters.</summary>
    public static string Cut(string reason)
    {
        var bytes = 0;
        var characters = 0;
        foreach (var rune in reason.EnumerateRunes())
        {
            bytes += rune.Utf8SequenceLength;
            if (bytes > MaxBytes)
            {
                break;
            }

            characters += rune.Utf16SequenceLength;
        }

        return reason[..characters];
    }

    /// <summary>Why the peer closed a socket, in its own words when it has any.</summary>
    public static string Describe(WebSocket socket) =>
        socket.CloseStatusDescription is { Length: > 0 } text
            ? $"ended by the peer: {text}"
            : $"ended by the peer, without a reason ({socket.CloseStatus})";

    /// <summary>What happened to a connection that failed.</summary>
    public static string Describe(Exception failure) =>
        $"the connection was lost: {failure.GetBaseException().Message}";
}

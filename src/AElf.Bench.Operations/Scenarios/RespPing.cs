using System.Net.Sockets;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Operations.Scenarios;

/// <summary>Asks a Redis server or a proxy whether it serves.</summary>
public static class RespPing
{
    private const int MaxReply = 64;

    /// <summary>Whether PING is answered; a demand to log in counts as an answer, "loading" does not.</summary>
    public static async Task<bool> AnswersAsync(Endpoint endpoint, CancellationToken cancellation)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(endpoint.Host, endpoint.Port, cancellation);
        var stream = client.GetStream();
        await stream.WriteAsync("*1\r\n$4\r\nPING\r\n"u8.ToArray(), cancellation);
        var reply = new byte[MaxReply];
        var length = await stream.ReadAtLeastAsync(reply, "+PONG\r\n".Length, throwOnEndOfStream: false, cancellation);
        return reply.AsSpan(0, length).StartsWith("+PONG"u8) || reply.AsSpan(0, length).StartsWith("-NOAUTH"u8);
    }
}

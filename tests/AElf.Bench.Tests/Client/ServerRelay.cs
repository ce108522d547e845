using System.Net;
using System.Net.Sockets;
using System.Text;
using AElf.Bench.Core.Options;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.Tests.Client;

/// <summary>Relays the connections of clients to a server, which may end.</summary>
/// <param name="before">Receives each line of a client before the server does.</param>
internal sealed class ServerRelay(IPEndPoint server, Action<string> before) : IAsyncDisposable
{
    private readonly LoopbackListener listener = new(client => RelayAsync(client, server, before));

    public Endpoint Endpoint => listener.Endpoint;

    public ValueTask DisposeAsync() => listener.DisposeAsync();

    private static async Task RelayAsync(Socket client, IPEndPoint server, Action<string> before)
    {
        using var connection = new TcpClient();
        await connection.ConnectAsync(server);
        await using var asking = new NetworkStream(client);
        await using var answering = connection.GetStream();
        var answered = AnswerAsync(answering, asking);
        using var reader = new StreamReader(asking);
        try
        {
            while (await reader.ReadLineAsync() is { } line)
            {
                before(line);
                await answering.WriteAsync(Encoding.UTF8.GetBytes(line + "\n"));
            }

            connection.Client.Shutdown(SocketShutdown.Send);
            await answered;
        }
        catch (IOException)
        {
            // The client or the server is gone.
        }
    }

    // Ends the connection of the client with that of the server.
    private static async Task AnswerAsync(NetworkStream server, NetworkStream client)
    {
        try
        {
            await server.CopyToAsync(client);
        }
        finally
        {
            client.Socket.Shutdown(SocketShutdown.Both);
        }
    }
}

using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.Tests.Serving;

/// <summary>A client that reads the server's lines one by one.</summary>
internal sealed class SessionClient(Stream stream) : IDisposable
{
    private readonly StreamReader reader = new(stream);

    public Stream Stream => stream;

    public static Task<SessionClient> ConnectAsync(ElectrumServer server) =>
        ConnectAsync(server.Listen(new IPEndPoint(IPAddress.Loopback, 0)));

    public static async Task<SessionClient> ConnectAsync(IPEndPoint endpoint)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(endpoint);
        return new SessionClient(new NetworkStream(socket, ownsSocket: true));
    }

    public async Task SendAsync(string line) => await stream.WriteAsync(Encoding.UTF8.GetBytes($"{line}\n"));

    public Task<string?> ReadAsync() => reader.ReadLineAsync().WaitAsync(Wait.Deadline);

    public async Task<JsonElement> AskAsync(string line)
    {
        await SendAsync(line);
        return JsonDocument.Parse((await ReadAsync())!).RootElement.GetProperty("result");
    }

    /// <summary>The result of a method with a script; skips all lines before it.</summary>
    public async Task<JsonElement> AskAsync(string method, Hash256 script)
    {
        await SendAsync($$"""{"id":9,"method":"{{method}}","params":["{{script}}"]}""");
        while (true)
        {
            var answer = JsonDocument.Parse((await ReadAsync())!).RootElement;
            if (answer.TryGetProperty("result", out var result))
            {
                return result;
            }
        }
    }

    public async Task EnsureClosedAsync()
    {
        try
        {
            while (await ReadAsync() is not null)
            {
                // An alert of TLS.
            }
        }
        catch (IOException)
        {
            // A reset also means that the connection is closed.
        }
    }

    public void Dispose() => reader.Dispose();
}

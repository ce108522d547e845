using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Serving;

/// <summary>A session with an Electrum server. It keeps the notifications.</summary>
internal sealed class ElectrumSession : IDisposable
{
    private readonly TcpClient client;
    private readonly StreamReader reader;
    private readonly ConcurrentQueue<string> notifications = new();
    private int calls;

    private ElectrumSession(TcpClient client) =>
        (this.client, reader) = (client, new StreamReader(client.GetStream()));

    public static async Task<ElectrumSession> OpenAsync(string address, string version = "1.4")
    {
        var connected = new TcpClient();
        await connected.ConnectAsync(IPEndPoint.Parse(address));
        var session = new ElectrumSession(connected);
        await session.CallAsync("server.version", "test", version);
        return session;
    }

    /// <summary>The script hash of the protocol.</summary>
    public static string HashOf(string script) => Hash256.Of(Convert.FromHexString(script)).ToString();

    /// <summary>Calls a method and returns its result.</summary>
    /// <exception cref="InvalidOperationException">The server answers with an error; the message has it.</exception>
    public async Task<JsonElement> CallAsync(string method, params object[] arguments)
    {
        var id = ++calls;
        byte[] line = [.. JsonSerializer.SerializeToUtf8Bytes(new { id, method, @params = arguments }), (byte)'\n'];
        await client.GetStream().WriteAsync(line);
        while (true)
        {
            var received = await reader.ReadLineAsync().WaitAsync(Wait.Deadline)
                ?? throw new InvalidOperationException("the server ended the session");
            var answer = JsonDocument.Parse(received).RootElement;
            if (answer.TryGetProperty("method", out _))
            {
                notifications.Enqueue(received);
                continue;
            }

            Assert.Equal(id, answer.GetProperty("id").GetInt32());
            return answer.TryGetProperty("result", out var result)
                ? result
                : throw new InvalidOperationException($"{method}: {answer.GetProperty("error")}");
        }
    }

    /// <summary>Calls a method and returns its error.</summary>
    public async Task<string> ErrorAsync(string method, params object[] arguments) =>
        (await Assert.ThrowsAsync<InvalidOperationException>(() => CallAsync(method, arguments))).Message;

    /// <summary>Waits until the last block of the server has a height.</summary>
    public Task ComesToAsync(int height) => Wait.UntilAsync(
        async () => (await CallAsync("blockchain.headers.subscribe")).GetProperty("height").GetInt32() == height,
        () => $"block {height}");

    /// <summary>Waits until the transactions of a script have exactly these heights.</summary>
    public async Task HasAsync(string script, params int[] heights)
    {
        int[] last = [];
        await Wait.UntilAsync(
            async () =>
            {
                var history = await CallAsync("blockchain.scripthash.get_history", script);
                last = [.. history.EnumerateArray().Select(each => each.GetProperty("height").GetInt32())];
                return last.SequenceEqual(heights);
            },
            () => $"transactions at {string.Join(',', heights)}, and not at {string.Join(',', last)}");
    }

    /// <summary>Waits for a notification that contains a text.</summary>
    public Task IsNotifiedAsync(string text) => Wait.UntilAsync(
        async () =>
        {
            await CallAsync("server.ping");
            return notifications.Any(line => line.Contains(text, StringComparison.Ordinal));
        },
        () => $"a notification with {text}; there were {string.Join('\n', notifications)}");

    public void Dispose()
    {
        reader.Dispose();
        client.Dispose();
    }
}

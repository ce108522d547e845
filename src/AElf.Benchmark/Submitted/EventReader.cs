using System.Net.Sockets;
using System.Text;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Harness.Submitted;

namespace AElf.Benchmark.Submitted;

/// <summary>Reads the server-sent events of a run.</summary>
/// <param name="stream">Stream of the events.</param>
/// <param name="silence">Time without a byte after which the manager counts as away.</param>
/// <param name="maxEventBytes">The most bytes of an event.</param>
internal sealed class EventReader(Stream stream, TimeSpan silence, int maxEventBytes = 2 * RunState.MaxReportBytes)
{
    private const int FirstBytes = 16 << 10;

    private byte[] buffer = new byte[FirstBytes];
    private int read;
    private int length;

    /// <summary>The next state; null at the end of the stream.</summary>
    /// <exception cref="WireException">The stream carries no event, or nothing for too long.</exception>
    public async Task<RunState?> ReadAsync(CancellationToken cancellation)
    {
        var name = "";
        using var data = new MemoryStream();
        while (await ReadLineAsync(cancellation) is { } line)
        {
            if (line.IsEmpty)
            {
                return StateOf(name, data);
            }

            if (ValueOf(line, "event: "u8) is { } named)
            {
                name = Encoding.UTF8.GetString(named.Span);
            }
            else if (ValueOf(line, "data: "u8) is { } given)
            {
                data.Write(given.Span);
                data.WriteByte((byte)'\n');
            }

            if (data.Length > maxEventBytes)
            {
                throw TooLarge();
            }
        }

        return null;
    }

    private WireException TooLarge() => new($"an event of more than {maxEventBytes} bytes came");

    private static ReadOnlyMemory<byte>? ValueOf(ReadOnlyMemory<byte> line, ReadOnlySpan<byte> field) =>
        line.Span.StartsWith(field) ? line[field.Length..] : default(ReadOnlyMemory<byte>?);

    private static RunState StateOf(string name, MemoryStream data)
    {
        try
        {
            return RunState.Read(name, data.GetBuffer().AsMemory(0, (int)data.Length));
        }
        catch (FormatException exception)
        {
            throw new WireException(exception.Message, exception);
        }
    }

    /// <summary>The next line, valid until the next call; null at the end of the stream.</summary>
    private async Task<ReadOnlyMemory<byte>?> ReadLineAsync(CancellationToken cancellation)
    {
        var looked = read;
        while (true)
        {
            if (buffer.AsSpan(looked, length - looked).IndexOf((byte)'\n') is var at and >= 0)
            {
                var line = buffer.AsMemory(read, looked + at - read);
                read = looked + at + 1;
                return line;
            }

            MakeRoom();
            looked = length;
            var count = await ReceiveAsync(cancellation);
            if (count == 0)
            {
                return null;
            }

            length += count;
        }
    }

    private void MakeRoom()
    {
        if (read > 0)
        {
            buffer.AsSpan(read, length - read).CopyTo(buffer);
            (read, length) = (0, length - read);
        }
        else if (length == buffer.Length)
        {
            Array.Resize(ref buffer, length < maxEventBytes ? 2 * length : throw TooLarge());
        }
    }

    private async Task<int> ReceiveAsync(CancellationToken cancellation)
    {
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        deadline.CancelAfter(silence);
        try
        {
            return await stream.ReadAsync(buffer.AsMemory(length), deadline.Token);
        }
        catch (OperationCanceledException exception) when (!cancellation.IsCancellationRequested)
        {
            throw new WireException($"it has said nothing for {silence.TotalSeconds:0} s", exception);
        }
        catch (Exception exception) when (exception is IOException or HttpRequestException or SocketException)
        {
            throw new WireException($"the connection was lost: {exception.GetBaseException().Message}", exception);
        }
    }
}

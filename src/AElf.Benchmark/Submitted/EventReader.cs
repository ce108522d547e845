using System.Net.ServerSentEvents;
using System.Net.Sockets;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Harness.Submitted;

namespace AElf.Benchmark.Submitted;

/// <summary>The stream of a run's server-sent events, with limits for a manager that is away or hostile.</summary>
/// <param name="stream">Stream of the events.</param>
/// <param name="silence">Time without a byte after which the connection counts as lost.</param>
/// <param name="maxEventBytes">Maximum bytes of an event.</param>
internal sealed class EventReader(Stream stream, TimeSpan silence, int maxEventBytes = 2 * RunState.MaxReportBytes)
    : Stream
{
    // Bytes read since the last event was parsed.
    private long bytes;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <summary>The states of the run, to the end of the stream.</summary>
    /// <exception cref="WireException">The stream is invalid, or has no byte for too long.</exception>
    public IAsyncEnumerable<RunState> ReadAllAsync(CancellationToken cancellation) =>
        SseParser.Create(this, StateOf).EnumerateAsync(cancellation).Select(each => each.Data);

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        deadline.CancelAfter(silence);
        try
        {
            var count = await stream.ReadAsync(buffer, deadline.Token);
            bytes += count;
            return bytes <= maxEventBytes
                ? count
                : throw new WireException($"received an event of more than {maxEventBytes} bytes");
        }
        catch (OperationCanceledException exception) when (!cancellationToken.IsCancellationRequested)
        {
            throw new WireException($"no event for {silence.TotalSeconds:0} s", exception);
        }
        catch (Exception exception) when (exception is IOException or HttpRequestException or SocketException)
        {
            throw new WireException($"the connection was lost: {exception.GetBaseException().Message}", exception);
        }
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Flush()
    {
    }

    private RunState StateOf(string name, ReadOnlySpan<byte> data)
    {
        bytes = 0;
        try
        {
            // A report ends with a line break, but the data of an event does not.
            return RunState.Read(name, (byte[])[.. data, (byte)'\n']);
        }
        catch (FormatException exception)
        {
            throw new WireException(exception.Message, exception);
        }
    }
}

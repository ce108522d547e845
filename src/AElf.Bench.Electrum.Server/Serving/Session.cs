using System.Buffers;
using System.IO.Pipelines;
using AElf.Bench.Electrum.Server.Protocol;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>
/// The session of a client over one stream. Requests are answered in order, with notifications between the answers.
/// Further input, and output that the client does not read, wait in the network, and so need no memory.
/// </summary>
internal sealed class Session : IDisposable
{
    private const int FlushAfter = 64 << 10;
    private const int MaxSent = 256 << 10;
    private const int ReceiveSize = 16 << 10;
    private const int MaxDrained = 64 << 20;

    private static readonly TimeSpan DrainTime = TimeSpan.FromSeconds(2);

    private readonly Stream stream;
    private readonly SessionState state;
    private readonly TimeProvider clock;
    private readonly LineAnswers answers;
    private readonly JsonOutput output = new();
    private readonly Pipe input;
    private readonly CancellationTokenSource ended = new();
    private readonly long began;
    private long lastRequest;
    private long sending;

    public Session(Stream stream, ServerState server)
    {
        (this.stream, clock, state) = (stream, server.Clock, new SessionState(server));
        answers = new LineAnswers(state);

        // The pipe has room for a whole line, because only whole lines are answered. The receiving thread answers them:
        // waking another thread took longer than a batch of 50 statuses.
        input = new Pipe(new PipeOptions(
            readerScheduler: PipeScheduler.Inline,
            pauseWriterThreshold: server.Limits.MaxLine + (4L * ReceiveSize),
            resumeWriterThreshold: (server.Limits.MaxLine / 2) + ReceiveSize,
            useSynchronizationContext: false));
        began = lastRequest = clock.GetTimestamp();
    }

    public async Task RunAsync()
    {
        var receiving = ReceiveAsync();
        try
        {
            await ServeAsync(input.Reader);
            await DrainAsync();
        }
        catch (Exception exception) when (
            exception is IOException or OperationCanceledException or ObjectDisposedException)
        {
            // The client has disconnected, or was disconnected.
        }
        finally
        {
            await ended.CancelAsync();
            await stream.DisposeAsync();
            await input.Reader.CompleteAsync();
            await receiving;
        }
    }

    /// <summary>Records a change, and wakes the session if it has subscribed to a part of the change.</summary>
    public void OnChange(IndexChangedEventArgs change)
    {
        if (state.OnChange(change))
        {
            // Uses another thread, because the changing thread holds the write lock of the index.
            ThreadPool.UnsafeQueueUserWorkItem(static reader => reader.CancelPendingRead(), input.Reader, false);
        }
    }

    /// <summary>Whether the client has sent or read nothing for too long.</summary>
    public bool IsLate()
    {
        var sent = Volatile.Read(ref sending);
        if (sent != 0)
        {
            return clock.GetElapsedTime(sent) > state.Limits.MaxUnread;
        }

        return state.HasAsked
            ? clock.GetElapsedTime(Volatile.Read(ref lastRequest)) > state.Limits.MaxIdle
            : clock.GetElapsedTime(began) > state.Limits.MaxGreeting;
    }

    /// <summary>Disconnects the client in any state.</summary>
    public void End()
    {
        try
        {
            ended.Cancel();
        }
        catch (ObjectDisposedException)
        {
            // It has already ended.
        }
    }

    public void Dispose()
    {
        state.Dispose();
        ended.Dispose();
    }

    private async Task ServeAsync(PipeReader reader)
    {
        while (!answers.IsOver)
        {
            var result = await reader.ReadAsync(ended.Token);
            var received = result.Buffer;
            while (!answers.IsOver && MessageLines.TryTake(ref received, out var line))
            {
                await AnswerAsync(line);
            }

            if (!answers.IsOver && received.Length > state.Limits.MaxLine)
            {
                answers.End(TooLong(), output);
            }

            reader.AdvanceTo(received.Start, received.End);
            WriteNotifications();
            await SendAsync();
            if (result.IsCompleted)
            {
                return;
            }
        }
    }

    private RpcException TooLong() => new(
        RpcException.InvalidRequest, $"a line exceeds the limit of {state.Limits.MaxLine} bytes");

    private async Task AnswerAsync(ReadOnlySequence<byte> line)
    {
        Volatile.Write(ref lastRequest, clock.GetTimestamp());
        if (line.Length > state.Limits.MaxLine)
        {
            answers.End(TooLong(), output);
            return;
        }

        var rented = line.IsSingleSegment ? null : ArrayPool<byte>.Shared.Rent((int)line.Length);
        try
        {
            if (rented is not null)
            {
                line.CopyTo(rented);
            }

            answers.Begin(rented is null ? line.First : rented.AsMemory(0, (int)line.Length), output);
            while (answers.AnswerNext(output))
            {
                if (output.Length > FlushAfter)
                {
                    await SendAsync();
                }
            }
        }
        finally
        {
            if (rented is not null)
            {
                ArrayPool<byte>.Shared.Return(rented);
            }
        }
    }

    private void WriteNotifications()
    {
        var (headers, scripts, outpoints) =
            (state.Headers.TakeChanged(), state.Scripts.TakeChanged(), state.Outpoints.TakeChanged());
        if (headers.Count + scripts.Count + outpoints.Count == 0)
        {
            return;
        }

        using var reading = state.Index.Read();
        if (headers.Count > 0)
        {
            WriteNotification(ElectrumMethods.HeadersSubscribe);
            HeaderMethods.WriteTip(state.Index, output);
            EndNotification();
        }

        foreach (var (script, sent) in scripts)
        {
            var status = state.Index.Status(script, state.Histories, state.Costs);
            if (status != sent)
            {
                state.Scripts.Add(script, status);
                WriteNotification(ElectrumMethods.Of(ElectrumMethods.ScriptSubscribe, state.Version));
                output.Json($"{script},");
                ScriptMethods.WriteStatus(status, output);
                EndNotification();
            }
        }

        foreach (var (outpoint, watched) in outpoints)
        {
            var status = state.Index.Status(
                outpoint, script => state.Histories.Find(script, state.Costs), state.Costs);
            if (status != watched.Sent)
            {
                state.Outpoints.Add(outpoint, watched with { Sent = status });
                WriteNotification(ElectrumMethods.OutpointSubscribe);
                output.Json($"{outpoint.Id},{outpoint.Index},");
                OutpointMethods.Write(status, output);
                EndNotification();
            }
        }
    }

    private void WriteNotification(string method) =>
        output.Json($$"""{"jsonrpc":"2.0","method":{{method}},"params":[""");

    private void EndNotification()
    {
        output.Raw("]}"u8);
        output.EndLine();
    }

    private async Task SendAsync()
    {
        var written = output.Written;
        for (var sent = 0; sent < written.Length; sent += MaxSent)
        {
            Volatile.Write(ref sending, clock.GetTimestamp());
            await stream.WriteAsync(written.Slice(sent, Math.Min(MaxSent, written.Length - sent)), ended.Token);
        }

        Volatile.Write(ref sending, 0);
        output.Clear();
    }

    private async Task ReceiveAsync()
    {
        try
        {
            while (true)
            {
                var read = await stream.ReadAsync(input.Writer.GetMemory(ReceiveSize), ended.Token);
                input.Writer.Advance(read);
                if (read == 0 || (await input.Writer.FlushAsync(ended.Token)).IsCompleted)
                {
                    break;
                }
            }
        }
        catch (Exception exception) when (
            exception is IOException or OperationCanceledException or ObjectDisposedException)
        {
            // The input has ended.
        }
        finally
        {
            await input.Writer.CompleteAsync();
        }
    }

    // Reads the rest of the input: closing a socket with unread bytes resets the connection, and may lose the answer.
    private async Task DrainAsync()
    {
        if (!answers.IsOver)
        {
            return;
        }

        if (stream is System.Net.Sockets.NetworkStream network)
        {
            network.Socket.Shutdown(System.Net.Sockets.SocketShutdown.Send);
        }

        using var late = CancellationTokenSource.CreateLinkedTokenSource(ended.Token);
        late.CancelAfter(DrainTime);
        for (var drained = 0L; drained < MaxDrained;)
        {
            var result = await input.Reader.ReadAsync(late.Token);
            drained += result.Buffer.Length;
            input.Reader.AdvanceTo(result.Buffer.End);
            if (result.IsCompleted)
            {
                return;
            }
        }
    }
}

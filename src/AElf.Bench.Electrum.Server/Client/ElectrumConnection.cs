using System.Diagnostics;
using System.Net.Security;
using System.Net.Sockets;
using System.Runtime.ExceptionServices;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>
/// A connection to a server, over TCP or TLS, on the caller's thread. Only sending and receiving are timed.
/// </summary>
internal sealed class ElectrumConnection : IDisposable
{
    private readonly Stream stream;
    private readonly ClientOptions options;
    private readonly CancellationToken cancellation;
    private readonly CancellationTokenRegistration cut;
    private Socket? polled;
    private bool hasAnswered;

    /// <summary>A connection over an open stream.</summary>
    /// <param name="cancellation">Ends the current operation.</param>
    internal ElectrumConnection(Stream stream, ClientOptions options, CancellationToken cancellation)
    {
        (this.stream, this.options, this.cancellation) = (stream, options, cancellation);
        cut = cancellation.Register(stream.Dispose);
    }

    /// <summary>Connects.</summary>
    /// <exception cref="ServerFaultException">No server answers in time, or it is not trusted.</exception>
    /// <exception cref="IOException">The file with the authority cannot be read.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static ElectrumConnection Open(ClientOptions options, CancellationToken cancellation)
    {
        var trust = TrustPolicy.From(options.AuthorityFile, (text, cause) => new IOException(text, cause));
        using var late = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        late.CancelAfter(options.Timeout);
        try
        {
            var (opened, socket) = OpenAsync(options, trust, late.Token).GetAwaiter().GetResult();
            return new ElectrumConnection(opened, options, cancellation) { polled = socket };
        }
        catch (OperationCanceledException exception) when (!cancellation.IsCancellationRequested)
        {
            throw new ServerFaultException(ClientProblems.NoConnection(options), exception);
        }
        catch (SocketException exception)
        {
            throw new ServerFaultException(ClientProblems.Unreachable(options, exception.Message), exception);
        }
        catch (Exception exception) when (exception is AuthenticationException or IOException)
        {
            throw new ServerFaultException(ClientProblems.Untrusted(options, exception.Message), exception);
        }
    }

    /// <summary>
    /// Sends requests and receives a line for each. Returns the time from before the first sent byte to after the last
    /// received byte.
    /// </summary>
    /// <param name="isPipelined">
    /// Whether all lines are sent at once; otherwise each follows the answer to the previous one.
    /// </param>
    /// <param name="answers">Receives the answers; earlier answers are removed.</param>
    /// <exception cref="ServerFaultException">The server disconnected, or is too slow.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public TimeSpan Exchange(RequestLines requests, bool isPipelined, AnswerLines answers)
    {
        answers.Clear();
        var started = Stopwatch.GetTimestamp();
        try
        {
            if (isPipelined)
            {
                ExchangeAtOnce(requests, answers, started);
            }
            else
            {
                for (var sent = 0; sent < requests.Lines.Count; sent++)
                {
                    options.Limit?.Take(requests.CountOf(sent), cancellation);
                    stream.Write(requests.Lines[sent].Span);
                    Receive(answers, sent + 1, requests, started);
                }
            }
        }
        catch (Exception exception) when (exception is IOException or ObjectDisposedException)
        {
            throw Ended(exception, requests, answers);
        }

        return Stopwatch.GetElapsedTime(started);
    }

    /// <summary>Receives messages without requests, for a time.</summary>
    /// <exception cref="ServerFaultException">The server disconnected.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public void Listen(TimeSpan time, AnswerLines answers)
    {
        answers.Clear();
        var (started, nothing) = (Stopwatch.GetTimestamp(), RequestLines.Single("", []));
        try
        {
            while (time - Stopwatch.GetElapsedTime(started) is var left && left > TimeSpan.Zero
                && polled!.Poll(left, SelectMode.SelectRead))
            {
                answers.Add(stream.Read(answers.Room().Span) is > 0 and var read
                    ? read
                    : throw Closed(null, nothing, answers));
            }
        }
        catch (Exception exception) when (
            exception is IOException or ObjectDisposedException or SocketException)
        {
            throw Closed(exception, nothing, answers);
        }
    }

    public void Dispose()
    {
        cut.Dispose();
        stream.Dispose();
    }

    private static async Task<(Stream Stream, Socket Socket)> OpenAsync(
        ClientOptions options, X509ChainPolicy? trust, CancellationToken late)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync(options.Server.Host, options.Server.Port, late);
            var milliseconds = (int)Math.Min(options.Timeout.TotalMilliseconds, int.MaxValue);
            (socket.ReceiveTimeout, socket.SendTimeout) = (milliseconds, milliseconds);
            var plain = new NetworkStream(socket, ownsSocket: true);
            return (options.IsTls ? await SecureAsync(plain, options, trust, late) : plain, socket);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private static async Task<Stream> SecureAsync(
        NetworkStream plain, ClientOptions options, X509ChainPolicy? trust, CancellationToken late)
    {
        var secure = new SslStream(plain);
        try
        {
            var how = new SslClientAuthenticationOptions
            {
                TargetHost = options.Server.Host,
                CertificateChainPolicy = trust,
            };
            await secure.AuthenticateAsClientAsync(how, late);
            return secure;
        }
        catch
        {
            await secure.DisposeAsync();
            throw;
        }
    }

    // Sends on another thread: a server that answers while it receives may fill the buffers of both directions.
    private void ExchangeAtOnce(RequestLines requests, AnswerLines answers, long started)
    {
        ExceptionDispatchInfo? failure = null;
        var sender = new Thread(() =>
        {
            try
            {
                foreach (var (sent, line) in requests.Lines.Index())
                {
                    options.Limit?.Take(requests.CountOf(sent), cancellation);
                    stream.Write(line.Span);
                }
            }
            catch (Exception exception) when (exception is IOException or ObjectDisposedException)
            {
                failure = ExceptionDispatchInfo.Capture(exception);
            }
        })
        {
            Name = "requests",
            IsBackground = true,
        };
        sender.Start();
        try
        {
            Receive(answers, requests.Lines.Count, requests, started);
        }
        catch
        {
            // This also ends the sender.
            stream.Dispose();
            throw;
        }
        finally
        {
            sender.Join();
        }

        failure?.Throw();
    }

    private void Receive(AnswerLines answers, int wanted, RequestLines requests, long started)
    {
        while (answers.Count < wanted)
        {
            var read = stream.Read(answers.Room().Span);
            if (read == 0)
            {
                throw Closed(null, requests, answers);
            }

            hasAnswered = true;
            answers.Add(read);
            if (answers.Count < wanted && Stopwatch.GetElapsedTime(started) > options.Timeout)
            {
                throw TooSlow(requests, answers);
            }
        }
    }

    private ServerFaultException Ended(Exception exception, RequestLines requests, AnswerLines answers)
    {
        if (exception.InnerException is SocketException
            {
                SocketErrorCode: SocketError.TimedOut or SocketError.WouldBlock,
            })
        {
            return TooSlow(requests, answers);
        }

        ReadRest(answers);
        return Closed(exception, requests, answers);
    }

    // The server may have sent a reason before it closed the connection.
    private void ReadRest(AnswerLines answers)
    {
        try
        {
            while (stream.Read(answers.Room().Span) is > 0 and var read)
            {
                answers.Add(read);
            }
        }
        catch (Exception exception) when (
            exception is IOException or ObjectDisposedException or NotSupportedException or InvalidOperationException)
        {
            // End of the answers.
        }
    }

    private ServerFaultException Closed(Exception? cause, RequestLines requests, AnswerLines answers)
    {
        cancellation.ThrowIfCancellationRequested();
        answers.End();
        return new ServerFaultException(
            AnswerReader.FindRefusal(answers, requests)
                ?? (hasAnswered
                    ? ClientProblems.Closed(options, requests, answers.Count, cause?.Message)
                    : ClientProblems.ClosedAtOnce(options)),
            cause);
    }

    private ServerFaultException TooSlow(RequestLines requests, AnswerLines answers) => new(
        hasAnswered ? ClientProblems.TooSlow(options, requests, answers.Count) : ClientProblems.Silent(options));
}

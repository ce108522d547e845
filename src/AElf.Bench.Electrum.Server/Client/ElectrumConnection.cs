using System.Diagnostics;
using System.Net.Security;
using System.Net.Sockets;
using System.Runtime.ExceptionServices;
using System.Security.Authentication;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>
/// A connection to a server, over TCP or TLS, on the caller's thread. Sending and receiving is all that is timed.
/// </summary>
internal sealed class ElectrumConnection : IDisposable
{
    private readonly Stream stream;
    private readonly TimeSpan timeout;

    /// <summary>A connection over a stream that is open.</summary>
    internal ElectrumConnection(Stream stream, TimeSpan timeout) => (this.stream, this.timeout) = (stream, timeout);

    /// <summary>Connects.</summary>
    /// <exception cref="IOException">No server listens there, or it shows no trusted certificate.</exception>
    public static ElectrumConnection Open(ClientOptions options)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            socket.Connect(options.Server.Host, options.Server.Port);
        }
        catch (SocketException exception)
        {
            socket.Dispose();
            throw new IOException($"{options.Server} cannot be reached: {exception.Message}", exception);
        }

        var milliseconds = (int)Math.Min(options.Timeout.TotalMilliseconds, int.MaxValue);
        (socket.ReceiveTimeout, socket.SendTimeout) = (milliseconds, milliseconds);
        var plain = new NetworkStream(socket, ownsSocket: true);
        return new ElectrumConnection(options.IsTls ? Secure(plain, options) : plain, options.Timeout);
    }

    /// <summary>
    /// Sends requests and receives as many lines as answer them; returns how long that took, from before the first
    /// byte to behind the last.
    /// </summary>
    /// <param name="isPipelined">Whether all are sent at once; else each follows the answer to the one before.</param>
    /// <param name="answers">Gets the answers, in place of those it has.</param>
    /// <exception cref="ServerFaultException">The server went away, or takes too long.</exception>
    public TimeSpan Exchange(RequestLines requests, bool isPipelined, AnswerLines answers)
    {
        answers.Clear();
        var started = Stopwatch.GetTimestamp();
        try
        {
            if (isPipelined)
            {
                ExchangeAtOnce(requests.Lines, answers, started);
            }
            else
            {
                for (var sent = 0; sent < requests.Lines.Count; sent++)
                {
                    stream.Write(requests.Lines[sent].Span);
                    Receive(answers, sent + 1, requests.Lines.Count, started);
                }
            }
        }
        catch (IOException exception)
        {
            throw Ended(exception, answers.Count, requests.Lines.Count);
        }

        return Stopwatch.GetElapsedTime(started);
    }

    public void Dispose() => stream.Dispose();

    private static SslStream Secure(NetworkStream plain, ClientOptions options)
    {
        var secure = new SslStream(plain);
        try
        {
            secure.AuthenticateAsClient(new SslClientAuthenticationOptions
            {
                TargetHost = options.Server.Host,
                CertificateChainPolicy = TrustPolicy.From(
                    options.AuthorityFile, (text, cause) => new IOException(text, cause)),
            });
            return secure;
        }
        catch (AuthenticationException exception)
        {
            secure.Dispose();
            throw new IOException(
                $"{options.Server} made no trusted TLS connection: {exception.Message} Is this the TLS port, and is "
                    + $"its certificate signed by {options.AuthorityFile ?? "an authority of this system"}?",
                exception);
        }
        catch
        {
            secure.Dispose();
            throw;
        }
    }

    // A server that answers while it is sent to fills both directions: sending must not wait for receiving.
    private void ExchangeAtOnce(IReadOnlyList<ReadOnlyMemory<byte>> lines, AnswerLines answers, long started)
    {
        ExceptionDispatchInfo? failure = null;
        var sender = new Thread(() =>
        {
            try
            {
                foreach (var line in lines)
                {
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
            Receive(answers, lines.Count, lines.Count, started);
        }
        catch
        {
            // This ends the sending too.
            stream.Dispose();
            throw;
        }
        finally
        {
            sender.Join();
        }

        failure?.Throw();
    }

    private void Receive(AnswerLines answers, int wanted, int all, long started)
    {
        while (answers.Count < wanted)
        {
            var read = stream.Read(answers.Room().Span);
            if (read == 0)
            {
                throw new ServerFaultException(
                    $"the server closed the connection after {answers.Count} of {all} answers: has it a limit on "
                        + "batches, requests or cost?");
            }

            answers.Add(read);
            if (answers.Count < wanted && Stopwatch.GetElapsedTime(started) > timeout)
            {
                throw TooSlow(answers.Count, all);
            }
        }
    }

    private ServerFaultException Ended(IOException exception, int answered, int all) =>
        exception.InnerException is SocketException { SocketErrorCode: SocketError.TimedOut or SocketError.WouldBlock }
            ? TooSlow(answered, all)
            : new ServerFaultException(
                $"the connection ended after {answered} of {all} answers: {exception.Message}", exception);

    private ServerFaultException TooSlow(int answered, int all) =>
        new($"the server gave {answered} of {all} answers within {timeout.TotalSeconds:0.###} s");
}

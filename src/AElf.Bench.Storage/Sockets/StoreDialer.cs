using System.Diagnostics;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Storage.Sockets;

/// <summary>Opens sockets to stores, with a time-out, and TLS over them.</summary>
internal static class StoreDialer
{
    /// <summary>
    /// Connects a blocking socket without Nagle's delay. Tries each address of the host within one time-out.
    /// </summary>
    /// <exception cref="StoreException">The name does not resolve, or the server does not answer in time.</exception>
    public static Socket Connect(Endpoint endpoint, TimeSpan timeout)
    {
        var clock = Stopwatch.StartNew();
        var reason = "the name has no address";
        foreach (var address in Resolve(endpoint))
        {
            var socket = endpoint.IsUnix
                ? new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified)
                : new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            var error = TryConnect(socket, address, timeout - clock.Elapsed);
            if (error == SocketError.Success)
            {
                return socket;
            }

            socket.Dispose();
            reason = error switch
            {
                SocketError.TimedOut => $"no answer within {timeout.TotalSeconds:0.###} s",
                SocketError.AddressNotAvailable when endpoint.IsUnix => "the socket does not exist",
                _ => new SocketException((int)error).Message,
            };
        }

        throw new StoreException(StoreFault.Unreachable, $"{endpoint} cannot be reached: {reason}");
    }

    /// <summary>Wraps a socket into a stream that owns it, with TLS if the options request it.</summary>
    /// <exception cref="StoreException">
    /// The peer does not support TLS, or presents an untrusted certificate.
    /// </exception>
    public static Stream OpenStream(Socket socket, Endpoint endpoint, StoreOptions options)
    {
        var timeout = Milliseconds(options.Timeout);
        socket.ReceiveTimeout = timeout;
        socket.SendTimeout = timeout;
        var plain = new NetworkStream(socket, ownsSocket: true);
        if (!options.Tls)
        {
            return plain;
        }

        var secure = new SslStream(plain);
        try
        {
            secure.AuthenticateAsClient(TlsOptions(endpoint.Host, options));
            return secure;
        }
        catch (Exception failure) when (failure is AuthenticationException or IOException)
        {
            secure.Dispose();

            // The peer is silent, or sent bytes that are not TLS.
            var isPlain = failure is IOException || failure.Message.Contains("frame", StringComparison.Ordinal);
            throw new StoreException(
                TransportFailure.IsTimeout(failure) ? StoreFault.Timeout : StoreFault.Protocol,
                isPlain
                    ? $"{endpoint} does not speak TLS: it did not answer the handshake. Name its TLS port, or remove "
                        + $"{StoreSettings.Tls.Option} or the second s of rediss://."
                    : $"{endpoint} made no trusted TLS connection: {failure.Message.TrimEnd('.')}. Is its certificate "
                        + $"signed by {options.TlsAuthorityFile ?? "an authority of this system"}?",
                failure);
        }
        catch
        {
            secure.Dispose();
            throw;
        }
    }

    /// <summary>
    /// A time-out in whole milliseconds for sockets and drivers, rounded up; at least one, because 0 would mean for
    /// ever.
    /// </summary>
    public static int Milliseconds(TimeSpan timeout) =>
        (int)Math.Clamp(Math.Ceiling(timeout.TotalMilliseconds), 1, int.MaxValue);

    /// <summary>The trusted authority, and the certificate to present.</summary>
    /// <param name="host">The required name in the server's certificate.</param>
    /// <exception cref="StoreException">A file cannot be read.</exception>
    public static SslClientAuthenticationOptions TlsOptions(string host, StoreOptions options)
    {
        static StoreException Unreadable(string text, Exception? cause) => new(StoreFault.Login, text, cause);

        var tls = new SslClientAuthenticationOptions
        {
            TargetHost = host,
            CertificateChainPolicy = TrustPolicy.From(options.TlsAuthorityFile, Unreadable),
        };
        if (options.TlsCertificateFile is { } file)
        {
            // The file may contain intermediate authorities between the certificate and the server's trusted one.
            var certificate = PemCertificate.Read(file, options.TlsKeyFile, Unreadable);
            var chain = new X509Certificate2Collection();
            chain.ImportFromPemFile(file);
            tls.ClientCertificateContext = SslStreamCertificateContext.Create(certificate, chain, offline: true);
        }

        return tls;
    }

    private static EndPoint[] Resolve(Endpoint endpoint)
    {
        if (endpoint.IsUnix)
        {
            return [new UnixDomainSocketEndPoint(endpoint.Host)];
        }

        if (IPAddress.TryParse(endpoint.Host, out var address))
        {
            return [new IPEndPoint(address, endpoint.Port)];
        }

        try
        {
            return Array.ConvertAll(
                Dns.GetHostAddresses(endpoint.Host), each => (EndPoint)new IPEndPoint(each, endpoint.Port));
        }
        catch (Exception failure) when (failure is SocketException or ArgumentException)
        {
            throw new StoreException(
                StoreFault.Unreachable,
                $"{endpoint} cannot be reached: the name does not resolve ({failure.Message})",
                failure);
        }
    }

    // Uses the kernel's blocking connect, and ends it from outside after the time-out. The runtime would wait for a
    // socket that was ever non-blocking through its epoll thread, which costs two context switches for each reply.
    private static SocketError TryConnect(Socket socket, EndPoint address, TimeSpan timeout)
    {
        if (timeout <= TimeSpan.Zero)
        {
            return SocketError.TimedOut;
        }

        // Connect and timer compete: after a success, the timer must not dispose the returned socket.
        var ended = 0;
        using var deadline = new Timer(
            _ =>
            {
                if (Interlocked.Exchange(ref ended, 1) == 0)
                {
                    socket.Dispose();
                }
            },
            state: null,
            timeout,
            Timeout.InfiniteTimeSpan);
        try
        {
            socket.Connect(address);
            return Interlocked.Exchange(ref ended, 1) == 0 ? SocketError.Success : SocketError.TimedOut;
        }
        catch (SocketException failure)
        {
            return Interlocked.Exchange(ref ended, 1) == 0 ? failure.SocketErrorCode : SocketError.TimedOut;
        }
        catch (ObjectDisposedException)
        {
            return SocketError.TimedOut;
        }
    }
}

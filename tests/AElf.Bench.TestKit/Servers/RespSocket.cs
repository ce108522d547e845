using System.Globalization;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using AElf.Bench.Core.Options;
using AElf.Bench.TestKit.Network;

namespace AElf.Bench.TestKit.Servers;

/// <summary>
/// A connection that returns replies byte by byte, without the product's client. Text is Latin-1: one character is one
/// byte.
/// </summary>
public sealed class RespSocket : IAsyncDisposable
{
    private readonly Socket socket;
    private readonly Stream stream;
    private readonly byte[] single = new byte[1];

    private RespSocket(Socket socket, Stream stream)
    {
        this.socket = socket;
        this.stream = new BufferedStream(stream, 16 * 1024);
    }

    /// <summary>
    /// The time limit of a reply. Only a server that hangs reaches it, unless a test waits for silence.
    /// </summary>
    public TimeSpan Deadline { get; set; } = Wait.Deadline;

    /// <summary>
    /// Connects to <paramref name="endpoint"/>. With an authority it uses TLS, trusts only this authority, and sends
    /// its client certificate.
    /// </summary>
    /// <param name="space">The namespace of the socket; null for that of the test run.</param>
    public static async Task<RespSocket> ConnectAsync(
        Endpoint endpoint, SelfMadeAuthority? authority = null, NetworkNamespace? space = null)
    {
        static Socket Open() => new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        var connecting = space is null ? Open() : space.Inside(Open);
        try
        {
            await connecting.ConnectAsync(endpoint.Host, endpoint.Port);
            Stream plain = new NetworkStream(connecting, ownsSocket: true);
            return new RespSocket(
                connecting, authority is null ? plain : await EncryptAsync(plain, endpoint.Host, authority));
        }
        catch
        {
            connecting.Dispose();
            throw;
        }
    }

    /// <summary>The RESP encoding of a command.</summary>
    public static string Encode(params ReadOnlySpan<string> command)
    {
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"*{command.Length}\r\n");
        foreach (var word in command)
        {
            text.Append(CultureInfo.InvariantCulture, $"${word.Length}\r\n{word}\r\n");
        }

        return text.ToString();
    }

    /// <summary>Sends a command and returns its complete raw reply.</summary>
    public async Task<string> AskAsync(params string[] command)
    {
        await SendAsync(Encode(command));
        return await ReadReplyAsync();
    }

    /// <summary>Sends bytes unchanged.</summary>
    public async Task SendAsync(string raw)
    {
        using var timeout = new CancellationTokenSource(Deadline);
        await stream.WriteAsync(Encoding.Latin1.GetBytes(raw), timeout.Token);
        await stream.FlushAsync(timeout.Token);
    }

    /// <summary>Reads a complete raw reply, including nested arrays.</summary>
    /// <exception cref="IOException">The connection ended before the reply was complete.</exception>
    /// <exception cref="OperationCanceledException">The reply did not arrive within <see cref="Deadline"/>.</exception>
    public async Task<string> ReadReplyAsync()
    {
        using var timeout = new CancellationTokenSource(Deadline);
        var reply = new StringBuilder();
        for (var pending = 1L; pending > 0; pending--)
        {
            var line = await ReadLineAsync(timeout.Token);
            reply.Append(line);
            if (line[0] == '$' && Length(line) is var bytes and >= 0)
            {
                reply.Append(await ReadBytesAsync((int)bytes + 2, timeout.Token));
            }
            else if (line[0] is '*' or '>')
            {
                pending += Math.Max(0, Length(line));
            }
        }

        return reply.ToString();
    }

    /// <summary>Reads until the peer closes or resets the connection, and returns all bytes.</summary>
    public async Task<string> ReadToEndAsync()
    {
        using var timeout = new CancellationTokenSource(Deadline);
        var all = new StringBuilder();
        var buffer = new byte[4096];
        try
        {
            for (int read; (read = await stream.ReadAsync(buffer, timeout.Token)) > 0;)
            {
                all.Append(Encoding.Latin1.GetString(buffer, 0, read));
            }
        }
        catch (IOException)
        {
            // The peer has reset the connection.
        }

        return all.ToString();
    }

    public async ValueTask DisposeAsync()
    {
        try
        {
            await stream.DisposeAsync();
        }
        catch (IOException)
        {
            // The broken connection had unsent bytes.
        }
    }

    private static long Length(string line) =>
        long.Parse(line.AsSpan(1, line.Length - 3), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);

    private static async Task<SslStream> EncryptAsync(Stream inner, string host, SelfMadeAuthority authority)
    {
        var tls = new SslStream(inner);
        var trust = new X509ChainPolicy
        {
            TrustMode = X509ChainTrustMode.CustomRootTrust,
            RevocationMode = X509RevocationMode.NoCheck,
        };
        trust.CustomTrustStore.ImportFromPemFile(authority.AuthorityFile);
        var own = X509Certificate2.CreateFromPemFile(authority.ClientCertificateFile, authority.ClientKeyFile);
        await tls.AuthenticateAsClientAsync(new SslClientAuthenticationOptions
        {
            TargetHost = host,
            EnabledSslProtocols = SslProtocols.None,
            CertificateChainPolicy = trust,
            ClientCertificateContext = SslStreamCertificateContext.Create(own, null, offline: true),
        });
        return tls;
    }

    private async Task<string> ReadLineAsync(CancellationToken timeout)
    {
        var line = new StringBuilder();
        while (line.Length < 2 || line[^1] != '\n')
        {
            line.Append(await ReadBytesAsync(1, timeout));
        }

        return line.ToString();
    }

    private async Task<string> ReadBytesAsync(int count, CancellationToken timeout)
    {
        var buffer = count == 1 ? single : new byte[count];
        try
        {
            await stream.ReadExactlyAsync(buffer, timeout);
        }
        catch (EndOfStreamException e)
        {
            throw new IOException("the peer ended the connection before the reply was complete", e);
        }

        return Encoding.Latin1.GetString(buffer);
    }
}

using System.Buffers;
using System.Diagnostics;
using System.Globalization;
using System.Net.Sockets;
using System.Text;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage.Sockets;

namespace AElf.Bench.Storage.Control;

/// <summary>
/// A plain connection for all requests besides the measured operations: login, check, counters and locks. One request,
/// one reply. After a <see cref="StoreException"/> other than
/// <see cref="StoreFault.Refused"/> the connection cannot be used any more.
/// </summary>
public sealed class RespControlClient : IDisposable
{
    private const int ExcerptLength = 60;

    private readonly Endpoint endpoint;
    private readonly TimeSpan timeout;
    private readonly Socket socket;
    private readonly Stream stream;
    private readonly bool tls;
    private readonly string? certificateFile;
    private byte[] received = new byte[16 * 1024];

    private RespControlClient(Endpoint endpoint, StoreOptions options)
    {
        this.endpoint = endpoint;
        timeout = options.Timeout;
        (tls, certificateFile) = (options.Tls, options.TlsCertificateFile);
        socket = StoreDialer.Connect(endpoint, timeout);
        try
        {
            stream = StoreDialer.OpenStream(socket, endpoint, options);
            if (options.Password is { } password)
            {
                LogIn(options.User, password);
            }

            Ping();
            if (options.Database > 0)
            {
                Select(options.Database);
            }
        }
        catch
        {
            stream?.Dispose();
            socket.Dispose();
            throw;
        }
    }

    /// <summary>
    /// Connects, logs in if there is a password, checks that the peer answers PING, and selects the database.
    /// </summary>
    /// <param name="endpoint">The server: its name in messages and for TLS.</param>
    /// <param name="options">Login and time-outs.</param>
    /// <exception cref="StoreException">
    /// The server does not answer, refuses the login, or does not speak the Redis protocol.
    /// </exception>
    public static RespControlClient Connect(Endpoint endpoint, StoreOptions options) => new(endpoint, options);

    /// <summary>Checks that the server answers.</summary>
    /// <exception cref="StoreException">The server does not answer, or refuses.</exception>
    public void Ping() => Expect(RespKind.Status, "PING", Ask("PING"));

    /// <summary>Reads the value of a key; null if the key is absent.</summary>
    /// <exception cref="StoreException">The server does not answer, or refuses.</exception>
    public byte[]? Get(string key)
    {
        var reply = Ask("GET", key);
        return reply.Kind switch
        {
            RespKind.Bulk => reply.Bytes,
            RespKind.Nil => null,
            _ => throw Unexpected("GET", reply),
        };
    }

    /// <summary>
    /// Writes a key unless it exists (SETNX). All stores understand only this conditional write: SSDB answers OK to
    /// <c>SET … NX</c> and overwrites.
    /// </summary>
    /// <returns>False if the key exists.</returns>
    /// <exception cref="StoreException">The server does not answer, or refuses.</exception>
    public bool SetIfAbsent(string key, string value) => IsOne("SETNX", Ask("SETNX", key, value));

    /// <summary>Whether a key exists; servers do not count this as a read.</summary>
    /// <exception cref="StoreException">The server does not answer, or refuses.</exception>
    public bool Exists(string key) => IsOne("EXISTS", Ask("EXISTS", key));

    /// <summary>Removes a key; a missing key is ignored.</summary>
    /// <exception cref="StoreException">The server does not answer, or refuses.</exception>
    public void Delete(string key) => Delete([Encoding.UTF8.GetBytes(key)]);

    /// <summary>Removes keys; missing keys are ignored.</summary>
    /// <exception cref="StoreException">The server does not answer, or refuses.</exception>
    internal void Delete(IReadOnlyList<byte[]> keys) => Expect(RespKind.Integer, "DEL", Ask("DEL", keys));

    public void Dispose() => stream.Dispose();

    private bool IsOne(string command, RespValue reply) => reply is { Kind: RespKind.Integer, Text: "0" or "1" }
        ? string.Equals(reply.Text, "1", StringComparison.Ordinal)
        : throw Unexpected(command, reply);

    /// <summary>
    /// Passes the logged-in connection to a driver. After that, this client must not be used or disposed.
    /// </summary>
    internal IRespTransport Detach()
    {
        var milliseconds = StoreDialer.Milliseconds(timeout);
        stream.ReadTimeout = milliseconds;
        socket.ReceiveTimeout = milliseconds;
        return tls
            ? new StreamTransport(stream, socket, endpoint, timeout)
            : new SocketTransport(socket, endpoint, timeout);
    }

    /// <summary>Sends one command and returns its reply of any kind; throws for an error.</summary>
    /// <exception cref="StoreException">The server does not answer, or refuses.</exception>
    internal RespValue Ask(params ReadOnlySpan<string> command) => Served(command[0], Exchange(command));

    /// <summary>Sends a command with keys of any bytes, and returns its reply.</summary>
    /// <param name="command">The name of the command.</param>
    /// <param name="words">The words after the name.</param>
    internal RespValue Ask(string command, params IReadOnlyList<byte[]> words) =>
        Served(command, Try(command, words));

    /// <summary>Sends one command and returns its reply, which may be an error.</summary>
    /// <exception cref="StoreException">The server does not answer.</exception>
    internal RespValue Try(string command, params IReadOnlyList<byte[]> words)
    {
        var clock = Stopwatch.StartNew();
        try
        {
            // TLS also sends records without data.
            return (!tls && socket.Available > 0) || !TrySend(Encode([Encoding.ASCII.GetBytes(command), .. words]))
                ? ReceiveUnasked(command, clock)
                : Receive(command, clock);
        }
        catch (Exception failure) when (failure is IOException or SocketException)
        {
            throw TransportFailure.IsTimeout(failure) ? TimedOut(command, failure) : Ended(command, failure);
        }
    }

    /// <summary>Makes the exception for a reply of the wrong kind.</summary>
    internal StoreException Unexpected(string command, RespValue reply) =>
        new(
            StoreFault.Protocol,
            $"{endpoint} answered {command} with a reply of kind {reply.Kind}: is this a Redis server?");

    // A message goes to terminals and logs, so it must not contain control characters of the peer.
    private static string Excerpt(ReadOnlySpan<byte> bytes)
    {
        var end = bytes.IndexOfAny((byte)'\r', (byte)'\n');
        var line = Encoding.Latin1.GetString(end >= 0 ? bytes[..end] : bytes);
        var shown = line.Take(ExcerptLength).Select(letter => letter is >= ' ' and <= '~' ? letter : '.');
        return string.Concat(shown) + (line.Length > ExcerptLength ? "…" : "");
    }

    private void LogIn(string? user, Secret password)
    {
        var reply = user is null ? Exchange("AUTH", password.Reveal()) : Exchange("AUTH", user, password.Reveal());
        if (reply.Kind == RespKind.Status)
        {
            return;
        }

        if (reply.Kind != RespKind.Error)
        {
            throw Unexpected("AUTH", reply);
        }

        // The error's text is never repeated: a server that does not know AUTH quotes its arguments, including the
        // password.
        var error = reply.Text;
        if (StoreProblems.MeaningOf(error).Kind is ProblemKind.ConnectionLimit or ProblemKind.ProtectedMode
            or ProblemKind.RefusedForNow)
        {
            throw Refusal("AUTH", error);
        }

        var advice = user switch
        {
            _ when Says("without any password") || Says("no password is set") =>
                "this user has no password: omit the password, or set requirepass on the server",
            not null when Says("number of arguments") => "it does not support users: omit the user",
            _ when !Says("WRONGPASS") && !Says("invalid password") => "it does not accept AUTH",
            null => "the password is wrong",
            _ => "the user or the password is wrong, or the user is disabled",
        };
        throw new StoreException(StoreFault.Login, $"{endpoint} refuses the login: {advice}");

        bool Says(string words) => error.Contains(words, StringComparison.Ordinal);
    }

    private void Select(int database)
    {
        var reply = Exchange("SELECT", database.ToString(CultureInfo.InvariantCulture));
        if (reply.Kind == RespKind.Error && StoreProblems.MeaningOf(reply.Text).Kind is ProblemKind.Unnamed)
        {
            throw new StoreException(
                StoreFault.Refused,
                StoreProblems.DatabaseRefused($"{endpoint}", database, Excerpt(Encoding.UTF8.GetBytes(reply.Text))));
        }

        Expect(RespKind.Status, "SELECT", Served("SELECT", reply));
    }

    private void Expect(RespKind kind, string command, RespValue reply)
    {
        if (reply.Kind != kind)
        {
            throw Unexpected(command, reply);
        }
    }

    private RespValue Served(string command, RespValue reply) =>
        reply.Kind == RespKind.Error ? throw Refusal(command, reply.Text) : reply;

    private StoreException Refusal(string command, string error) =>
        StoreProblems.Refusal($"{endpoint}", command, Excerpt(Encoding.UTF8.GetBytes(error)));

    private RespValue Exchange(params ReadOnlySpan<string> command) =>
        Try(command[0], [.. command[1..].ToArray().Select(Encoding.UTF8.GetBytes)]);

    /// <returns>False if the peer has ended the connection, and unread data remains.</returns>
    private bool TrySend(byte[] command)
    {
        try
        {
            stream.Write(command);
            return true;
        }
        catch (IOException failure) when (!TransportFailure.IsTimeout(failure) && socket.Available > 0)
        {
            return false;
        }
    }

    /// <summary>
    /// Reads data that arrived before a request. A server that refuses a connection sends an error and closes. Any
    /// other data means that replies and requests are out of step.
    /// </summary>
    private RespValue ReceiveUnasked(string name, Stopwatch clock) =>
        Receive(name, clock) is { Kind: RespKind.Error } refusal
            ? refusal
            : throw new StoreException(
                StoreFault.Protocol,
                $"{endpoint} sent data before the request {name}: is this a Redis server?");

    private RespValue Receive(string name, Stopwatch clock)
    {
        var length = 0;
        while (true)
        {
            if (length == received.Length)
            {
                if (length > 2 * RespParser.MaxBulk)
                {
                    throw new StoreException(
                        StoreFault.Protocol,
                        $"{endpoint} answered {name} with more than {2 * RespParser.MaxBulk} bytes");
                }

                Array.Resize(ref received, length * 2);
            }

            // The time-out is for the whole reply: a peer that sends single bytes does not extend it.
            var left = timeout - clock.Elapsed;
            if (left <= TimeSpan.Zero)
            {
                throw TimedOut(name, null);
            }

            stream.ReadTimeout = StoreDialer.Milliseconds(left);
            var count = stream.Read(received, length, received.Length - length);
            if (count == 0)
            {
                throw length == 0
                    ? Ended(name, null)
                    : new StoreException(
                        StoreFault.Closed, $"{endpoint} closed the connection in the middle of its reply to {name}");
            }

            length += count;
            var bytes = received.AsSpan(0, length);
            if (RespParser.Parse(bytes, out var consumed, out var problem) is { } reply)
            {
                return consumed == length
                    ? reply
                    : throw new StoreException(
                        StoreFault.Protocol,
                        $"{endpoint} sent more than one reply to {name}: is this a Redis server?");
            }

            if (problem is not null)
            {
                throw new StoreException(StoreFault.Protocol, Foreign(bytes, problem));
            }
        }
    }

    private string Foreign(ReadOnlySpan<byte> bytes, string problem)
    {
        // A TLS record of type alert (21) or handshake (22), major version 3.
        var looksLikeTls = bytes.Length >= 2 && bytes[0] is 0x15 or 0x16 && bytes[1] == 3;
        return looksLikeTls
            ? $"{endpoint} answered with a TLS record: use TLS for this store, or its port without TLS"
            : $"{endpoint} answered '{Excerpt(bytes)}', {problem}: is this the right port?";
    }

    private StoreException TimedOut(string name, Exception? cause) =>
        new(
            StoreFault.Timeout,
            $"{endpoint} gave no reply to {name} within "
                + $"{timeout.TotalSeconds.ToString("0.###", CultureInfo.InvariantCulture)} s",
            cause);

    private StoreException Ended(string name, Exception? cause) => new(
        StoreFault.Closed,
        tls
            ? StoreProblems.ClientCertificateRequired($"{endpoint}", certificateFile)
            : $"{endpoint} closed the connection instead of answering {name}: a TLS port does this without "
                + "TLS, a proxy for an unknown command",
        cause);

    private static byte[] Encode(List<byte[]> words)
    {
        var bytes = new ArrayBufferWriter<byte>();
        bytes.Write(Encoding.ASCII.GetBytes($"*{words.Count}\r\n"));
        foreach (var word in words)
        {
            bytes.Write(Encoding.ASCII.GetBytes($"${word.Length}\r\n"));
            bytes.Write(word);
            bytes.Write("\r\n"u8);
        }

        return bytes.WrittenSpan.ToArray();
    }
}

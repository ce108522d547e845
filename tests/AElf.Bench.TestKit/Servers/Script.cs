using System.Text;

namespace AElf.Bench.TestKit.Servers;

/// <summary>
/// The steps of a <see cref="ScriptedServer"/> on one connection. After the last step it continues to read and sends
/// nothing. Text is Latin-1.
/// </summary>
public sealed class Script
{
    private static readonly TimeSpan DefaultGap = TimeSpan.FromMilliseconds(2);

    private readonly Func<ScriptedConnection, CancellationToken, Task>[] steps;

    private Script(Func<ScriptedConnection, CancellationToken, Task>[] steps)
    {
        this.steps = steps;
    }

    /// <summary>Accepts and reads, but never answers.</summary>
    public static Script Silent { get; } = new([]);

    /// <summary>Answers every command with the result of <paramref name="answer"/>; null sends no answer.</summary>
    public static Script Answering(Func<string[], string?> answer) => Silent.ThenAnswer(int.MaxValue, answer);

    /// <summary>Answers the first command with these bytes.</summary>
    public static Script Replying(string raw) => Silent.ThenAwait(1).ThenSend(raw);

    /// <summary>Sends these bytes at once, before any command.</summary>
    public static Script Greeting(string raw) => Silent.ThenSend(raw);

    /// <summary>Waits until <paramref name="commands"/> more complete commands have arrived.</summary>
    public Script ThenAwait(int commands) => Then(async (connection, cancel) =>
    {
        for (var i = 0; i < commands; i++)
        {
            await connection.NextCommandAsync(cancel);
        }
    });

    public Script ThenSend(string raw) => Then((connection, cancel) => connection.SendAsync(raw, cancel));

    /// <summary>Sends bytes in several packets, split at these offsets.</summary>
    public Script ThenSendSplit(string raw, params int[] offsets) => Then(async (connection, cancel) =>
    {
        var from = 0;
        foreach (var to in offsets.Append(raw.Length))
        {
            await connection.SendAsync(raw[from..to], cancel);

            // The gap is the fault: without it the kernel would deliver both pieces together.
            await Task.Delay(DefaultGap, cancel);
            from = to;
        }
    });

    /// <summary>Sends bytes one by one, with a gap after each.</summary>
    public Script ThenTrickle(string raw, TimeSpan gap) => Then(async (connection, cancel) =>
    {
        foreach (var character in raw)
        {
            await connection.SendAsync(character.ToString(), cancel);
            await Task.Delay(gap, cancel);
        }
    });

    /// <summary>
    /// Answers the next <paramref name="commands"/> commands with the result of <paramref name="answer"/>; null sends
    /// no answer.
    /// </summary>
    public Script ThenAnswer(int commands, Func<string[], string?> answer) => Then(async (connection, cancel) =>
    {
        for (var i = 0; i < commands; i++)
        {
            if (answer(await connection.NextCommandAsync(cancel)) is { } reply)
            {
                await connection.SendAsync(reply, cancel);
            }
        }
    });

    /// <summary>Waits for an event of the test, such as another fault.</summary>
    public Script ThenAwait(Task happened) => Then((_, cancel) => happened.WaitAsync(cancel));

    /// <summary>Shuts down the sending side of the connection.</summary>
    public Script ThenClose() => Then((connection, _) => connection.CloseAsync(reset: false));

    /// <summary>Ends the connection with a reset.</summary>
    public Script ThenReset() => Then((connection, _) => connection.CloseAsync(reset: true));

    internal async Task PlayAsync(ScriptedConnection connection, CancellationToken cancel)
    {
        foreach (var step in steps)
        {
            await step(connection, cancel);
        }
    }

    private Script Then(Func<ScriptedConnection, CancellationToken, Task> step) => new([.. steps, step]);
}

/// <summary>Replies that a healthy store never sends to a GET or SET, by name.</summary>
public static class HostileReplies
{
    /// <summary>Bytes that violate the protocol.</summary>
    public static IReadOnlyDictionary<string, string> Broken { get; } =
        new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["bulk of negative length"] = "$-5\r\n",
            ["array of two thousand million"] = "*2147483647\r\n",
            ["bulk of half a gigabyte"] = "$536870913\r\n",
            ["length that is not a number"] = "$abc\r\n",
            ["length beyond int64"] = "$99999999999999999999\r\n",
            ["bulk without its end"] = "$3\r\nabcdef\r\n",
            ["unknown reply type"] = "?what\r\n",
            ["RESP3 push"] = ">3\r\n$7\r\nmessage\r\n$1\r\na\r\n$1\r\nb\r\n",
            ["RESP3 null"] = "_\r\n",
            ["empty line"] = "\r\n",
            ["zero bytes"] = "\0\0\0\0",
            ["HTTP"] = Http,
            ["TLS alert"] = "\u0015\u0003\u0001\0\u0002\u0002\u0046",
            ["TLS hello"] = TlsHello,
            ["SSH"] = "SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n",
            ["line without end"] = "+" + new string('x', 100_000),
        };

    /// <summary>Well-formed errors that a store may send.</summary>
    public static IReadOnlyDictionary<string, string> Errors { get; } =
        new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["NOAUTH"] = "-NOAUTH Authentication required.\r\n",
            ["WRONGPASS"] = "-WRONGPASS invalid username-password pair or user is disabled.\r\n",
            ["MOVED"] = "-MOVED 3999 127.0.0.1:6381\r\n",
            ["READONLY"] = "-READONLY You can't write against a read only replica.\r\n",
            ["LOADING"] = "-LOADING Redis is loading the dataset in memory\r\n",
            ["OOM"] = "-OOM command not allowed when used memory > 'maxmemory'.\r\n",
            ["BUSY"] = "-BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.\r\n",
            ["MISCONF"] =
                "-MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.\r\n",
            ["WRONGTYPE"] = "-WRONGTYPE Operation against a key holding the wrong kind of value\r\n",
            ["dead shard behind a proxy"] = "-ERR Connection refused\r\n",
        };

    /// <summary>A web server's answer to RESP.</summary>
    public static string Http =>
        "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n400 Bad Request";

    /// <summary>The first bytes of a TLS handshake.</summary>
    public static string TlsHello =>
        "\u0016\u0003\u0003\0\u007a\u0002\0\0\u0076\u0003\u0003" + new string('\u0042', 32);
}

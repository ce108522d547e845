using System.Globalization;
using System.Net.Sockets;
using System.Text;
using AElf.Bench.Core.Options;

namespace AElf.Bench.TestKit.Servers;

/// <summary>
/// An SSDB 1.9.8 inside this process, as a Redis client sees it. Debian has no package of SSDB, so the stand-in follows
/// its source (github.com/ideawu/ssdb: src/net/link_redis.cpp, src/net/server.cpp, src/proc_kv.cpp, src/proc_sys.cpp,
/// src/ssdb/t_kv.cpp). It has the commands of SSDB that a key-value client needs; all others are unknown commands.
/// </summary>
public sealed class SsdbStandIn : IAsyncDisposable
{
    // Small, so that a client that writes much without reading replies gets stuck here, as it would with more bytes at
    // SSDB.
    private const int SocketBuffer = 16 * 1024;
    private const int MaxKey = 255; // src/ssdb/const.h: SSDB_KEY_LEN_MAX
    private const string Ok = "+OK\r\n";
    private const string Nil = "$-1\r\n";
    private const string NoText = "-ERR \r\n"; // "client_error" or "error" without a second word
    private const string WrongArguments = "-ERR wrong number of arguments\r\n"; // src/serv.h: CHECK_NUM_PARAMS

    // Redis names are converted to SSDB's names before they are counted (src/net/link_redis.cpp: cmds_raw).
    private static readonly Dictionary<string, string> NativeNames = new(StringComparer.Ordinal)
    {
        ["auth"] = "auth",
        ["ping"] = "ping",
        ["info"] = "info",
        ["dbsize"] = "dbsize",
        ["get"] = "get",
        ["set"] = "set",
        ["setnx"] = "setnx",
        ["getset"] = "getset",
        ["exists"] = "exists",
        ["mget"] = "multi_get",
        ["mset"] = "multi_set",
        ["del"] = "multi_del",
    };

    private readonly Dictionary<string, string> values = new(StringComparer.Ordinal);
    private readonly Dictionary<string, long> calls = NativeNames.Values.ToDictionary(
        name => name, _ => 0L, StringComparer.Ordinal);
    private readonly Lock store = new();
    private readonly LoopbackListener listener;
    private readonly string? password;
    private int links;
    private long writes;

    private SsdbStandIn(string? password)
    {
        this.password = password;
        listener = new LoopbackListener(ServeAsync, SocketBuffer);
    }

    public Endpoint Endpoint => listener.Endpoint;

    public int Port => Endpoint.Port;

    /// <summary>All its keys.</summary>
    public IReadOnlyList<string> Keys
    {
        get
        {
            lock (store)
            {
                return [.. values.Keys];
            }
        }
    }

    /// <summary>Starts a server on a free loopback port.</summary>
    /// <param name="password">The password that AUTH requires; null for no login, then AUTH accepts any password. SSDB
    /// itself refuses passwords of less than 32 characters.</param>
    public static SsdbStandIn Start(string? password = null)
    {
        if (password?.Length < 32)
        {
            throw new ArgumentException(
                "SSDB does not start with a password of less than 32 characters", nameof(password));
        }

        return new SsdbStandIn(password);
    }

    /// <summary>The number of calls of a command by its Redis name, including failed calls.</summary>
    public long Calls(string redisName)
    {
        lock (store)
        {
            return calls[NativeNames[redisName]];
        }
    }

    /// <summary>Resets every connection; new ones are accepted.</summary>
    public void CutConnections()
    {
        foreach (var connection in listener.Connections)
        {
            LoopbackListener.Reset(connection);
        }
    }

    public ValueTask DisposeAsync() => listener.DisposeAsync();

    private async Task ServeAsync(Socket socket)
    {
        socket.SendBufferSize = SocketBuffer;

        // SSDB closes every connection with a reset and without a message, also when the peer does not speak RESP
        // (src/net/server.cpp: serve).
        socket.LingerState = new LingerOption(true, 0);
        Interlocked.Increment(ref links);
        try
        {
            await AnswerAsync(socket);
        }
        finally
        {
            Interlocked.Decrement(ref links);
        }
    }

    private async Task AnswerAsync(Socket socket)
    {
        var requests = new RespRequestReader();
        var loggedIn = password is null;
        while (true)
        {
            var received = await socket.ReceiveAsync(requests.Space());
            if (received == 0)
            {
                return;
            }

            requests.Received(received);
            while (requests.Next() is { } request)
            {
                var reply = Answer(request, ref loggedIn);

                // One request at a time: SSDB does not read while a reply is not fully sent (src/net/server.cpp:
                // proc_result).
                var rest = Encoding.Latin1.GetBytes(reply).AsMemory();
                while (!rest.IsEmpty)
                {
                    rest = rest[await socket.SendAsync(rest)..];
                }
            }
        }
    }

    private string Answer(string[] request, ref bool loggedIn)
    {
        var name = string.Create(request[0].Length, request[0], (lower, word) => word.AsSpan().ToLowerInvariant(lower));
        if (!loggedIn && !string.Equals(name, "auth", StringComparison.Ordinal))
        {
            return "-NOAUTH authentication required.\r\n";
        }

        if (!NativeNames.TryGetValue(name, out var native))
        {
            return $"-ERR Unknown Command: {name}\r\n";
        }

        lock (store)
        {
            var reply = Execute(name, request, ref loggedIn);
            calls[native]++;
            return reply;
        }
    }

    private string Execute(string name, string[] request, ref bool loggedIn) => name switch
    {
        "ping" => "+PONG\r\n",
        "auth" => Login(request, ref loggedIn),
        "info" => Information(request),

        // Unlike Redis: SSDB returns an array, with bytes instead of keys (src/proc_sys.cpp, proc_dbsize).
        "dbsize" => Array(["0"]),
        "get" => request.Length < 2 ? WrongArguments : Bulk(values.GetValueOrDefault(request[1])),
        "exists" => request.Length < 2 ? WrongArguments : values.ContainsKey(request[1]) ? ":1\r\n" : ":0\r\n",
        "set" => request.Length < 3 ? WrongArguments : Set(request[1], request[2]),
        "setnx" => request.Length < 3 ? WrongArguments : SetIfMissing(request[1], request[2]),
        "getset" => request.Length < 3 ? WrongArguments : Swap(request[1], request[2]),
        "mget" => request.Length < 2
            ? WrongArguments
            : Array(request.Skip(1).Select(key => values.GetValueOrDefault(key))),
        "mset" => request.Length < 3 || request.Length % 2 == 0 ? NoText : SetAll(request),
        "del" => request.Length < 2 ? WrongArguments : Remove(request),
        _ => throw new InvalidOperationException($"{name} is named but not served"),
    };

    private string Login(string[] request, ref bool loggedIn)
    {
        if (request.Length != 2)
        {
            return NoText;
        }

        if (password is not null && !string.Equals(password, request[1], StringComparison.Ordinal))
        {
            return "-ERR invalid password\r\n";
        }

        loggedIn = true;
        return Ok;
    }

    // SSDB ignores all words after the value, such as NX, XX and GET (src/proc_kv.cpp, proc_set).
    private string Set(string key, string value)
    {
        if (key.Length > MaxKey)
        {
            return NoText;
        }

        Write(key, value);
        return Ok;
    }

    private string SetIfMissing(string key, string value)
    {
        if (key.Length > MaxKey)
        {
            return NoText;
        }

        if (key.Length == 0 || values.ContainsKey(key))
        {
            return ":0\r\n";
        }

        Write(key, value);
        return ":1\r\n";
    }

    private string Swap(string key, string value)
    {
        if (key.Length > MaxKey)
        {
            return NoText;
        }

        var old = values.GetValueOrDefault(key);
        Write(key, value);
        return Bulk(old);
    }

    // If one key is invalid, no value is written, but the reply is OK: multi_set returns before its commit
    // (src/ssdb/t_kv.cpp).
    private string SetAll(string[] request)
    {
        var pairs = request.Skip(1).Chunk(2).ToList();
        if (pairs.TrueForAll(pair => pair[0].Length is > 0 and <= MaxKey))
        {
            pairs.ForEach(pair => Write(pair[0], pair[1]));
        }

        return Ok;
    }

    // SSDB counts the named keys, not the removed keys (src/ssdb/t_kv.cpp, multi_del).
    private string Remove(string[] request)
    {
        foreach (var key in request.Skip(1))
        {
            values.Remove(key);
            writes++;
        }

        return string.Create(CultureInfo.InvariantCulture, $":{request.Length - 1}\r\n");
    }

    // SSDB acknowledges an empty key but does not store it (src/ssdb/t_kv.cpp, set).
    private void Write(string key, string value)
    {
        if (key.Length > 0)
        {
            values[key] = value;
            writes++;
        }
    }

    // A flat array; its first word has no value (src/proc_sys.cpp, proc_info).
    private string Information(string[] request)
    {
        var section = request.Length > 1 ? request[1] : null;
        List<string> words =
        [
            "ssdb-server",
            "version", "1.9.8",
            "links", links.ToString(CultureInfo.InvariantCulture),
            "total_calls", calls.Values.Sum().ToString(CultureInfo.InvariantCulture),
            "dbsize", "0", // an estimate of bytes on disk, 0 for small stores
            "binlogs", string.Create(
                CultureInfo.InvariantCulture, $"    capacity : 20000000\n    min_seq  : 0\n    max_seq  : {writes}"),
            "serv_key_range", KeyRange("", ""),
        ];
        if (section is null or "range")
        {
            words.AddRange(["data_key_range", KeyRange()]);
        }

        if (section is null or "leveldb")
        {
            words.AddRange([
                "leveldb.stats",
                "                               Compactions\n"
                    + "Level  Files Size(MB) Time(sec) Read(MB) "
                    + "Write(MB)\n--------------------------------------------------\n"]);
        }

        if (section is "cmd")
        {
            foreach (var (native, count) in calls)
            {
                words.Add($"cmd.{native}");
                words.Add(FormattableString.Invariant($"calls: {count}\ttime_wait: 0\ttime_proc: 0"));
            }
        }

        return Array(words);
    }

    private string KeyRange()
    {
        var first = values.Keys.Min(StringComparer.Ordinal) ?? "";
        var last = values.Keys.Max(StringComparer.Ordinal) ?? "";
        return KeyRange(first, last);
    }

    private static string KeyRange(string first, string last) =>
        $"    kv  : \"{first}\" - \"{last}\"\n    hash: \"\" - \"\"\n    zset: \"\" - \"\"\n    list: \"\" - \"\"";

    private static string Bulk(string? value) =>
        value is null ? Nil : string.Create(CultureInfo.InvariantCulture, $"${value.Length}\r\n{value}\r\n");

    private static string Array(IEnumerable<string?> items)
    {
        var bulks = items.Select(Bulk).ToList();
        return string.Create(CultureInfo.InvariantCulture, $"*{bulks.Count}\r\n") + string.Concat(bulks);
    }
}

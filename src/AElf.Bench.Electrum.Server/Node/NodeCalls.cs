using System.Globalization;
using System.Text.Json;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Server.Protocol;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Node;

/// <summary>
/// The calls of bitcoind's JSON-RPC that Electrum servers need, with the same members and kinds of values. For a
/// growing chain, also calls that make blocks and transactions.
/// </summary>
internal sealed class NodeCalls
{
    private const int Version = 280_000;
    private const int MaxGenerated = 10_000;
    private const decimal Fee = 0.00001000m;
    private const long MaxMempool = 300_000_000;

    private readonly NodeChain node;
    private readonly TimeProvider time;
    private readonly long started;
    private readonly SortedDictionary<string, NodeMethod> methods;

    /// <summary>The calls of a node.</summary>
    /// <param name="growing">The generated chain of the node; null for an existing chain.</param>
    /// <param name="time">The clock for the node's uptime.</param>
    public NodeCalls(NodeChain node, GrowingChain? growing, TimeProvider time)
    {
        (this.node, this.time) = (node, time);
        started = time.GetTimestamp();
        NodeMethod[] all = [.. OfChain(), .. OfNode(), .. growing is null ? [] : OfGrowing(growing)];
        methods = new(all.ToDictionary(method => method.Name, StringComparer.Ordinal), StringComparer.Ordinal);
    }

    /// <summary>Looks up the answer to a call.</summary>
    /// <exception cref="RpcException">The method is unknown, or does not accept these arguments.</exception>
    public object? Answer(string method, JsonElement arguments) =>
        methods.TryGetValue(method, out var found)
            ? found.Answer(Arguments.Find(found, arguments))
            : throw new RpcException(RpcException.MethodNotFound, "Method not found");

    private NodeMethod[] OfChain() =>
    [
        new("getblockcount", _ => node.Height, 0),
        new("getbestblockhash", _ => $"{Tip().Hash}", 0),
        new("getblockhash", arguments => HashAt(arguments.Number(0)), 1, "height"),
        new("getblock", Block, 1, "blockhash", "verbosity"),
        new("getblockheader", Header, 1, "blockhash", "verbose"),
        new("getrawtransaction", arguments => Transaction(arguments), 1, "txid", "verbose", "blockhash"),
        new("getrawmempool", RawMempool, 0, "verbose"),
    ];

    private NodeMethod[] OfNode() =>
    [
        new("getblockchaininfo", _ => BlockchainInfo(Tip()), 0),
        new("getnetworkinfo", _ => NetworkInfo(), 0),
        new("getmempoolinfo", _ => MempoolInfo(), 0),
        new("getindexinfo", IndexInfo, 0, "index_name"),
        new("estimatesmartfee", EstimateFee, 1, "conf_target", "estimate_mode") { NamesKinds = true },
        new("getzmqnotifications", _ => Array.Empty<string>(), 0),
        new("uptime", _ => (long)time.GetElapsedTime(started).TotalSeconds, 0),
        new("help", arguments => Help(arguments.Text(0)), 0, "command"),
    ];

    private NodeMethod[] OfGrowing(GrowingChain chain) =>
    [
        new("generate", arguments => TextsOf(chain.Generate(InRange(arguments.Number(0), "nblocks"))), 1, "nblocks"),
        new("sendrawtransaction", arguments => Send(chain, arguments.Bytes(0)), 1, "hexstring", "maxfeerate"),
        new("fillmempool", arguments => chain.FillMempool(InRange(arguments.Number(0), "count")), 1, "count"),
        new("invalidateblock", arguments => Invalidate(chain, Find(arguments.Hash(0)).Hash), 1, "blockhash"),
    ];

    private static object? Invalidate(GrowingChain chain, Hash256 block) => chain.Invalidate(block)
        ? null
        : throw new RpcException(
            RpcException.OutOfRange, $"only the last {GrowingChain.MaxDepth} blocks can be invalidated");

    private static string Send(GrowingChain chain, byte[] bytes)
    {
        try
        {
            TransactionView.Read(bytes);
        }
        catch (ChainException exception)
        {
            throw new RpcException(RpcException.Undecodable, $"TX decode failed. {exception.Message}");
        }

        try
        {
            return $"{chain.Take(bytes)}";
        }
        catch (ChainException exception)
        {
            var isMissing = exception.Message.StartsWith("bad-txns-inputs-missingorspent", StringComparison.Ordinal);
            throw new RpcException(isMissing ? RpcException.Unverified : RpcException.Rejected, exception.Message);
        }
    }

    private static int InRange(int count, string name) => count is >= 1 and <= MaxGenerated
        ? count
        : throw new RpcException(RpcException.OutOfRange, $"{name} is {count}; expected 1 to {MaxGenerated}");

    private LinkedHeader Tip() => node.Tip ?? throw new RpcException(RpcException.WarmingUp, "Loading block index...");

    private string HashAt(int height) => node.HeaderAt(height)?.Hash.ToString()
        ?? throw new RpcException(RpcException.OutOfRange, "Block height out of range");

    private LinkedHeader Find(Hash256 hash) =>
        node.HeaderOf(hash) ?? throw new RpcException(RpcException.NotFound, "Block not found");

    private object Block(Arguments arguments)
    {
        var (hash, verbosity) = (arguments.Hash(0), Verbosity(arguments, 1, byDefault: 1));
        var (header, bytes) = node.BlockOf(hash) ?? throw new RpcException(RpcException.NotFound, "Block not found");
        return verbosity switch
        {
            <= 0 => bytes,
            1 => BlockInfo(header, bytes),
            _ => throw new RpcException(
                RpcException.OutOfRange, $"verbosity {verbosity} is not supported; expected 0 for the bytes, or 1"),
        };
    }

    private object Header(Arguments arguments)
    {
        var (hash, isVerbose) = (arguments.Hash(0), arguments.Flag(1, byDefault: true));
        var (header, bytes) = node.BlockOf(hash) ?? throw new RpcException(RpcException.NotFound, "Block not found");
        return isVerbose ? HeaderInfo(header, bytes) : Convert.ToHexStringLower(bytes.Span[..BlockHeader.Size]);
    }

    private ReadOnlyMemory<byte> Transaction(Arguments arguments)
    {
        var id = arguments.Hash(0);
        if (Verbosity(arguments, 1, byDefault: 0) != 0)
        {
            throw new RpcException(
                RpcException.OutOfRange,
                "only the bytes of transactions are supported; expected false, or nothing, for verbose");
        }

        // The merkle root of a single transaction is its id.
        if (id == node.HeaderAt(0)?.Header.MerkleRoot)
        {
            throw new RpcException(
                RpcException.NotFound,
                "The genesis block coinbase is not considered an ordinary transaction and cannot be retrieved");
        }

        return node.Mempool.Transaction(id) ?? node.Archive.Transaction(id) ?? throw new RpcException(
            RpcException.NotFound,
            "No such mempool or blockchain transaction. Use gettransaction for wallet transactions.");
    }

    // Reads a number, or true as 1 and false as 0.
    private static int Verbosity(Arguments arguments, int index, int byDefault) => arguments.KindOf(index) switch
    {
        JsonValueKind.True => 1,
        JsonValueKind.False => 0,
        _ => arguments.Number(index, byDefault),
    };

    private string[] RawMempool(Arguments arguments) => !arguments.Flag(0)
        ? TextsOf(node.Mempool.Ids)
        : throw new RpcException(
            RpcException.OutOfRange, "only ids of the mempool are supported; expected false, or nothing, for verbose");

    private object BlockchainInfo(LinkedHeader tip) => new
    {
        chain = node.Network == ChainNetwork.Main ? "main" : "regtest",
        blocks = tip.Height,
        headers = tip.Height,
        bestblockhash = $"{tip.Hash}",
        difficulty = Difficulty(tip.Header.Bits),
        mediantime = node.MedianTime(tip.Height),
        verificationprogress = 1,
        initialblockdownload = false,
        chainwork = WorkText(tip),
        size_on_disk = tip.TotalSize,
        pruned = false,
        softforks = new { segwit = new { type = "buried", active = true, height = 0 } },
        warnings = "",
    };

    private static object NetworkInfo() => new
    {
        version = Version,
        subversion = "/Satoshi:28.0.0(AElf.Bench)/",
        protocolversion = 70_016,
        localservices = "0000000000000409",
        localservicesnames = (string[])["NETWORK", "WITNESS", "NETWORK_LIMITED"],
        localrelay = true,
        timeoffset = 0,
        networkactive = false,
        connections = 0,
        connections_in = 0,
        connections_out = 0,
        networks = Array.Empty<string>(),
        relayfee = Fee,
        incrementalfee = Fee,
        localaddresses = Array.Empty<string>(),
        warnings = "",
    };

    private object MempoolInfo()
    {
        var bytes = node.Mempool.VirtualSize;
        return new
        {
            loaded = true,
            size = node.Mempool.Count,
            bytes,
            usage = bytes,
            maxmempool = MaxMempool,
            mempoolminfee = Fee,
            minrelaytxfee = Fee,
            unbroadcastcount = 0,
        };
    }

    private object IndexInfo(Arguments arguments) =>
        arguments.Text(0) is null or "txindex"
            ? new { txindex = new { synced = true, best_block_height = node.Height } }
            : new { };

    // bitcoind sends this answer on regtest, where blocks are never full.
    private static object EstimateFee(Arguments arguments)
    {
        const int MaxTarget = 1008;
        var blocks = arguments.Number(0);
        return blocks is >= 1 and <= MaxTarget
            ? new { errors = (string[])["Insufficient data or no feerate found"], blocks }
            : throw new RpcException(
                RpcException.OutOfRange, $"Invalid conf_target, must be between 1 and {MaxTarget}");
    }

    private string Help(string? command) => command switch
    {
        null => string.Join('\n', methods.Values.Select(method => method.Usage)),
        _ when methods.TryGetValue(command, out var found) => found.Usage,
        _ => $"help: unknown command: {command}",
    };

    private Dictionary<string, object> BlockInfo(LinkedHeader header, ReadOnlyMemory<byte> bytes)
    {
        var ids = new List<Hash256>();
        var stripped = bytes.Length;
        foreach (var transaction in new BlockReader(bytes.Span))
        {
            ids.Add(transaction.Id());
            stripped -= transaction.Bytes.Length - transaction.BaseSize;
        }

        var info = HeaderInfo(header, bytes);
        info["strippedsize"] = stripped;
        info["size"] = bytes.Length;
        info["weight"] = (3 * stripped) + bytes.Length;
        info["tx"] = TextsOf(ids);
        return info;
    }

    private Dictionary<string, object> HeaderInfo(LinkedHeader linked, ReadOnlyMemory<byte> block)
    {
        var header = linked.Header;
        var info = new Dictionary<string, object>(StringComparer.Ordinal)
        {
            ["hash"] = $"{linked.Hash}",
            ["confirmations"] = node.Height - linked.Height + 1,
            ["height"] = linked.Height,
            ["version"] = header.Version,
            ["versionHex"] = header.Version.ToString("x8", CultureInfo.InvariantCulture),
            ["merkleroot"] = $"{header.MerkleRoot}",
            ["time"] = header.Time,
            ["mediantime"] = node.MedianTime(linked.Height),
            ["nonce"] = header.Nonce,
            ["bits"] = header.Bits.ToString("x8", CultureInfo.InvariantCulture),
            ["difficulty"] = Difficulty(header.Bits),
            ["chainwork"] = WorkText(linked),
            ["nTx"] = new BlockReader(block.Span).Count,
        };
        if (linked.Height > 0)
        {
            info["previousblockhash"] = $"{header.PreviousHash}";
        }

        if (node.HeaderAt(linked.Height + 1) is { } next)
        {
            info["nextblockhash"] = $"{next.Hash}";
        }

        return info;
    }

    // The highest target of the main network ÷ the target of the bits (GetDifficulty), with bitcoind's number of
    // digits.
    private static double Difficulty(uint bits)
    {
        const int MantissaSize = 29;
        var difficulty = 0xffff / (double)(bits & 0xff_ffff) * Math.Pow(256, MantissaSize - (int)(bits >> 24));
        return double.Parse(difficulty.ToString("G16", CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);
    }

    private static string WorkText(LinkedHeader header)
    {
        const int Digits = 2 * Hash256.Size;
        return header.Work.ToString("x", CultureInfo.InvariantCulture).TrimStart('0').PadLeft(Digits, '0');
    }

    private static string[] TextsOf(IEnumerable<Hash256> hashes) => [.. hashes.Select(hash => $"{hash}")];
}

/// <summary>A method that a node serves; its errors have bitcoind's codes and texts.</summary>
/// <param name="Answer">Computes the requested data, or throws an <see cref="RpcException"/>.</param>
internal sealed record NodeMethod(
    string Name, Func<Arguments, object?> Answer, int Required, params IReadOnlyList<string> Arguments)
    : RpcMethod(Name, Required, Arguments)
{
    private const int MaxShown = 80;

    /// <summary>Whether its errors name the kind of a value that should be a number.</summary>
    public bool NamesKinds { get; init; }

    /// <summary>No common minimum: each method checks its range.</summary>
    public override int Least => int.MinValue;

    /// <summary>The name and the arguments, optional ones in parentheses.</summary>
    public string Usage => string.Join(
        ' ', [Name, .. Arguments.Select((name, place) => place < Required ? name : $"( {name} )")]);

    public override RpcException Misfit(JsonElement given, string problem, bool isMore) =>
        given.ValueKind is JsonValueKind.Object && isMore
            ? new(RpcException.OutOfRange, $"Unknown named parameter; {Usage}")
            : new(RpcException.Misused, $"{problem}; {Usage}");

    public override RpcException Wrong(int index, JsonElement given, string expected) =>
        (expected, given.ValueKind) switch
        {
            (Protocol.Arguments.WholeNumber, JsonValueKind.Number) =>
                new(RpcException.Misused, "JSON integer out of range"),
            (Protocol.Arguments.WholeNumber, var kind) when NamesKinds =>
                new(RpcException.WrongKind, $"Expected type number, got {NameOf(kind)}"),
            (Protocol.Arguments.HashDigits, JsonValueKind.String) => WrongHash(Arguments[index], given.AsText() ?? ""),
            (Protocol.Arguments.HexDigits, JsonValueKind.String) => new(
                RpcException.Undecodable, "TX decode failed: expected two hexadecimal digits for each byte"),
            _ => new(RpcException.Misused, $"JSON value is not {KindOf(expected)} as expected"),
        };

    private static RpcException WrongHash(string name, string text)
    {
        const int Digits = 2 * Hash256.Size;
        var shown = text.Length > MaxShown ? $"{text[..MaxShown]}…" : text;
        var called = name is "txid" ? "parameter 1" : name;
        return new(
            RpcException.OutOfRange,
            text.Length == Digits ? $"{called} must be hexadecimal string (not '{shown}')"
                : $"{called} must be of length {Digits} (not {text.Length}, for '{shown}')");
    }

    private static string KindOf(string expected) => expected switch
    {
        Protocol.Arguments.WholeNumber => "an integer",
        Protocol.Arguments.TrueOrFalse => "a boolean",
        _ => "a string",
    };

    private static string NameOf(JsonValueKind kind) =>
        kind is JsonValueKind.True or JsonValueKind.False ? "bool" : kind.ToString().ToLowerInvariant();
}

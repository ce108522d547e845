using System.Buffers;
using System.Globalization;
using System.Text.Json;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Node;

/// <summary>
/// The calls of bitcoind's JSON-RPC that Electrum servers make, answered with the same members and kinds of values;
/// and of a chain that grows those that make blocks and transactions.
/// </summary>
internal sealed class NodeCalls
{
    private const int Version = 280_000;
    private const int MaxGenerated = 10_000;
    private const string Fee = "0.00001000";
    private const long MaxMempool = 300_000_000;

    private readonly NodeChain node;
    private readonly GrowingChain? growing;
    private readonly TimeProvider time;
    private readonly long started;
    private readonly SortedDictionary<string, NodeMethod> methods = new(StringComparer.Ordinal);

    /// <summary>The calls of a node.</summary>
    /// <param name="growing">The chain it makes; null where the chain is given.</param>
    /// <param name="time">Tells how long the node has run.</param>
    public NodeCalls(NodeChain node, GrowingChain? growing, TimeProvider time)
    {
        (this.node, this.growing, this.time) = (node, growing, time);
        started = time.GetTimestamp();
        AddChainMethods();
        AddNodeMethods();
        if (growing is not null)
        {
            AddGrowing(growing);
        }
    }

    /// <summary>Looks up the answer to a call; the action returned writes it.</summary>
    /// <exception cref="RpcException">The method is unknown, or cannot answer these arguments.</exception>
    public Action<Utf8JsonWriter> Answer(string method, JsonElement? arguments) =>
        methods.TryGetValue(method, out var found)
            ? found.Answer(CallArguments.Read(found, arguments))
            : throw new RpcException(RpcException.UnknownMethod, "Method not found");

    private void AddChainMethods()
    {
        Add("getblockcount", [], 0, _ => WriteNumber(node.Height));
        Add("getbestblockhash", [], 0, _ => WriteText(Tip().Hash.ToString()));
        Add("getblockhash", ["height"], 1, arguments => WriteText(HashAt(arguments.Number(0))));
        Add("getblock", ["blockhash", "verbosity"], 1, Block);
        Add("getblockheader", ["blockhash", "verbose"], 1, Header);
        Add("getrawtransaction", ["txid", "verbose", "blockhash"], 1, Transaction);
        Add("getrawmempool", ["verbose"], 0, RawMempool);
    }

    private void AddNodeMethods()
    {
        Add("getblockchaininfo", [], 0, _ => BlockchainInfo(Tip()));
        Add("getnetworkinfo", [], 0, _ => WriteNetworkInfo);
        Add("getmempoolinfo", [], 0, _ => WriteMempoolInfo);
        Add("getindexinfo", ["index_name"], 0, IndexInfo);
        Add("estimatesmartfee", ["conf_target", "estimate_mode"], 1, EstimateFee);
        Add("getzmqnotifications", [], 0, _ => writer => WriteList(writer, []));
        Add("uptime", [], 0, _ => WriteNumber((long)time.GetElapsedTime(started).TotalSeconds));
        Add("help", ["command"], 0, arguments => WriteText(Help(arguments.Text(0))));
    }

    private void AddGrowing(GrowingChain chain)
    {
        Add("generate", ["nblocks"], 1, arguments =>
        {
            var hashes = chain.Generate(InRange(arguments.Number(0), "nblocks"));
            return writer => WriteList(writer, hashes);
        });
        Add("sendrawtransaction", ["hexstring", "maxfeerate"], 1, arguments => Send(chain, arguments));
        Add("fillmempool", ["count"], 1, arguments =>
            WriteNumber(chain.FillMempool(InRange(arguments.Number(0), "count"))));
        Add("invalidateblock", ["blockhash"], 1, arguments =>
        {
            var header = Find(arguments.Hash(0, "blockhash"));
            return chain.Invalidate(header.Hash)
                ? writer => writer.WriteNullValue()
                : throw new RpcException(
                    RpcException.OutOfRange,
                    $"only one of the last {GrowingChain.MaxDepth} blocks can be taken off");
        });
    }

    private static Action<Utf8JsonWriter> Send(GrowingChain chain, CallArguments arguments)
    {
        var bytes = arguments.Bytes(0);
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
            return WriteText(chain.Take(bytes).ToString());
        }
        catch (ChainException exception)
        {
            var isMissing = exception.Message.StartsWith("bad-txns-inputs-missingorspent", StringComparison.Ordinal);
            throw new RpcException(isMissing ? RpcException.Unverified : RpcException.Rejected, exception.Message);
        }
    }

    private void Add(
        string name, string[] parameters, int required, Func<CallArguments, Action<Utf8JsonWriter>> answer) =>
        methods.Add(name, new NodeMethod(name, parameters, required, answer));

    private static int InRange(int count, string name) => count is >= 1 and <= MaxGenerated
        ? count
        : throw new RpcException(RpcException.OutOfRange, $"{name} is {count}; expected 1 to {MaxGenerated}");

    private LinkedHeader Tip() => node.Tip ?? throw new RpcException(RpcException.WarmingUp, "Loading block index...");

    private string HashAt(int height) => node.HeaderAt(height)?.Hash.ToString()
        ?? throw new RpcException(RpcException.OutOfRange, "Block height out of range");

    private LinkedHeader Find(Hash256 hash) =>
        node.HeaderOf(hash) ?? throw new RpcException(RpcException.NotFound, "Block not found");

    private Action<Utf8JsonWriter> Block(CallArguments arguments)
    {
        var (hash, verbosity) = (arguments.Hash(0, "blockhash"), arguments.Verbosity(1, missing: 1));
        var (header, bytes) = node.BlockOf(hash) ?? throw new RpcException(RpcException.NotFound, "Block not found");
        return verbosity switch
        {
            <= 0 => writer => WriteHex(writer, bytes.Span),
            1 => writer => WriteBlock(writer, header, bytes),
            _ => throw new RpcException(
                RpcException.OutOfRange, $"verbosity {verbosity} is not served here; expected 0, the bytes, or 1"),
        };
    }

    private Action<Utf8JsonWriter> Header(CallArguments arguments)
    {
        var (hash, isVerbose) = (arguments.Hash(0, "blockhash"), arguments.Flag(1, missing: true));
        var (header, bytes) = node.BlockOf(hash) ?? throw new RpcException(RpcException.NotFound, "Block not found");
        return isVerbose
            ? writer =>
            {
                writer.WriteStartObject();
                WriteHeader(writer, header, bytes);
                writer.WriteEndObject();
            }
        : writer => WriteHex(writer, bytes.Span[..BlockHeader.Size]);
    }

    private Action<Utf8JsonWriter> Transaction(CallArguments arguments)
    {
        var id = arguments.Hash(0, "parameter 1");
        if (arguments.Verbosity(1, missing: 0) != 0)
        {
            throw new RpcException(
                RpcException.OutOfRange,
                "transactions are served as bytes here; expected false, or nothing, for verbose");
        }

        // The root of a single transaction is its id.
        if (id == node.HeaderAt(0)?.Header.MerkleRoot)
        {
            throw new RpcException(
                RpcException.NotFound,
                "The genesis block coinbase is not considered an ordinary transaction and cannot be retrieved");
        }

        var bytes = node.Mempool.Transaction(id) ?? node.Archive.Transaction(id) ?? throw new RpcException(
            RpcException.NotFound,
            "No such mempool or blockchain transaction. Use gettransaction for wallet transactions.");
        return writer => WriteHex(writer, bytes.Span);
    }

    private Action<Utf8JsonWriter> RawMempool(CallArguments arguments)
    {
        if (arguments.Flag(0))
        {
            throw new RpcException(
                RpcException.OutOfRange, "the mempool is served as ids here; expected false, or nothing, for verbose");
        }

        var ids = node.Mempool.Ids;
        return writer => WriteList(writer, ids);
    }

    private Action<Utf8JsonWriter> BlockchainInfo(LinkedHeader tip) => writer =>
    {
        writer.WriteStartObject();
        writer.WriteString("chain", node.Network == ChainNetwork.Main ? "main" : "regtest");
        writer.WriteNumber("blocks", tip.Height);
        writer.WriteNumber("headers", tip.Height);
        writer.WriteString("bestblockhash", tip.Hash.ToString());
        WriteDifficulty(writer, tip.Header.Bits);
        writer.WriteNumber("mediantime", node.MedianTime(tip.Height));
        writer.WriteNumber("verificationprogress", 1);
        writer.WriteBoolean("initialblockdownload", false);
        writer.WriteString("chainwork", WorkText(tip));
        writer.WriteNumber("size_on_disk", tip.TotalSize);
        writer.WriteBoolean("pruned", false);
        WriteSegwit(writer);
        writer.WriteString("warnings", "");
        writer.WriteEndObject();
    };

    private static void WriteSegwit(Utf8JsonWriter writer)
    {
        writer.WriteStartObject("softforks");
        writer.WriteStartObject("segwit");
        writer.WriteString("type", "buried");
        writer.WriteBoolean("active", true);
        writer.WriteNumber("height", 0);
        writer.WriteEndObject();
        writer.WriteEndObject();
    }

    private static void WriteNetworkInfo(Utf8JsonWriter writer)
    {
        writer.WriteStartObject();
        writer.WriteNumber("version", Version);
        writer.WriteString("subversion", "/Satoshi:28.0.0(AElf.Bench)/");
        writer.WriteNumber("protocolversion", 70_016);
        writer.WriteString("localservices", "0000000000000409");
        WriteTexts(writer, "localservicesnames", "NETWORK", "WITNESS", "NETWORK_LIMITED");
        writer.WriteBoolean("localrelay", true);
        writer.WriteNumber("timeoffset", 0);
        writer.WriteBoolean("networkactive", false);
        writer.WriteNumber("connections", 0);
        writer.WriteNumber("connections_in", 0);
        writer.WriteNumber("connections_out", 0);
        WriteTexts(writer, "networks");
        WriteAmount(writer, "relayfee");
        WriteAmount(writer, "incrementalfee");
        WriteTexts(writer, "localaddresses");
        writer.WriteString("warnings", "");
        writer.WriteEndObject();
    }

    private void WriteMempoolInfo(Utf8JsonWriter writer)
    {
        var (count, size) = (node.Mempool.Count, node.Mempool.VirtualSize);
        writer.WriteStartObject();
        writer.WriteBoolean("loaded", true);
        writer.WriteNumber("size", count);
        writer.WriteNumber("bytes", size);
        writer.WriteNumber("usage", size);
        writer.WriteNumber("maxmempool", MaxMempool);
        WriteAmount(writer, "mempoolminfee");
        WriteAmount(writer, "minrelaytxfee");
        writer.WriteNumber("unbroadcastcount", 0);
        writer.WriteEndObject();
    }

    private Action<Utf8JsonWriter> IndexInfo(CallArguments arguments)
    {
        var isWanted = arguments.Text(0) is null or "txindex";
        return writer =>
        {
            writer.WriteStartObject();
            if (isWanted)
            {
                writer.WriteStartObject("txindex");
                writer.WriteBoolean("synced", true);
                writer.WriteNumber("best_block_height", node.Height);
                writer.WriteEndObject();
            }

            writer.WriteEndObject();
        };
    }

    // bitcoind answers this on regtest, where blocks are never full.
    private static Action<Utf8JsonWriter> EstimateFee(CallArguments arguments)
    {
        const int MaxTarget = 1008;
        var target = arguments.TypedNumber(0);
        if (target is < 1 or > MaxTarget)
        {
            throw new RpcException(RpcException.OutOfRange, $"Invalid conf_target, must be between 1 and {MaxTarget}");
        }

        return writer =>
        {
            writer.WriteStartObject();
            WriteTexts(writer, "errors", "Insufficient data or no feerate found");
            writer.WriteNumber("blocks", target);
            writer.WriteEndObject();
        };
    }

    private string Help(string? command) =>
        command is null ? string.Join('\n', methods.Values.Select(method => method.Usage))
        : methods.TryGetValue(command, out var found) ? found.Usage
        : $"help: unknown command: {command}";

    private void WriteBlock(Utf8JsonWriter writer, LinkedHeader header, ReadOnlyMemory<byte> bytes)
    {
        var ids = new List<Hash256>();
        var stripped = bytes.Length;
        foreach (var transaction in new BlockReader(bytes.Span))
        {
            ids.Add(transaction.Id());
            stripped -= transaction.Bytes.Length - transaction.BaseSize;
        }

        writer.WriteStartObject();
        WriteHeader(writer, header, bytes);
        writer.WriteNumber("strippedsize", stripped);
        writer.WriteNumber("size", bytes.Length);
        writer.WriteNumber("weight", (3 * stripped) + bytes.Length);
        writer.WritePropertyName("tx");
        WriteList(writer, ids);
        writer.WriteEndObject();
    }

    private void WriteHeader(Utf8JsonWriter writer, LinkedHeader linked, ReadOnlyMemory<byte> block)
    {
        var header = linked.Header;
        writer.WriteString("hash", linked.Hash.ToString());
        writer.WriteNumber("confirmations", node.Height - linked.Height + 1);
        writer.WriteNumber("height", linked.Height);
        writer.WriteNumber("version", header.Version);
        writer.WriteString("versionHex", header.Version.ToString("x8", CultureInfo.InvariantCulture));
        writer.WriteString("merkleroot", header.MerkleRoot.ToString());
        writer.WriteNumber("time", header.Time);
        writer.WriteNumber("mediantime", node.MedianTime(linked.Height));
        writer.WriteNumber("nonce", header.Nonce);
        writer.WriteString("bits", header.Bits.ToString("x8", CultureInfo.InvariantCulture));
        WriteDifficulty(writer, header.Bits);
        writer.WriteString("chainwork", WorkText(linked));
        writer.WriteNumber("nTx", new BlockReader(block.Span).Count);
        if (linked.Height > 0)
        {
            writer.WriteString("previousblockhash", header.PreviousHash.ToString());
        }

        if (node.HeaderAt(linked.Height + 1) is { } next)
        {
            writer.WriteString("nextblockhash", next.Hash.ToString());
        }
    }

    // The largest target of the main network over that of the bits (GetDifficulty), in as many digits as bitcoind has.
    private static void WriteDifficulty(Utf8JsonWriter writer, uint bits)
    {
        const int MantissaSize = 29;
        var difficulty = 0xffff / (double)(bits & 0xff_ffff) * Math.Pow(256, MantissaSize - (int)(bits >> 24));
        writer.WritePropertyName("difficulty");
        writer.WriteRawValue(difficulty.ToString("G16", CultureInfo.InvariantCulture));
    }

    private static string WorkText(LinkedHeader header)
    {
        const int Digits = 2 * Hash256.Size;
        return header.Work.ToString("x", CultureInfo.InvariantCulture).TrimStart('0').PadLeft(Digits, '0');
    }

    private static Action<Utf8JsonWriter> WriteNumber(long number) => writer => writer.WriteNumberValue(number);

    private static Action<Utf8JsonWriter> WriteText(string text) => writer => writer.WriteStringValue(text);

    private static void WriteList(Utf8JsonWriter writer, IReadOnlyList<Hash256> hashes)
    {
        writer.WriteStartArray();
        foreach (var hash in hashes)
        {
            writer.WriteStringValue(hash.ToString());
        }

        writer.WriteEndArray();
    }

    private static void WriteTexts(Utf8JsonWriter writer, string name, params ReadOnlySpan<string> texts)
    {
        writer.WriteStartArray(name);
        foreach (var text in texts)
        {
            writer.WriteStringValue(text);
        }

        writer.WriteEndArray();
    }

    private static void WriteAmount(Utf8JsonWriter writer, string name)
    {
        writer.WritePropertyName(name);
        writer.WriteRawValue(Fee);
    }

    private static void WriteHex(Utf8JsonWriter writer, ReadOnlySpan<byte> bytes)
    {
        var digits = ArrayPool<byte>.Shared.Rent(2 * bytes.Length);
        Convert.TryToHexStringLower(bytes, digits, out var length);
        writer.WriteStringValue(digits.AsSpan(0, length));
        ArrayPool<byte>.Shared.Return(digits);
    }
}

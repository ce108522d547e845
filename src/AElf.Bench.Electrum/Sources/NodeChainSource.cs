using System.Runtime.InteropServices;
using System.Text.Json;
using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Sources;

/// <summary>
/// The best chain of a running node, over its JSON-RPC. It checks data against the hashes from the node. It also checks
/// that each block links to its predecessor and matches its roots.
/// </summary>
public sealed class NodeChainSource : IChainSource, IDisposable
{
    private const int FirstBatch = 16;
    private const int MaxBatch = 500;
    private const int WantedBytes = 8 << 20;

    private readonly NodeClient client;
    private readonly Uri url;

    private NodeChainSource(NodeClient client, Uri url) => (this.client, this.url) = (client, url);

    /// <inheritdoc/>
    /// <remarks>Each call asks the node: the height may rise or fall.</remarks>
    public int Height => Ask(() => client.Call("getblockcount", NumberOf));

    /// <summary>The hash of its last block. Each call asks the node.</summary>
    /// <exception cref="IOException">The node cannot be reached.</exception>
    public Hash256 TipHash => Ask(() => client.Call("getbestblockhash", HashOf));

    /// <summary>Opens a node that has all its blocks.</summary>
    /// <param name="network">The expected network of the node.</param>
    /// <exception cref="ChainException">The node has another network, or is pruned.</exception>
    /// <exception cref="IOException">
    /// The node cannot be reached or refuses the login, or the address belongs to another program.
    /// </exception>
    public static NodeChainSource Open(NodeAddress address, ChainNetwork network) =>
        Open(new NodeClient(address), address.Url, network);

    /// <summary>Opens a node through an existing client.</summary>
    /// <inheritdoc cref="Open(NodeAddress, ChainNetwork)"/>
    internal static NodeChainSource Open(NodeClient client, Uri url, ChainNetwork network)
    {
        var source = new NodeChainSource(client, url);
        try
        {
            source.EnsureServes(network);
            return source;
        }
        catch
        {
            source.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    /// <remarks>
    /// If the node changes to another branch meanwhile, a block does not link or is missing. The caller then continues
    /// from <see cref="LastCommonHeight"/>.
    /// </remarks>
    public IEnumerable<ChainBlock> ReadFrom(int height)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(height);
        var end = Height;
        var previous = height == 0 || height > end ? default : Hashes(height - 1, 1)[0];
        for (var batch = FirstBatch; height <= end;)
        {
            var blocks = Blocks(height, Math.Min(batch, end - height + 1));
            foreach (var (hash, bytes) in blocks)
            {
                EnsureLinks(height, hash, previous, bytes);
                EnsureReadable(height, hash, bytes);
                yield return new ChainBlock(height++, bytes);
                previous = hash;
            }

            var average = blocks.Sum(block => (long)block.Bytes.Length) / blocks.Length;
            batch = (int)Math.Clamp(WantedBytes / average, 1, MaxBatch);
        }
    }

    /// <summary>
    /// The height of the last common block of the node's best chain and another chain, to continue after a
    /// reorganisation; −1 without a common block.
    /// </summary>
    /// <param name="height">The other chain's last height.</param>
    /// <param name="hashAt">The hash of its block at a height.</param>
    /// <exception cref="ChainException">The node's chain changed during the calls.</exception>
    /// <exception cref="IOException">The node cannot be reached.</exception>
    public int LastCommonHeight(int height, Func<int, Hash256> hashAt)
    {
        const int Step = 64;
        for (var last = Math.Min(height, Height); last >= 0; last -= Step)
        {
            var first = Math.Max(0, last - Step + 1);
            var theirs = Hashes(first, last - first + 1);
            for (var at = last; at >= first; at--)
            {
                if (theirs[at - first] == hashAt(at))
                {
                    return at;
                }
            }
        }

        return -1;
    }

    /// <summary>The hash of its last block, and the ids of its waiting transactions.</summary>
    /// <exception cref="IOException">The node cannot be reached.</exception>
    public (Hash256 TipHash, Hash256[] Ids) Mempool()
    {
        NodeCall[] calls = [new("getbestblockhash"), new("getrawmempool")];
        var answers = Ask(() => client.Call(
            calls, (place, result) => place == 0 ? [HashOf(result)] : HashesOf(result)));
        return (answers[0][0], answers[1]);
    }

    /// <summary>Transactions from the mempool or from blocks; missing transactions are omitted.</summary>
    /// <param name="unreadable">Called for each unreadable transaction, which is omitted.</param>
    /// <exception cref="IOException">The node cannot be reached, or answers with other transactions.</exception>
    public IReadOnlyList<byte[]> Transactions(
        IReadOnlyList<Hash256> ids, Action<Hash256, ChainException> unreadable)
    {
        NodeCall[] calls = [.. ids.Select(id => new NodeCall("getrawtransaction", $"{id}"))];
        var answers = Ask(() => client.Call<byte[]?>(
            calls,
            (place, result) =>
            {
                var bytes = BytesOf(result);
                try
                {
                    return TransactionView.Read(bytes).Id() == ids[place]
                        ? bytes
                        : throw Strange("transaction", result);
                }
                catch (ChainException exception)
                {
                    unreadable(ids[place], exception);
                    return null;
                }
            },
            error => error.Code == RpcException.NotFound ? null : throw error));
        return [.. answers.OfType<byte[]>()];
    }

    /// <summary>The minimum fee rates of the node.</summary>
    /// <exception cref="IOException">The node cannot be reached, or reports no fees.</exception>
    public FeeRates Fees()
    {
        NodeCall[] calls = [new("getmempoolinfo"), new("getnetworkinfo")];
        var answers = Ask(() => client.Call(calls, (place, result) => place == 0
            ? new FeeRates(FeeOf(result, "mempoolminfee"u8), 0, 0)
            : new FeeRates(0, FeeOf(result, "relayfee"u8), FeeOf(result, "incrementalfee"u8))));
        return answers[1] with { Mempool = answers[0].Mempool };
    }

    /// <summary>The node's estimate of the fee for a confirmation in one of the next blocks.</summary>
    /// <param name="mode">The node's name of the mode; null for its default.</param>
    /// <returns>Coins for 1,000 virtual bytes; null if the node has too little data.</returns>
    /// <exception cref="IOException">The node cannot be reached, or answers with something else.</exception>
    public decimal? EstimateFee(int blocks, string? mode)
    {
        NodeCall[] calls = [new("estimatesmartfee", mode is null ? [blocks] : [blocks, mode])];
        return Ask(() => client.Call<decimal?>(calls, (_, result) =>
            result.ValueKind == JsonValueKind.Object && result.Find("feerate"u8) is null
                ? null
                : FeeOf(result, "feerate"u8)))[0];
    }

    /// <summary>A block by its hash, also from an abandoned branch; null if the node does not have it.</summary>
    /// <exception cref="IOException">The node cannot be reached, or answers with another block.</exception>
    public byte[]? BlockOf(Hash256 hash)
    {
        NodeCall[] calls = [BlockCall(hash)];
        return Ask(() => client.Call<byte[]?>(
            calls,
            (_, result) => BytesOf(result) is { Length: >= BlockHeader.Size } bytes
                && BlockHeader.Read(bytes).Hash() == hash ? bytes : throw Strange("block", result),
            error => error.Code == RpcException.NotFound ? null : throw error))[0];
    }

    /// <summary>Sends a transaction to the node, for its mempool and its peers.</summary>
    /// <exception cref="ChainException">The node refuses the transaction; the message is the node's.</exception>
    /// <exception cref="IOException">The node cannot be reached.</exception>
    public void Send(ReadOnlySpan<byte> transaction)
    {
        var digits = Convert.ToHexStringLower(transaction);
        try
        {
            client.Call([new NodeCall("sendrawtransaction", digits)], (_, _) => 0);
        }
        catch (RpcException error)
        {
            throw error.Code is RpcException.WarmingUp or RpcException.MethodNotFound
                ? new IOException($"{url}: {error.Message} ({error.Code})", error)
                : new ChainException(error.Message, error);
        }
    }

    public void Dispose() => client.Dispose();

    private void EnsureServes(ChainNetwork network)
    {
        var genesis = Hashes(0, 1)[0];
        if (genesis != network.GenesisHash)
        {
            throw new ChainException(
                $"{url} belongs to another network: its chain begins with {genesis}; expected {network.GenesisHash}, "
                    + network.Name);
        }

        var isPruned = Ask(() => client.Call("getblockchaininfo", info =>
            info.Find("pruned"u8) is { ValueKind: JsonValueKind.True }));
        if (isPruned)
        {
            throw new ChainException($"{url} is pruned: its first blocks are deleted; expected a node with all blocks");
        }
    }

    private Hash256[] Hashes(int height, int count)
    {
        NodeCall[] calls = [.. Enumerable.Range(height, count).Select(at => new NodeCall("getblockhash", at))];
        return Ask(() => client.Call(calls, (_, result) => HashOf(result)));
    }

    private (Hash256 Hash, byte[] Bytes)[] Blocks(int height, int count)
    {
        var hashes = Hashes(height, count);
        NodeCall[] calls = [.. hashes.Select(BlockCall)];
        return Ask(() => client.Call(calls, (place, result) => (hashes[place], BytesOf(result))));
    }

    private static NodeCall BlockCall(Hash256 hash) => new("getblock", $"{hash}", 0);

    private void EnsureLinks(int height, Hash256 hash, Hash256 previous, byte[] bytes)
    {
        var header = BlockHeader.Read(bytes);
        if (header.Hash() != hash)
        {
            throw new ChainException($"{url} sent block {header.Hash()} at height {height}; expected {hash}");
        }

        if (header.PreviousHash != previous)
        {
            throw new ChainException(
                $"{url} changed to another branch while it was read: block {hash} at height {height} follows "
                    + $"{header.PreviousHash}; expected {previous}");
        }
    }

    private static void EnsureReadable(int height, Hash256 hash, byte[] bytes)
    {
        try
        {
            BlockCheck.Verify(bytes);
        }
        catch (ChainException exception)
        {
            throw new ChainException(height, hash, exception);
        }
    }

    // The node no longer has a requested height or hash if it has changed to another branch.
    private T Ask<T>(Func<T> call)
    {
        try
        {
            return call();
        }
        catch (RpcException error) when (error.Code is RpcException.OutOfRange or RpcException.NotFound)
        {
            throw new ChainException(
                $"{url} changed to another branch while it was read: {error.Message} ({error.Code})", error);
        }
        catch (RpcException error)
        {
            throw new IOException($"{url}: {error.Message} ({error.Code})", error);
        }
    }

    private int NumberOf(JsonElement result) =>
        result.AsNumber() is >= 0 and var number ? number : throw Strange("height", result);

    private decimal FeeOf(JsonElement result, ReadOnlySpan<byte> name) =>
        result.Find(name) is { ValueKind: JsonValueKind.Number } fee && fee.TryGetDecimal(out var rate)
            ? rate
            : throw Strange("fee", result);

    private Hash256 HashOf(JsonElement result) => Hash256.Find(result.AsText()) ?? throw Strange("hash", result);

    private Hash256[] HashesOf(JsonElement result) => result.ValueKind == JsonValueKind.Array
        ? [.. result.EnumerateArray().Select(HashOf)]
        : throw Strange("list", result);

    private byte[] BytesOf(JsonElement result)
    {
        try
        {
            return result.ValueKind == JsonValueKind.String
                ? Convert.FromHexString(JsonMarshal.GetRawUtf8Value(result)[1..^1])
                : throw Strange("block", result);
        }
        catch (FormatException)
        {
            throw Strange("block", result);
        }
    }

    private IOException Strange(string what, JsonElement result)
    {
        const int MaxShown = 60;
        var text = result.GetRawText();
        return new IOException(
            $"{url} sent an invalid {what}: {(text.Length > MaxShown ? text[..MaxShown] + "…" : text)}; expected a "
                + "bitcoind");
    }
}

/// <summary>The minimum fee rates of a node, in coins for 1,000 virtual bytes.</summary>
/// <param name="Mempool">For its mempool; higher than the relay rate if many transactions wait.</param>
/// <param name="Relay">For relaying to other nodes.</param>
/// <param name="Increment">Minimum increase over the fee of a replaced transaction.</param>
public readonly record struct FeeRates(decimal Mempool, decimal Relay, decimal Increment);

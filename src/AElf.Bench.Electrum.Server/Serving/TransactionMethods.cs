using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Server.Protocol;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>The methods about transactions.</summary>
internal static class TransactionMethods
{
    // Bitcoin Core, MAX_PACKAGE_COUNT.
    private const int MaxPackage = 25;

    public static IEnumerable<ServedMethod> All =>
    [
        new(ElectrumMethods.Transaction, WriteTransaction, 1, "tx_hash", "verbose"),
        new("blockchain.transaction.get_merkle", WriteMerkle, 2, "tx_hash", "height"),
        new("blockchain.transaction.id_from_pos", WriteFromPosition, 2, "height", "tx_pos", "merkle"),
        new("blockchain.transaction.broadcast", Broadcast, 1, "raw_tx") { MayWait = true },
        new("blockchain.transaction.broadcast_package", BroadcastPackage, 1, "raw_txs", "verbose")
        {
            MayWait = true,
            Since = ProtocolVersion.V16,
        },
        new("blockchain.transaction.testmempoolaccept", Test, 1, "raw_txs")
        {
            MayWait = true,
            Since = ProtocolVersion.V17,
        },
    ];

    private static void Test(SessionState session, in Arguments arguments, JsonOutput output)
    {
        var transactions = arguments.BytesList(0, MaxPackage);
        try
        {
            var refusals = session.Index.Test(transactions);
            var isCertain = session.Index.Relay is null;
            output.List(
                [.. transactions.Zip(refusals)],
                (output, each) => WriteTest(output, each.First, each.Second, isCertain));
        }
        catch (ChainException exception)
        {
            throw new RpcException(RpcException.BadRequest, exception.Message);
        }
    }

    // If a node decides, only a refusal is certain.
    private static void WriteTest(JsonOutput output, byte[] bytes, string? refusal, bool isCertain)
    {
        var transaction = TransactionView.Read(bytes);
        output.Json($$"""{"txid":{{transaction.Id()}},"wtxid":{{transaction.WitnessId()}}""");
        if (refusal is not null)
        {
            output.Json($$""","allowed":false,"reason":{{refusal}}""");
        }

        output.Raw(refusal is null && isCertain ? ",\"allowed\":true}"u8 : "}"u8);
    }

    private static void WriteTransaction(SessionState session, in Arguments arguments, JsonOutput output)
    {
        var id = arguments.Hash(0);
        var isVerbose = arguments.Flag(1);
        var bytes = session.Index.Transaction(id, session.Costs) ?? throw new RpcException(
            RpcException.NodeError, $"no transaction {id} in the mempool or the chain");
        if (isVerbose)
        {
            VerboseTransaction.Write(session.Index, id, bytes, output);
        }
        else
        {
            output.Hex(bytes.Span);
        }
    }

    private static void WriteMerkle(SessionState session, in Arguments arguments, JsonOutput output)
    {
        var (id, height) = (arguments.Hash(0), arguments.Number(1));
        if (session.Index.PlaceOf(id) is not { } place || place.Height != height)
        {
            throw new RpcException(
                RpcException.BadRequest, $"no transaction {id} in the block at height {height}");
        }

        output.Json($$"""{"block_height":{{height}},"pos":{{place.Position}}""");
        WriteBranch(session.Index.IdsOf(height, session.Costs), place.Position, output);
        output.Raw("}"u8);
    }

    private static void WriteFromPosition(SessionState session, in Arguments arguments, JsonOutput output)
    {
        var place = new TransactionPlace(arguments.Number(0), arguments.Number(1));
        var hasMerkle = arguments.Flag(2);
        var ids = place.Height > session.Index.Height ? [] : session.Index.IdsOf(place.Height, session.Costs);
        if (place.Position >= ids.Length)
        {
            throw new RpcException(
                RpcException.BadRequest, $"no transaction at position {place.Position} of height {place.Height}");
        }

        if (!hasMerkle)
        {
            output.Hash(ids[place.Position]);
            return;
        }

        output.Json($$"""{"tx_hash":{{ids[place.Position]}}""");
        WriteBranch(ids, place.Position, output);
        output.Raw("}"u8);
    }

    private static void WriteBranch(Hash256[] ids, int position, JsonOutput output)
    {
        output.Raw(",\"merkle\":"u8);
        output.List(MerkleTree.Branch([.. ids], position), static (output, hash) => output.Hash(hash));
    }

    private static void Broadcast(SessionState session, in Arguments arguments, JsonOutput output)
    {
        var bytes = arguments.Bytes(0);
        try
        {
            output.Hash(session.Index.Broadcast(bytes));
        }
        catch (IOException exception)
        {
            throw RpcException.NodeIsAway(exception);
        }
        catch (ChainException exception)
        {
            throw new RpcException(
                RpcException.BadRequest, $"the transaction was rejected by network rules.\n\n{exception.Message}");
        }
    }

    private static void BroadcastPackage(SessionState session, in Arguments arguments, JsonOutput output)
    {
        var transactions = arguments.BytesList(0, MaxPackage);
        if (arguments.Flag(1))
        {
            throw arguments.Wrong(1, "false: the verbose answers of bitcoind are not supported");
        }

        EnsureChildWithParents(transactions);
        var rejected = new List<(Hash256 Id, string Reason)>();
        foreach (var bytes in transactions)
        {
            try
            {
                session.Index.Broadcast(bytes);
            }
            catch (Exception exception) when (exception is ChainException or IOException)
            {
                rejected.Add((TransactionView.Read(bytes).Id(), exception.Message));
            }
        }

        if (rejected.Count == 0)
        {
            output.Raw("{\"success\":true}"u8);
            return;
        }

        output.Raw("{\"success\":false,\"errors\":"u8);
        output.List(
            rejected, static (output, each) => output.Json($$"""{"txid":{{each.Id}},"error":{{each.Reason}}}"""));
        output.Raw("}"u8);
    }

    // The last transaction must spend an output of each other transaction. The others must not spend outputs of the
    // package (bitcoind, submitpackage).
    private static void EnsureChildWithParents(List<byte[]> transactions)
    {
        try
        {
            var parents = transactions[..^1].Select(bytes => TransactionView.Read(bytes).Id()).ToHashSet();
            var spentByChild = ParentsOf(transactions[^1], parents);
            if (parents.Count == transactions.Count - 1
                && spentByChild.Count == parents.Count
                && transactions[..^1].TrueForAll(bytes => ParentsOf(bytes, parents).Count == 0))
            {
                return;
            }
        }
        catch (ChainException exception)
        {
            throw new RpcException(
                RpcException.BadRequest, $"the tx package was rejected by network rules.\n\n{exception.Message}");
        }

        throw new RpcException(
            RpcException.BadRequest,
            "the tx package was rejected by network rules.\n\npackage topology disallowed. not child-with-parents or "
                + "parents depend on each other.");
    }

    private static HashSet<Hash256> ParentsOf(byte[] bytes, HashSet<Hash256> parents)
    {
        var spent = new HashSet<Hash256>();
        foreach (var input in TransactionView.Read(bytes).Inputs)
        {
            if (parents.Contains(input.PreviousId))
            {
                spent.Add(input.PreviousId);
            }
        }

        return spent;
    }
}

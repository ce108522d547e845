using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Server.Protocol;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>The methods about headers.</summary>
internal static class HeaderMethods
{
    // The number of blocks between two changes of the difficulty, the minimum that the protocol recommends.
    private const int MaxHeaders = 2016;

    public static IEnumerable<ServedMethod> All =>
    [
        new(ElectrumMethods.BlockHeader, WriteHeader, 1, "height", "cp_height"),
        new("blockchain.block.headers", WriteHeaders, 2, "start_height", "count", "cp_height"),
        new(ElectrumMethods.HeadersSubscribe, Subscribe, 0),
    ];

    /// <summary>Writes the last header in the format of subscriptions.</summary>
    public static void WriteTip(ServedIndex index, JsonOutput output)
    {
        output.Raw("{\"hex\":"u8);
        output.Hex(index.Header(index.Height));
        output.Json($$""","height":{{index.Height}}}""");
    }

    private static void Subscribe(SessionState session, in Arguments arguments, JsonOutput output)
    {
        session.Headers.Add(ElectrumMethods.HeadersSubscribe, true);
        WriteTip(session.Index, output);
    }

    private static void WriteHeader(SessionState session, in Arguments arguments, JsonOutput output)
    {
        var (height, checkpoint) = (arguments.Number(0), arguments.Number(1));
        if (height > session.Index.Height)
        {
            throw new RpcException(
                RpcException.BadRequest,
                $"height {height} is out of range; the chain ends at {session.Index.Height}");
        }

        if (checkpoint == 0)
        {
            output.Hex(session.Index.Header(height));
            return;
        }

        EnsureCheckpoint(session.Index, height, checkpoint);
        output.Raw("{\"header\":"u8);
        output.Hex(session.Index.Header(height));
        WriteProof(session.Index, height, checkpoint, output);
        output.Raw("}"u8);
    }

    private static void WriteHeaders(SessionState session, in Arguments arguments, JsonOutput output)
    {
        var (start, wanted, checkpoint) = (arguments.Number(0), arguments.Number(1), arguments.Number(2));
        var count = Math.Max(0, Math.Min(Math.Min(wanted, MaxHeaders), session.Index.Height - start + 1));
        var isProven = count > 0 && checkpoint > 0;
        if (isProven)
        {
            EnsureCheckpoint(session.Index, start + count - 1, checkpoint);
        }

        var isList = session.Version >= ProtocolVersion.V16;
        output.Raw(isList ? "{\"headers\":["u8 : "{\"hex\":\""u8);
        for (var height = start; height < start + count; height++)
        {
            if (isList)
            {
                output.Raw(height == start ? [] : ","u8);
                output.Hex(session.Index.Header(height));
            }
            else
            {
                output.HexDigits(session.Index.Header(height));
            }
        }

        output.Raw(isList ? "]"u8 : "\""u8);
        output.Json($$""","count":{{count}},"max":{{MaxHeaders}}""");
        if (isProven)
        {
            WriteProof(session.Index, start + count - 1, checkpoint, output);
        }

        output.Raw("}"u8);
    }

    private static void EnsureCheckpoint(ServedIndex index, int height, int checkpoint)
    {
        if (height > checkpoint || checkpoint > index.Height)
        {
            throw new RpcException(
                RpcException.BadRequest,
                $"cp_height is {checkpoint}; expected {height}, the last header's height, to {index.Height}");
        }
    }

    private static void WriteProof(ServedIndex index, int height, int checkpoint, JsonOutput output)
    {
        var hashes = index.HeaderHashes(checkpoint + 1);
        output.Raw(",\"branch\":"u8);
        output.List(MerkleTree.Branch(hashes, height), static (output, hash) => output.Hash(hash));
        output.Json($$""","root":{{hashes[0]}}""");
    }
}

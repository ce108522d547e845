using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Protocol;

namespace AElf.Bench.Electrum.Client;

/// <summary>The same request for many hashes, as lines that are ready to be sent.</summary>
internal sealed class RequestLines
{
    private RequestLines(IReadOnlyList<ReadOnlyMemory<byte>> lines, int count) => (Lines, Count) = (lines, count);

    /// <summary>The lines; a batch each.</summary>
    public IReadOnlyList<ReadOnlyMemory<byte>> Lines { get; }

    /// <summary>The requests in them.</summary>
    public int Count { get; }

    /// <summary>Bytes of all lines.</summary>
    public long Size => Lines.Sum(line => (long)line.Length);

    /// <summary>A request for each hash, which has its place among them for an id.</summary>
    /// <param name="method">The method.</param>
    /// <param name="hashes">Its argument, one for each request.</param>
    /// <param name="batch">Requests of a line; of 1, no lists.</param>
    public static RequestLines Of(string method, IReadOnlyList<Hash256> hashes, int batch)
    {
        var lines = new List<ReadOnlyMemory<byte>>();
        var output = new JsonOutput();
        for (var id = 0; id < hashes.Count;)
        {
            output.Raw(batch > 1 ? "["u8 : []);
            for (var end = Math.Min(id + batch, hashes.Count); id < end; id++)
            {
                output.Raw(id % batch > 0 ? ","u8 : []);
                Begin(output, id, method);
                output.Hash(hashes[id]);
                output.Raw("]}"u8);
            }

            output.Raw(batch > 1 ? "]"u8 : []);
            output.EndLine();
            lines.Add(output.Written.ToArray());
            output.Clear();
        }

        return new RequestLines(lines, hashes.Count);
    }

    /// <summary>One request with arguments that are JSON, with commas between.</summary>
    public static RequestLines Single(string method, ReadOnlySpan<byte> arguments)
    {
        var output = new JsonOutput();
        Begin(output, id: 0, method);
        output.Raw(arguments);
        output.Raw("]}"u8);
        output.EndLine();
        return new RequestLines([output.Written], 1);
    }

    private static void Begin(JsonOutput output, int id, string method)
    {
        output.Raw("{\"jsonrpc\":\"2.0\",\"id\":"u8);
        output.Number(id);
        output.Raw(",\"method\":"u8);
        output.Text(method);
        output.Raw(",\"params\":["u8);
    }
}

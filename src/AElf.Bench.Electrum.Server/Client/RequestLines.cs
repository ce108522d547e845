using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Server.Protocol;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>The same request for many hashes, as lines that are ready to be sent.</summary>
internal sealed class RequestLines
{
    private readonly IReadOnlyList<Hash256>? hashes;
    private readonly int batch;

    private RequestLines(
        string method, IReadOnlyList<Hash256>? hashes, int batch, IReadOnlyList<ReadOnlyMemory<byte>> lines)
    {
        (Method, Lines) = (method, lines);
        (this.hashes, this.batch) = (hashes, batch);
    }

    public string Method { get; }

    /// <summary>The lines, one for each batch.</summary>
    public IReadOnlyList<ReadOnlyMemory<byte>> Lines { get; }

    public int Count => hashes?.Count ?? 1;

    /// <summary>Whether a line has several requests.</summary>
    public bool IsBatched => batch > 1;

    /// <summary>Bytes of all lines.</summary>
    public long Size => Lines.Sum(line => (long)line.Length);

    /// <summary>A request for each hash, with the hash's index for an id.</summary>
    /// <param name="hashes">The argument of each request.</param>
    /// <param name="batch">Requests in a line; 1 writes no lists.</param>
    /// <param name="scripts">The scripts that are sent in place of their hashes; null sends the hashes.</param>
    public static RequestLines Of(
        string method, IReadOnlyList<Hash256> hashes, int batch, IReadOnlyDictionary<Hash256, byte[]>? scripts = null)
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
                if (scripts is null)
                {
                    output.Hash(hashes[id]);
                }
                else
                {
                    output.Hex(scripts[hashes[id]]);
                }

                output.Raw("]}"u8);
            }

            output.Raw(batch > 1 ? "]"u8 : []);
            output.EndLine();
            lines.Add(output.Written.ToArray());
            output.Clear();
        }

        return new RequestLines(method, hashes, batch, lines);
    }

    /// <summary>One request; its arguments are JSON, separated by commas.</summary>
    public static RequestLines Single(string method, ReadOnlySpan<byte> arguments)
    {
        var output = new JsonOutput();
        Begin(output, id: 0, method);
        output.Raw(arguments);
        output.Raw("]}"u8);
        output.EndLine();
        return new RequestLines(method, null, 1, [output.Written]);
    }

    /// <summary>A request in words: its method and its argument.</summary>
    public string NameOf(int number) => hashes is null ? Method : $"{Method} of {hashes[number]}";

    /// <summary>The requests of a line in words.</summary>
    public string NameOfLine(int line)
    {
        var first = Math.Min(line, Lines.Count - 1) * batch;
        var count = Math.Min(batch, Count - first);
        return count == 1 ? NameOf(first) : $"a batch of {count} {Method}, the first of {hashes![first]}";
    }

    /// <summary>A request of a batch in words.</summary>
    public string NameOfPlace(int line, int place) => NameOf(Math.Min((line * batch) + place, Count - 1));

    private static void Begin(JsonOutput output, int id, string method)
    {
        output.Raw("{\"jsonrpc\":\"2.0\",\"id\":"u8);
        output.Number(id);
        output.Raw(",\"method\":"u8);
        output.Text(method);
        output.Raw(",\"params\":["u8);
    }
}

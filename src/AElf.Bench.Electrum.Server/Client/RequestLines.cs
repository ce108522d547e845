using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Server.Protocol;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>One method's requests for many hashes or heights, as lines ready for sending.</summary>
internal sealed class RequestLines
{
    private readonly int batch;
    private Func<int, string>? argumentOf;

    private RequestLines(string method, IReadOnlyList<ReadOnlyMemory<byte>> lines, int batch = 1) =>
        (Method, Lines, this.batch) = (method, lines, batch);

    public string Method { get; }

    /// <summary>The lines, one for each batch.</summary>
    public IReadOnlyList<ReadOnlyMemory<byte>> Lines { get; }

    public int Count { get; private init; } = 1;

    /// <summary>Whether a line has several requests.</summary>
    public bool IsBatched => batch > 1;

    /// <summary>Bytes of all lines.</summary>
    public long Size => Lines.Sum(line => (long)line.Length);

    /// <summary>A request for each hash, with the hash's index as id.</summary>
    /// <param name="hashes">The argument of each request.</param>
    /// <param name="batch">Requests in a line; 1 writes single requests.</param>
    /// <param name="scripts">The scripts to send in place of their hashes; null sends the hashes.</param>
    public static RequestLines Of(
        string method,
        IReadOnlyList<Hash256> hashes,
        int batch,
        IReadOnlyDictionary<Hash256, byte[]>? scripts = null) =>
        scripts is null
            ? Of(method, hashes, batch, (output, hash) => output.Hash(hash))
            : Of(method, hashes, batch, (output, hash) => output.Hex(scripts[hash]));

    /// <summary>A request for each height, with the height's index as id.</summary>
    /// <param name="heights">The argument of each request.</param>
    /// <param name="batch">Requests in a line; 1 writes single requests.</param>
    public static RequestLines Of(string method, IReadOnlyList<int> heights, int batch) =>
        Of(method, heights, batch, (output, height) => output.Number(height));

    private static RequestLines Of<T>(
        string method, IReadOnlyList<T> arguments, int batch, Action<JsonOutput, T> write)
    {
        var lines = new List<ReadOnlyMemory<byte>>();
        var output = new JsonOutput();
        for (var id = 0; id < arguments.Count;)
        {
            output.Raw(batch > 1 ? "["u8 : []);
            for (var end = Math.Min(id + batch, arguments.Count); id < end; id++)
            {
                output.Raw(id % batch > 0 ? ","u8 : []);
                Begin(output, id, method);
                write(output, arguments[id]);
                output.Raw("]}"u8);
            }

            output.Raw(batch > 1 ? "]"u8 : []);
            output.EndLine();
            lines.Add(output.Written.ToArray());
            output.Clear();
        }

        return new RequestLines(method, lines, batch)
        {
            Count = arguments.Count,
            argumentOf = number => $"{arguments[number]}",
        };
    }

    /// <summary>One request; its arguments are JSON, separated by commas.</summary>
    public static RequestLines Single(string method, ReadOnlySpan<byte> arguments)
    {
        var output = new JsonOutput();
        Begin(output, id: 0, method);
        output.Raw(arguments);
        output.Raw("]}"u8);
        output.EndLine();
        return new RequestLines(method, [output.Written]);
    }

    /// <summary>A request in words: its method and its argument.</summary>
    public string NameOf(int number) => argumentOf is null ? Method : $"{Method} of {argumentOf(number)}";

    /// <summary>The requests of a line in words.</summary>
    public string NameOfLine(int line)
    {
        var (first, count) = (Math.Min(line, Lines.Count - 1) * batch, CountOf(Math.Min(line, Lines.Count - 1)));
        return count == 1 ? NameOf(first) : $"a batch of {count} {Method}, the first of {argumentOf!(first)}";
    }

    /// <summary>Number of requests of a batch; the last one may be smaller.</summary>
    public int CountOf(int line) => Math.Min(batch, Count - (line * batch));

    /// <summary>A request of a batch in words.</summary>
    public string NameOfPlace(int line, int place) => NameOf(Math.Min((line * batch) + place, Count - 1));

    private static void Begin(JsonOutput output, int id, string method) =>
        output.Json($$"""{"jsonrpc":"2.0","id":{{id}},"method":{{method}},"params":[""");
}

using System.Text.Json;
using System.Text.Unicode;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Protocol;

/// <summary>The requests of a line or body of JSON-RPC, one or a batch, which lie in it as they came.</summary>
internal sealed class RequestList
{
    private const int MaxDepth = 32;

    private readonly List<(int Start, int Length)> requests = [];
    private ReadOnlyMemory<byte> json;

    /// <summary>Whether they are a batch, which is answered by an array.</summary>
    public bool IsBatch { get; private set; }

    public int Count => requests.Count;

    public ReadOnlySpan<byte> this[int number] => json.Span.Slice(requests[number].Start, requests[number].Length);

    /// <summary>Finds where requests begin and end; reads all of the JSON, so that it is valid from here on.</summary>
    /// <param name="received">It must stay until all of it is answered.</param>
    /// <param name="max">The most requests of a batch.</param>
    /// <exception cref="RpcException">It is not JSON, or a batch without requests or with too many.</exception>
    public void Read(ReadOnlyMemory<byte> received, int max)
    {
        json = received;
        requests.Clear();
        try
        {
            if (!Utf8.IsValid(received.Span))
            {
                throw new RpcException(RpcException.ParseError, "the request is not UTF-8");
            }

            Split(max);
        }
        catch (JsonException exception)
        {
            requests.Clear();
            throw new RpcException(RpcException.ParseError, $"the request is not JSON: {exception.Message}");
        }
        catch (RpcException)
        {
            requests.Clear();
            throw;
        }
    }

    private void Split(int max)
    {
        var reader = new Utf8JsonReader(json.Span, new JsonReaderOptions { MaxDepth = MaxDepth });
        reader.Read();
        IsBatch = reader.TokenType == JsonTokenType.StartArray;
        if (!IsBatch)
        {
            reader.Skip();
            requests.Add((0, json.Length));
        }

        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            var start = (int)reader.TokenStartIndex;
            reader.Skip();
            requests.Add((start, (int)reader.BytesConsumed - start));
            if (requests.Count > max)
            {
                throw new RpcException(
                    RpcException.InvalidRequest, $"the batch has more requests than the limit of {max}");
            }
        }

        if (requests.Count == 0)
        {
            throw new RpcException(RpcException.InvalidRequest, "the batch is empty; expected requests");
        }

        // Nothing may follow the array.
        reader.Read();
    }
}

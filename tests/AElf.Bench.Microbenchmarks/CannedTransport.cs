using System.Text;
using AElf.Bench.Storage.Sockets;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Microbenchmarks;

/// <summary>A server without a network, which answers each send with the same bytes.</summary>
internal sealed class CannedTransport(byte[] answer) : IRespTransport
{
    private int answered = answer.Length;

    public string Peer => "canned";

    /// <summary>The replies to GETs of accounts 0 to <paramref name="count"/> − 1.</summary>
    public static byte[] Values(int count)
    {
        using var bytes = new MemoryStream();
        var value = new byte[AccountCodec.ValueLength];
        for (var account = 0; account < count; account++)
        {
            AccountCodec.WriteValue(
                value, new AccountKey(account, 0), new AccountState(account, 1_000_000_000 + account));
            bytes.Write("$32\r\n"u8);
            bytes.Write(value);
            bytes.Write("\r\n"u8);
        }

        return bytes.ToArray();
    }

    /// <summary>The replies to <paramref name="count"/> SETs.</summary>
    public static byte[] Acknowledgements(int count) =>
        Encoding.ASCII.GetBytes(string.Concat(Enumerable.Repeat("+OK\r\n", count)));

    public void Send(ReadOnlySpan<byte> bytes, bool isAlone) => answered = 0;

    public int Receive(Span<byte> buffer)
    {
        var count = Math.Min(buffer.Length, answer.Length - answered);
        answer.AsSpan(answered, count).CopyTo(buffer);
        answered += count;
        return count;
    }

    public void Dispose()
    {
        // Nothing is open.
    }
}

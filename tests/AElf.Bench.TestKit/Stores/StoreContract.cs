using System.Security.Cryptography;
using System.Text;
using AElf.Bench.Core.Stores;
using Xunit;

namespace AElf.Bench.TestKit.Stores;

/// <summary>
/// The contract of every store of bytes, in addition to <see cref="AccountStoreContract"/>. A subclass for each store
/// starts its server and creates the store.
/// </summary>
public abstract class StoreContract
{
    private readonly RunId run = new(BitConverter.ToUInt32(RandomNumberGenerator.GetBytes(4)));

    /// <summary>
    /// Lengths with one, two, three and more digits, and lengths next to the changes of the number of digits.
    /// </summary>
    public static TheoryData<int> Lengths => [1, 2, 9, 10, 11, 28, 32, 99, 100, 101, 1000, 70_000];

    protected abstract IStore CreateStore(RunId run);

    /// <summary>The key for a name in a run.</summary>
    protected virtual string KeyOf(string run, string name) => $"ab{run}:{name}";

    [Theory]
    [MemberData(nameof(Lengths))]
    public void Value_AnyLengthAndBytes_IsReadBack(int length)
    {
        using var store = CreateStore(run);
        using var connection = store.Connect();
        var value = RandomNumberGenerator.GetBytes(length);

        connection.Set(Key("value"), value, 1);
        connection.Get(Key("value"), 2);

        Assert.Equal([Stored(1), Found(2, value)], Drain(connection));
    }

    [Theory]
    [InlineData("")]
    [InlineData("\r\n")]
    [InlineData("$-1\r\n")]
    [InlineData("+OK\r\n-ERR no\r\n")]
    [InlineData("\0\u00ff\0")]
    public void Value_LooksLikeTheProtocol_IsReadBack(string text)
    {
        using var store = CreateStore(run);
        using var connection = store.Connect();
        var value = Encoding.Latin1.GetBytes(text);

        connection.Set(Key("odd"), value, 1);
        connection.Get(Key("odd"), 2);
        connection.MultiGet([.. Key("odd"), .. Key("off")], Key("odd").Length, 3);

        Assert.Equal([Stored(1), Found(2, value), Found(3, value), Missing(4)], Drain(connection));
    }

    [Theory]
    [MemberData(nameof(Lengths))]
    public void Keys_DifferentLastByte_AreSeparate(int length)
    {
        using var store = CreateStore(run);
        using var connection = store.Connect();
        var key = Key(new string('k', Math.Clamp(length, 1, 200)));
        var other = key.ToArray();
        other[^1]++;

        connection.Set(key, "one"u8, 1);
        connection.Set(other, "two"u8, 2);
        connection.Get(key, 3);
        connection.Get(other, 4);
        connection.Delete(key, 5);
        connection.Get(key, 6);
        connection.Get(other, 7);

        Assert.Equal(
            [Stored(1), Stored(2), Found(3, "one"u8), Found(4, "two"u8), Stored(5), Missing(6), Found(7, "two"u8)],
            Drain(connection));
    }

    [Fact]
    public void Reply_Each_HasTheTagOfItsOperation()
    {
        using var store = CreateStore(run);
        using var connection = store.Connect();

        connection.Set(Key("a"), "1"u8, int.MaxValue);
        connection.Get(Key("a"), int.MinValue);
        connection.Get(Key("b"), -1);
        connection.MultiSet([.. Key("c"), .. Key("d")], Key("c").Length, "34"u8, 1, 7);
        connection.MultiGet([.. Key("d"), .. Key("b"), .. Key("c")], Key("c").Length, 100);
        connection.Delete(Key("a"), 7);

        Assert.Equal(
            [
                Stored(int.MaxValue), Found(int.MinValue, "1"u8), Missing(-1), Stored(7),
                Found(100, "4"u8), Missing(101), Found(102, "3"u8), Stored(7),
            ],
            Drain(connection));
    }

    [Theory]
    [MemberData(nameof(Lengths))]
    public void Values_SeveralOfAnyLength_AreWrittenAndReadTogether(int length)
    {
        using var store = CreateStore(run);
        using var connection = store.Connect();
        var values = RandomNumberGenerator.GetBytes(3 * length);
        byte[] keys = [.. Key("1"), .. Key("2"), .. Key("3")];

        connection.MultiSet(keys, keys.Length / 3, values, length, 1);
        connection.MultiGet(keys, keys.Length / 3, 2);

        Assert.Equal(
            [Stored(1), .. Enumerable.Range(0, 3).Select(i => Found(2 + i, values.AsSpan(i * length, length)))],
            Drain(connection));
    }

    [Fact]
    public void Arguments_OperationQueued_MayChange()
    {
        using var store = CreateStore(run);
        using var connection = store.Connect();
        var key = Key("first");
        var value = "one"u8.ToArray();

        connection.Set(key, value, 1);
        connection.MultiSet([.. key], key.Length, value, value.Length, 2);
        Array.Fill(key, (byte)'x');
        Array.Fill(value, (byte)'x');
        connection.Get(Key("first"), 3);

        Assert.Equal([Stored(1), Stored(2), Found(3, "one"u8)], Drain(connection));
    }

    [Fact]
    public void Lengths_DoNotMatch_AreRefusedWithoutAnOperation()
    {
        using var store = CreateStore(run);
        using var connection = store.Connect();
        var keys = new byte[10];

        Assert.ThrowsAny<ArgumentException>(() => connection.MultiGet(keys, 3, 0));
        Assert.ThrowsAny<ArgumentException>(() => connection.MultiGet(keys, 0, 0));
        Assert.ThrowsAny<ArgumentException>(() => connection.MultiGet([], 5, 0));
        Assert.ThrowsAny<ArgumentException>(() => connection.MultiSet(keys, 5, keys, 4, 0));
        Assert.ThrowsAny<ArgumentException>(() => connection.MultiSet(keys, 3, keys, 5, 0));
        Assert.ThrowsAny<ArgumentException>(() => connection.MultiSet([], 5, [], 5, 0));

        Assert.Equal((0, default), (connection.Outstanding, connection.Operations));
        Assert.True(connection.Exchange().Replies.IsEmpty);
    }

    [Fact]
    public async Task Values_OfManyLengthsInADeepPipeline_AreCompleteAndInOrder()
    {
        using var store = CreateStore(run);
        using var connection = store.Connect();

        await Task.Run(() =>
        {
            List<string> expected = [];
            for (var i = 0; i < 6000; i++)
            {
                // The length varies with the number, so that values cross the ends of buffers in all positions.
                var key = Key(FormattableString.Invariant($"deep{i % 700}"));
                if (i < 700)
                {
                    connection.Set(key, Value(i), i);
                    expected.Add(Stored(i));
                }
                else
                {
                    connection.Get(key, i);
                    expected.Add(Found(i, Value(i % 700)));
                }
            }

            Assert.Equal(expected, Drain(connection));
        }).WaitAsync(Wait.Deadline);
    }

    private static byte[] Value(int length)
    {
        var value = new byte[length];
        for (var i = 0; i < length; i++)
        {
            value[i] = (byte)(length + i);
        }

        return value;
    }

    private static string Stored(int tag) => FormattableString.Invariant($"{tag} stored");

    private static string Missing(int tag) => FormattableString.Invariant($"{tag} missing");

    private static string Found(int tag, ReadOnlySpan<byte> value) =>
        FormattableString.Invariant($"{tag} value {value.Length} {Convert.ToHexString(SHA256.HashData(value))[..16]}");

    private static List<string> Drain(IStoreConnection connection)
    {
        List<string> texts = [];
        while (connection.Outstanding > 0)
        {
            var replies = connection.Exchange();
            foreach (ref readonly var reply in replies.Replies)
            {
                texts.Add(reply.Kind switch
                {
                    ReplyKind.Stored => Stored(reply.Tag),
                    ReplyKind.Missing => Missing(reply.Tag),
                    ReplyKind.Value => Found(reply.Tag, replies.ValueOf(reply)),
                    _ => $"{reply.Tag} {reply.Kind} {connection.LastError}",
                });
            }
        }

        return texts;
    }

    private byte[] Key(string name) => Encoding.ASCII.GetBytes(KeyOf($"{run}", name));
}

using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Stores;
using AElf.Bench.Electrum.Indexing.Stores;
using Xunit;

namespace AElf.Bench.Tests.Indexing;

public sealed class RowMapTests
{
    [Fact]
    public void Rows_AnyGrowthAndRemoval_EqualADictionary()
    {
        for (ulong seed = 1; seed <= 10; seed++)
        {
            var random = new SeededRandom(seed);
            var map = new RowMap();
            var model = new Dictionary<byte[], byte[]>(ByteKeys.Comparer);
            for (var step = 0; step < 3000; step++)
            {
                Change(map, model, random);
                if (step % 500 == 499)
                {
                    EnsureSame(map, model, $"seed {seed}, step {step}");
                }

                if (random.Next(1000) == 0)
                {
                    map.Clear();
                    model.Clear();
                }
            }
        }
    }

    [Fact]
    public void Rows_MemoryOfRemovedRows_IsReused()
    {
        var map = new RowMap();
        var kept = map.Add([1], [10, 11]);
        var read = map.ValueOf(kept);
        var large = new byte[100_000];
        for (var round = 0; round < 1000; round++)
        {
            large[0] = (byte)round;
            map.Remove(map.Add([2], large));
        }

        Assert.Equal([10, 11], map.ValueOf(map.Find([1])).ToArray());
        Assert.Equal([10, 11], read.ToArray());
        Assert.Equal(1, map.Count);
        Assert.InRange(map.Size, 1, 20_000_000);
    }

    [Fact]
    public void Remove_RowWithSpareRoom_CountsTheWholeRoom()
    {
        var map = new RowMap();
        var row = map.Add([1, 2], new byte[1000]);
        map.Set(row, [3]);

        map.Remove(row);

        Assert.Equal(0, map.Bytes);
        Assert.Equal(1002, map.Size);
    }

    [Fact]
    public void Rows_LargeValues_AreStoredAndReadInOrder()
    {
        var map = new RowMap();
        var large = new byte[3 << 20];
        large[^1] = 9;
        var row = map.Add([5], []);
        map.Append(row, large);
        map.Append(row, [8]);
        map.Add([4, 255, 0, 0, 0, 0, 0, 0, 1], [1]);
        map.Add([4, 255, 0, 0, 0, 0, 0, 0, 0], [2]);
        map.Add([4, 255], [3]);
        map.Add([4], [4]);

        Assert.Equal(
            ["04", "04FF", "04FF00000000000000", "04FF00000000000001", "05"],
            map.Sorted().Select(each => Convert.ToHexString(map.KeyOf(each).Span)),
            StringComparer.Ordinal);
        Assert.Equal([9, 8], map.ValueOf(map.Find([5])).Span[^2..].ToArray());

        map.Clear();
        Assert.Equal(0, map.Find([5]));
        Assert.Equal(0, map.Size);
    }

    private static void Change(RowMap map, Dictionary<byte[], byte[]> model, SeededRandom random)
    {
        byte[] key = [.. Enumerable.Range(0, random.Next(4)).Select(_ => (byte)random.Next(6))];
        var value = new byte[random.Next(random.Next(100) == 0 ? 400_000 : 40)];
        Array.Fill(value, (byte)random.Next(256));
        var row = map.Find(key);
        Assert.Equal(model.ContainsKey(key), row != 0);
        if (row == 0)
        {
            map.MarkOf(map.Add(key, value)) = (byte)value.Length;
            model[key] = value;
            return;
        }

        switch (random.Next(3))
        {
            case 0:
                map.Set(row, value);
                model[key] = value;
                break;
            case 1:
                map.Append(row, value);
                model[key] = [.. model[key], .. value];
                break;
            default:
                map.Remove(row);
                model.Remove(key);
                break;
        }
    }

    private static void EnsureSame(RowMap map, Dictionary<byte[], byte[]> model, string when)
    {
        Assert.Equal(model.Count, map.Count);
        Assert.Equal(model.Sum(row => (long)row.Key.Length + row.Value.Length), map.Bytes);
        var sorted = map.Sorted();
        Assert.Equal(model.Keys.Order(ByteKeys.Comparer), sorted.Select(row => map.KeyOf(row).ToArray()));
        foreach (var row in sorted)
        {
            Assert.True(
                map.ValueOf(row).Span.SequenceEqual(model[map.KeyOf(row).ToArray()]), $"{when}: wrong value");
        }
    }
}

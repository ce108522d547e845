using AElf.Bench.Core.Generation;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Harness.Processes;
using AElf.Bench.TestKit.Electrum;

namespace AElf.Bench.Tests.Indexing;

/// <summary>The contract of every archive: its answers equal its blocks.</summary>
public abstract class ChainArchiveContract
{
    private static readonly Lazy<(byte[] First, byte[] Second)> Alike = new(FindAlike);

    protected abstract ChainArchive Open();

    [Fact]
    public void Archive_ReplacedBranches_HasEveryBlockAndTransaction()
    {
        for (ulong seed = 1; seed <= 4; seed++)
        {
            var random = new SeededRandom(seed);
            var (chain, archive, blocks) = (TestChains.Of(seed), Open(), new List<byte[]>());
            var lost = new List<byte[]>();
            for (var turn = 0; turn < 12; turn++)
            {
                var branch = chain.Fork();
                foreach (var block in chain.Take(1 + random.Next(20)))
                {
                    blocks.Add(block);
                    archive.Add(block);
                }

                EnsureAnswers(archive, blocks, [], seed);
                if (random.Next(3) == 0)
                {
                    // Remove all blocks since the fork.
                    while (archive.Height > branch.Height)
                    {
                        lost.Add(blocks[^1]);
                        blocks.RemoveAt(blocks.Count - 1);
                        archive.RemoveTip();
                    }

                    chain = branch;
                }
            }

            EnsureAnswers(archive, blocks, lost, seed);
        }
    }

    [Fact]
    public void Archive_IdsWithTheSamePrefix_FindTheirOwnTransactions()
    {
        var (first, second) = Alike.Value;
        var archive = Open();
        archive.Add(BlockOf(first, Numbered(1)));
        Assert.Null(archive.Transaction(IdOf(second)));
        Assert.Null(archive.PlaceOf(IdOf(second)));

        archive.Add(BlockOf(Numbered(2), second));
        EnsureHas(archive, first, new TransactionPlace(0, 0));
        EnsureHas(archive, second, new TransactionPlace(1, 1));

        archive.RemoveTip();
        EnsureHas(archive, first, new TransactionPlace(0, 0));
        Assert.Null(archive.Transaction(IdOf(second)));
    }

    [Fact]
    public void Archive_TransactionInTwoBlocks_IsFoundInTheLast()
    {
        var archive = Open();
        archive.Add(BlockOf(Numbered(1), Numbered(2)));
        archive.Add(BlockOf(Numbered(3), Numbered(4), Numbered(1)));
        EnsureHas(archive, Numbered(1), new TransactionPlace(1, 2));
    }

    [Fact]
    public void Block_Unreadable_IsRefusedAndChangesNothing()
    {
        var (archive, blocks) = (Open(), TestChains.Of(seed: 1).Take(110));
        Array.ForEach(blocks[..109], archive.Add);
        Assert.Throws<ChainException>(() => archive.Add(blocks[109][..^1]));
        EnsureAnswers(archive, [.. blocks[..109]], [], seed: 1);
    }

    [Fact]
    public async Task Archive_ReadWhileBlocksChange_IsConsistent()
    {
        const ulong Seed = 5;
        var (archive, chain) = (Open(), TestChains.Of(Seed));
        var stays = chain.Take(115);
        var comes = chain.Take(10);
        Array.ForEach(stays, archive.Add);
        var model = new ChainModel([.. stays, .. comes]);
        using var stop = new CancellationTokenSource();
        var asking = Task.Run(() =>
        {
            for (var asked = 0; !stop.IsCancellationRequested || asked < model.Transactions.Count; asked++)
            {
                var (id, bytes) = model.Transactions.ElementAt(asked % model.Transactions.Count);
                Assert.True(archive.Transaction(id) is not { } found || found.Span.SequenceEqual(bytes), $"{id}");
                Assert.Equal(stays[asked % stays.Length], archive.Block(asked % stays.Length));
            }
        }, ThisTest.Cancelled);
        for (var turn = 0; turn < 50; turn++)
        {
            Array.ForEach(comes, archive.Add);
            Array.ForEach(comes, _ => archive.RemoveTip());
        }

        await stop.CancelAsync();
        await asking;
    }

    private static void EnsureAnswers(ChainArchive archive, List<byte[]> blocks, List<byte[]> lost, ulong seed)
    {
        var model = new ChainModel(blocks);
        Assert.Equal(
            (blocks.Count - 1, model.Transactions.Count, blocks.Sum(block => (long)block.Length)),
            (archive.Height, archive.Transactions, archive.Bytes));
        foreach (var (height, block) in blocks.Index())
        {
            Assert.True(archive.Block(height).Span.SequenceEqual(block), $"seed {seed}: wrong block {height}");
            Assert.True(archive.Header(height).Span.SequenceEqual(block.AsSpan(0, BlockHeader.Size)));
            var position = 0;
            foreach (var transaction in new BlockReader(block))
            {
                EnsureHas(archive, transaction.Bytes.ToArray(), new TransactionPlace(height, position++));
                var read = archive.TransactionAt(height, transaction.Start, transaction.Bytes.Length);
                Assert.True(read.Span.SequenceEqual(transaction.Bytes));
            }
        }

        foreach (var id in lost.SelectMany(IdsOf).Where(id => !model.Transactions.ContainsKey(id)))
        {
            Assert.Null(archive.Transaction(id));
        }
    }

    private static void EnsureHas(ChainArchive archive, byte[] transaction, TransactionPlace place)
    {
        var id = IdOf(transaction);
        Assert.Equal(transaction, archive.Transaction(id)!.Value);
        Assert.Equal(place, archive.PlaceOf(id));
    }

    private static IEnumerable<Hash256> IdsOf(byte[] block)
    {
        var ids = new List<Hash256>();
        foreach (var transaction in new BlockReader(block))
        {
            ids.Add(transaction.Id());
        }

        return ids;
    }

    // Two ids with the same first four bytes, which identify an id in a table; some hundred thousand ids contain such a
    // pair.
    private static (byte[] First, byte[] Second) FindAlike()
    {
        var known = new Dictionary<uint, uint>();
        for (var number = 10u; ; number++)
        {
            var key = (uint)IdOf(Numbered(number)).Prefix();
            if (!known.TryAdd(key, number))
            {
                return (Numbered(known[key]), Numbered(number));
            }
        }
    }

    private static byte[] Numbered(uint number)
    {
        var builder = new TransactionBuilder();
        builder.AddInput(Hash256.Of("nobody"u8), number, []);
        builder.AddOutput(1000, [0x51]);
        var writer = new WireWriter();
        builder.MoveTo(writer);
        return writer.Written.ToArray();
    }

    private static Hash256 IdOf(byte[] transaction) => TransactionView.Read(transaction).Id();

    private static byte[] BlockOf(params byte[][] transactions) =>
        [.. new byte[BlockHeader.Size], (byte)transactions.Length, .. transactions.SelectMany(bytes => bytes)];
}

public sealed class MemoryArchiveTests : ChainArchiveContract
{
    protected override ChainArchive Open() => new MemoryArchive();
}

public sealed class FileArchiveTests : ChainArchiveContract, IDisposable
{
    private readonly TemporaryFolder folder = new();
    private readonly List<FileArchive> opened = [];

    public void Dispose()
    {
        opened.ForEach(archive => archive.Dispose());
        folder.Dispose();
    }

    [Fact]
    public void Archive_Dispose_LeavesNothing()
    {
        Open().Add(TestChains.Of(seed: 1).Take(1)[0]);
        Assert.Empty(Directory.EnumerateFileSystemEntries(folder.File("made")));
    }

    protected override ChainArchive Open()
    {
        opened.Add(new FileArchive(folder.File("made")));
        return opened[^1];
    }
}

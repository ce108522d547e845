using System.Buffers.Binary;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Stores;

namespace AElf.Bench.Electrum.Indexing.Engines;

/// <summary>
/// The base of layouts that number all transactions of the chain and store the unspent outputs. It stores the spent
/// outputs of each height, so that blocks can be removed.
/// </summary>
public abstract class NumberedEngine : IndexEngine
{
    private readonly IndexTable undo;
    private readonly int undoSize;
    private readonly WireWriter spent = new();
    private readonly Dictionary<Hash256, long> touched = [];

    /// <summary>Opens an engine over the rows of the store.</summary>
    /// <param name="store">Its rows and files; the engine disposes of it.</param>
    /// <param name="archive">Replaces the node beside the engine.</param>
    /// <param name="undo">The table of spent outputs, by height.</param>
    /// <param name="undoSize">Bytes of the undo data of one output.</param>
    private protected NumberedEngine(IIndexStore store, ChainArchive archive, IndexTable undo, int undoSize)
        : base(store, archive)
    {
        this.undo = undo;
        this.undoSize = undoSize;
        Counts = new TransactionNumbers(OpenRecords("counts", sizeof(long)), Height + 1);
    }

    /// <summary>Number of transactions up to each height.</summary>
    private protected TransactionNumbers Counts { get; }

    protected sealed override void Index(int height, ReadOnlySpan<byte> block)
    {
        var reader = new BlockReader(block);
        var number = Counts.Count;
        spent.Clear();
        touched.Clear();
        while (reader.MoveNext())
        {
            var transaction = reader.Current;
            var id = transaction.Id();
            AddId(id, number);
            if (!transaction.IsCoinbase)
            {
                foreach (var input in transaction.Inputs)
                {
                    Touch(Spend(input, spent) ?? throw new ChainException(
                        transaction.Start,
                        $"spends output {input.PreviousIndex} of {input.PreviousId}, which does not exist"), number);
                }
            }

            foreach (var output in transaction.Outputs)
            {
                if (!output.IsUnspendable)
                {
                    Touch(Create(new OutputPlace(id, output.Index, height, number), output), number);
                }
            }

            number++;
        }

        AddHeader(height, block[..BlockHeader.Size]);
        Changes.Put(undo, HeightKey(stackalloc byte[4], height), spent.Written);
        Counts.Add(reader.Count);
        Forget(touched.Keys);
    }

    protected sealed override void Remove(int height, ReadOnlySpan<byte> block)
    {
        var first = Counts.Count - new BlockReader(block).Count;
        Span<byte> key = stackalloc byte[4];
        var spentByBlock = Changes.Get(undo, HeightKey(key, height))?.ToArray()
            ?? throw new ChainException($"the index has no undo data for block {height}");
        touched.Clear();
        RemoveCreated(block, height, first);
        RestoreSpent(block, spentByBlock, first);
        foreach (var script in touched.Keys)
        {
            TrimHistory(script, first);
        }

        TrimIds(first, Counts.Count);
        TrimHeaders(height);
        Changes.Delete(undo, HeightKey(key, height));
        Counts.RemoveLast();
        Forget(touched.Keys);
    }

    protected override void CutFiles() => Counts.CutFile();

    /// <summary>Adds the id of the transaction with the next number.</summary>
    private protected abstract void AddId(Hash256 id, long number);

    private protected abstract void AddHeader(int height, ReadOnlySpan<byte> header);

    /// <summary>Spends an output, and writes its undo data.</summary>
    /// <returns>Its script in histories; null for an unknown output.</returns>
    private protected abstract Hash256? Spend(InputView input, WireWriter undone);

    /// <summary>Adds an unspent output.</summary>
    /// <returns>Its script in histories.</returns>
    private protected abstract Hash256 Create(in OutputPlace place, OutputView output);

    /// <summary>Removes an output that <see cref="Create"/> added, if it is still there.</summary>
    /// <returns>Its script in histories.</returns>
    private protected abstract Hash256 RemoveOutput(in OutputPlace place, OutputView output);

    /// <summary>The number of the transaction with the spent output, and its script.</summary>
    private protected abstract (long Number, Hash256 Script) ReadUndone(ReadOnlySpan<byte> undone);

    /// <summary>Makes an output unspent again.</summary>
    private protected abstract void Restore(InputView input, ReadOnlySpan<byte> undone);

    /// <summary>Adds a transaction to the history of a script that it pays or spends.</summary>
    private protected abstract void AddToHistory(Hash256 script, long number);

    /// <summary>Removes the numbers from <paramref name="first"/> on from a script's history.</summary>
    private protected abstract void TrimHistory(Hash256 script, long first);

    private protected virtual void TrimIds(long first, long end)
    {
        // CutFiles cuts a flat file.
    }

    private protected virtual void TrimHeaders(int height)
    {
        // CutFiles cuts a flat file.
    }

    /// <summary>Removes the histories of these scripts from the cache, after a block has changed them.</summary>
    private protected virtual void Forget(IReadOnlyCollection<Hash256> scripts)
    {
        // Most layouts cache no history.
    }

    /// <summary>Removes the numbers that are at least <paramref name="first"/> from the end of a row.</summary>
    /// <returns>Whether numbers were removed.</returns>
    private protected bool Trim(IndexTable table, ReadOnlySpan<byte> key, ReadOnlySpan<byte> row, int size, long first)
    {
        var length = row.Length;
        while (length > 0 && LittleEndian.Read(row.Slice(length - size, size)) >= first)
        {
            length -= size;
        }

        if (length < row.Length)
        {
            PutOrDelete(table, key, row[..length]);
        }

        return length < row.Length;
    }

    /// <summary>Sets the value of a row, or removes the row if the value is empty.</summary>
    private protected void PutOrDelete(IndexTable table, ReadOnlySpan<byte> key, ReadOnlySpan<byte> value)
    {
        if (value.IsEmpty)
        {
            Changes.Delete(table, key);
        }
        else
        {
            Changes.Put(table, key, value);
        }
    }

    /// <summary>Writes a height in big-endian order, so that keys have the order of heights.</summary>
    private protected static ReadOnlySpan<byte> HeightKey(Span<byte> key, int height)
    {
        BinaryPrimitives.WriteInt32BigEndian(key, height);
        return key;
    }

    private void Touch(Hash256 script, long number)
    {
        if (!touched.TryGetValue(script, out var last) || last != number)
        {
            touched[script] = number;
            AddToHistory(script, number);
        }
    }

    private void RemoveCreated(ReadOnlySpan<byte> block, int height, long number)
    {
        foreach (var transaction in new BlockReader(block))
        {
            var id = transaction.Id();
            foreach (var output in transaction.Outputs)
            {
                if (!output.IsUnspendable)
                {
                    touched[RemoveOutput(new OutputPlace(id, output.Index, height, number), output)] = number;
                }
            }

            number++;
        }
    }

    /// <summary>Restores the outputs that the block spent, except outputs of the block itself.</summary>
    private void RestoreSpent(ReadOnlySpan<byte> block, ReadOnlySpan<byte> spentByBlock, long first)
    {
        foreach (var transaction in new BlockReader(block))
        {
            if (transaction.IsCoinbase)
            {
                continue;
            }

            foreach (var input in transaction.Inputs)
            {
                var undone = spentByBlock[..undoSize];
                spentByBlock = spentByBlock[undoSize..];
                var (number, script) = ReadUndone(undone);
                touched[script] = number;
                if (number < first)
                {
                    Restore(input, undone);
                }
            }
        }
    }
}

/// <summary>The origin of an output.</summary>
/// <param name="Id">The id of its transaction.</param>
/// <param name="Index">Its index among that transaction's outputs.</param>
/// <param name="Height">The height of its block.</param>
/// <param name="Number">The number of its transaction in the whole chain.</param>
internal readonly record struct OutputPlace(Hash256 Id, uint Index, int Height, long Number);

using System.Buffers;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Transfers.SmallBank;

/// <summary>
/// The transactions a lane executes, slot by slot: groups lie side by side in slots. In the process that made the round
/// all lanes share the block's own arrays; in another process each lane decodes its grants into its own arrays.
/// </summary>
internal sealed class BankWork
{
    private readonly bool isDecoded;
    private BankTransaction[] transactions = [];
    private int[] indexes = [];
    private int[] starts = [];
    private int[] groups = [];
    private int[] accepted = [];

    /// <summary>Makes an empty work, to decode grants into.</summary>
    public BankWork()
    {
        isDecoded = true;
    }

    /// <summary>Makes the work of a whole round of this process.</summary>
    public BankWork(BankTransaction[] transactions, int[] order, int[] starts, Numbering numbering)
    {
        this.transactions = transactions;
        indexes = order;
        this.starts = starts;
        Numbering = numbering;
    }

    public Numbering Numbering { get; private set; }

    /// <summary>Groups decoded.</summary>
    public int GroupCount { get; private set; }

    /// <summary>The round's number of a decoded group, and the version of its accounts' accepted state.</summary>
    public (int Group, int Accepted) GroupAt(int place) => (groups[place], accepted[place]);

    /// <summary>
    /// The slots of a group: by its number in the process that made the round, by its place in a decoded grant.
    /// </summary>
    public (int First, int End) SlotsOf(int group) => (starts[group], starts[group + 1]);

    public ref readonly BankTransaction At(int slot) => ref transactions[isDecoded ? slot : indexes[slot]];

    /// <summary>The place in the block of the transaction in a slot.</summary>
    public int IndexOf(int slot) => indexes[slot];

    /// <summary>
    /// Writes the work of a grant: how many groups, how they are numbered, and for each group its number, the version
    /// of its accounts, and its transactions, each by its distance in the block from the one before.
    /// </summary>
    public static void Encode(BankRound round, in Grant grant, IBufferWriter<byte> output)
    {
        ReadOnlySpan<int> units = grant.Job >= 0 ? round.Jobs[grant.Job] : new[] { grant.Unit };
        var work = round.Work;
        var writer = new VarintWriter(output);
        writer.Write((ulong)units.Length);
        work.Numbering.Write(ref writer);
        foreach (var group in units)
        {
            var (first, end) = work.SlotsOf(group);
            writer.Write((ulong)group);
            writer.Write((ulong)round.AcceptedVersionOf(group));
            writer.Write((ulong)(end - first));
            var last = -1;
            for (var slot = first; slot < end; slot++)
            {
                EncodeTransaction(ref writer, work.At(slot), work.IndexOf(slot) - last);
                last = work.IndexOf(slot);
            }
        }

        writer.Flush();
    }

    /// <summary>Reads the bytes of <see cref="Encode"/>, and replaces the decoded work.</summary>
    /// <exception cref="FormatException">The bytes are not groups of transactions.</exception>
    public void Decode(ReadOnlySpan<byte> encoded)
    {
        var reader = new VarintReader(encoded);
        GroupCount = reader.ReadCount(encoded.Length);
        Numbering = Numbering.Read(ref reader, "transactions");

        VarintReader.Grow(ref groups, GroupCount);
        VarintReader.Grow(ref accepted, GroupCount);
        VarintReader.Grow(ref starts, GroupCount + 1);
        var slot = 0;
        for (var place = 0; place < GroupCount; place++)
        {
            (groups[place], accepted[place], starts[place]) = (reader.ReadInt32(), reader.ReadInt32(), slot);
            var end = slot + reader.ReadCount(encoded.Length);
            VarintReader.Grow(ref transactions, end);
            VarintReader.Grow(ref indexes, end);
            for (var index = -1; slot < end; slot++)
            {
                index = checked(index + reader.ReadInt32());
                indexes[slot] = index;
                transactions[slot] = DecodeTransaction(ref reader);
            }
        }

        starts[GroupCount] = slot;
        reader.ExpectEnd();
    }

    private static void EncodeTransaction(ref VarintWriter writer, in BankTransaction transaction, int distance)
    {
        var (kind, customer, other, amount) = transaction;
        writer.Write((ulong)distance);
        writer.Write((ulong)kind);
        writer.Write((ulong)customer);
        writer.Write((ulong)other);

        // The sign in the lowest bit, so that small amounts are short whatever it is.
        writer.Write((ulong)((amount << 1) ^ (amount >> 63)));
    }

    private static BankTransaction DecodeTransaction(ref VarintReader reader)
    {
        var kind = (BankKind)Math.Min(reader.Read(), byte.MaxValue);
        var (customer, other, amount) = (reader.ReadInt32(), reader.ReadInt32(), reader.Read());
        var decoded = new BankTransaction(kind, customer, other, (long)(amount >> 1) ^ -(long)(amount & 1));
        return BankBlock.WhatIsWrongWith(decoded, int.MaxValue / 2) is { } wrong
            ? throw new FormatException(wrong)
            : decoded;
    }
}

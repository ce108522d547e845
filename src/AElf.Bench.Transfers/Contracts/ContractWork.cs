using System.Buffers;
using System.Runtime.CompilerServices;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>
/// The transactions a lane executes, slot by slot: groups lie side by side in slots. In the process that made the round
/// all lanes share the block's own rows; in another process each lane decodes its grants into its own.
/// </summary>
internal sealed class ContractWork
{
    private readonly RowLayout layout;
    private readonly bool isDecoded;
    private long[] rows = [];
    private int[] indexes = [];
    private int[] starts = [];
    private int[] groups = [];
    private int[] accepted = [];

    /// <summary>Makes an empty work, to decode grants into.</summary>
    public ContractWork(RowLayout layout)
    {
        (this.layout, isDecoded) = (layout, true);
    }

    /// <summary>Makes the work of a whole round of this process.</summary>
    public ContractWork(ContractBlock block, int[] order, int[] starts, Numbering numbering, int unwrittenVersion)
    {
        (layout, rows, indexes, this.starts) = (block.Layout, block.Rows, order, starts);
        (Numbering, UnwrittenVersion, FirstJob) = (numbering, unwrittenVersion, block.FirstJob);
    }

    public Numbering Numbering { get; private set; }

    /// <summary>The version of the accounts that belong to no group.</summary>
    public int UnwrittenVersion { get; private set; }

    /// <summary>The number of the first account that stands for a job; below 0 with groups.</summary>
    public int FirstJob { get; private set; } = -1;

    /// <summary>Microseconds from the beginning of the round until the work was sent; 0 in a closed loop.</summary>
    public long OpenedMicrosecondsAgo { get; private set; }

    public bool IsDecoded => isDecoded;

    /// <summary>Groups decoded.</summary>
    public int GroupCount { get; private set; }

    public long[] Rows => rows;

    /// <summary>The round's number of a decoded group, and the version of its accounts' accepted state.</summary>
    public (int Group, int Accepted) GroupAt(int place) => (groups[place], accepted[place]);

    /// <summary>Without groups, the epoch that an attempt has in the store: 0 until a job was taken over.</summary>
    public int EpochOf(in Grant grant, int accepted) =>
        grant.Epoch > 0 ? grant.Epoch : accepted == UnwrittenVersion ? 0 : accepted;

    /// <summary>
    /// The slots of a group: by its number in the process that made the round, by its place in a decoded grant.
    /// </summary>
    public (int First, int End) SlotsOf(int group) => (starts[group], starts[group + 1]);

    /// <summary>Where the row of a slot begins.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int RowOf(int slot) => (isDecoded ? slot : indexes[slot]) * layout.Stride;

    /// <summary>The place in the block of the transaction in a slot.</summary>
    public int IndexOf(int slot) => indexes[slot];

    /// <summary>
    /// Writes the work of a grant: how many groups, how they are numbered, and for each group its number, the version
    /// of its accounts, and its transactions, each by its distance in the block from the one before.
    /// </summary>
    public void Encode(ContractRound round, in Grant grant, IBufferWriter<byte> output)
    {
        ReadOnlySpan<int> units = grant.Job >= 0 ? round.Jobs[grant.Job] : new[] { grant.Unit };
        var writer = new VarintWriter(output);
        writer.Write((ulong)units.Length);
        Numbering.Write(ref writer);
        writer.Write((ulong)round.Age.Microseconds());
        writer.Write((ulong)UnwrittenVersion);
        writer.Write((ulong)(FirstJob + 1));
        foreach (var group in units)
        {
            var (first, end) = SlotsOf(group);
            writer.Write((ulong)group);
            writer.Write((ulong)round.OpeningVersionOf(group));
            writer.Write((ulong)(end - first));
            var last = -1;
            for (var slot = first; slot < end; slot++)
            {
                writer.Write((ulong)(IndexOf(slot) - last));
                last = IndexOf(slot);
                EncodeRow(ref writer, rows.AsSpan(RowOf(slot), layout.Stride));
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
        OpenedMicrosecondsAgo = RoundAge.Read(ref reader);
        UnwrittenVersion = reader.ReadInt32();
        FirstJob = reader.ReadInt32() - 1;
        VarintReader.Grow(ref groups, GroupCount);
        VarintReader.Grow(ref accepted, GroupCount);
        VarintReader.Grow(ref starts, GroupCount + 1);
        var slot = 0;
        for (var place = 0; place < GroupCount; place++)
        {
            (groups[place], accepted[place], starts[place]) = (reader.ReadInt32(), reader.ReadInt32(), slot);
            var end = slot + reader.ReadCount(encoded.Length);
            VarintReader.Grow(ref rows, end * layout.Stride);
            VarintReader.Grow(ref indexes, end);
            for (var index = -1; slot < end; slot++)
            {
                index = checked(index + reader.ReadInt32());
                indexes[slot] = index;
                DecodeRow(ref reader, rows.AsSpan(slot * layout.Stride, layout.Stride));
            }
        }

        starts[GroupCount] = slot;
        reader.ExpectEnd();
    }

    /// <summary>Gives the written accounts of each decoded group its hash tag.</summary>
    public void Place(HashTags tags)
    {
        for (var place = 0; place < GroupCount; place++)
        {
            var (first, end) = SlotsOf(place);
            tags.Place(groups[place], Enumerable.Range(first, end - first)
                .SelectMany(slot => layout.WrittenAccounts(rows, RowOf(slot))));
        }
    }

    private void EncodeRow(ref VarintWriter writer, ReadOnlySpan<long> row)
    {
        var contract = layout.File.Contracts[(int)row[0]];
        writer.Write((ulong)row[0]);
        foreach (var account in row.Slice(RowLayout.FirstRole, contract.Roles.Count))
        {
            writer.Write(((ulong)(uint)account << 1) | (account < ContractBlock.Unwritten ? 0UL : 1));
        }

        foreach (var parameter in row.Slice(layout.FirstParameter, contract.Parameters.Count))
        {
            // The sign in the lowest bit, so that small numbers are short whatever it is.
            writer.Write((ulong)((parameter << 1) ^ (parameter >> 63)));
        }
    }

    private void DecodeRow(ref VarintReader reader, Span<long> row)
    {
        row[0] = reader.ReadInt32();
        var contract = layout.File.Contracts[(int)Math.Min(row[0], layout.File.Contracts.Count - 1)];
        foreach (ref var account in row.Slice(RowLayout.FirstRole, contract.Roles.Count))
        {
            var read = reader.Read();
            account = (long)(read >> 1) | ((read & 1) == 0 ? 0 : ContractBlock.Unwritten);
        }

        foreach (ref var parameter in row.Slice(layout.FirstParameter, contract.Parameters.Count))
        {
            var read = reader.Read();
            parameter = (long)(read >> 1) ^ -(long)(read & 1);
        }

        if (layout.WhatIsWrongWith(row, int.MaxValue) is { } wrong)
        {
            throw new FormatException(wrong);
        }
    }
}

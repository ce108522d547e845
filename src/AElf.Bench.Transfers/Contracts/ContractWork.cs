using System.Buffers;
using System.Runtime.CompilerServices;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>The rows of contracts that a lane executes.</summary>
internal sealed class ContractWork : AccountWork
{
    private readonly RowLayout layout;
    private long[] rows = [];

    /// <inheritdoc cref="AccountWork()"/>
    public ContractWork(RowLayout layout)
    {
        this.layout = layout;
    }

    /// <summary>Makes the work of a whole round of this process.</summary>
    public ContractWork(ContractBlock block, int[] order, int[] starts, Numbering numbering, int unwrittenVersion)
        : base(order, starts, numbering)
    {
        (layout, rows) = (block.Layout, block.Rows);
        (UnwrittenVersion, FirstJob) = (unwrittenVersion, block.FirstJob);
    }

    /// <summary>The version of the accounts that belong to no group.</summary>
    public int UnwrittenVersion { get; private set; }

    /// <summary>The number of the first account that represents a job; below 0 with groups.</summary>
    public int FirstJob { get; private set; } = -1;

    public long[] Rows => rows;

    /// <summary>Without groups, the epoch of an attempt in the store: 0 before the first takeover of the job.</summary>
    public int EpochOf(in Grant grant, int accepted) =>
        grant.Epoch > 0 ? grant.Epoch : accepted == UnwrittenVersion ? 0 : accepted;

    /// <summary>Offset of the row of a slot.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int RowOf(int slot) => PlaceOf(slot) * layout.Stride;

    public override IEnumerable<int> AccountsOf(int firstSlot, int endSlot) => Enumerable
        .Range(firstSlot, endSlot - firstSlot)
        .SelectMany(slot => layout.WrittenAccounts(rows, RowOf(slot)));

    /// <summary>
    /// Writes the work of a grant: the number of groups, their numbering, and for each group its number, the version of
    /// its accounts, and its transactions. Each transaction is its distance in the block from the one before.
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

    protected override void DecodeHead(ref VarintReader reader) =>
        (UnwrittenVersion, FirstJob) = (reader.ReadInt32(), reader.ReadInt32() - 1);

    protected override int DecodeGroup(ref VarintReader reader, int place, int firstSlot)
    {
        Accepted[place] = reader.ReadInt32();
        var endSlot = firstSlot + reader.ReadCount();
        Reserve(endSlot);
        VarintReader.Grow(ref rows, endSlot * layout.Stride);
        var index = -1;
        for (var slot = firstSlot; slot < endSlot; slot++)
        {
            index = DecodeIndex(ref reader, slot, index);
            DecodeRow(ref reader, rows.AsSpan(slot * layout.Stride, layout.Stride));
        }

        return endSlot;
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
            // The sign is the lowest bit, so that small negative numbers are short too.
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

        if (layout.ProblemOf(row, int.MaxValue) is { } wrong)
        {
            throw new FormatException(wrong);
        }
    }
}

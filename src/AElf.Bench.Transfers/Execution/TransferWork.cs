using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Execution;

/// <summary>The transfers of a lane.</summary>
internal sealed class TransferWork : AccountWork
{
    private Transfer[] transfers = [];
    private int[] accounts = [];

    /// <inheritdoc cref="AccountWork()"/>
    public TransferWork()
    {
    }

    /// <summary>Makes the work of a whole round of this process.</summary>
    public TransferWork(Transfer[] transfers, int[] order, int[] starts, Numbering numbering)
        : base(order, starts, numbering)
    {
        this.transfers = transfers;
    }

    public ref readonly Transfer At(int slot) => ref transfers[PlaceOf(slot)];

    public override IEnumerable<int> AccountsOf(int firstSlot, int endSlot)
    {
        for (var slot = firstSlot; slot < endSlot; slot++)
        {
            yield return At(slot).From;
            yield return At(slot).To;
        }
    }

    protected override void DecodeHead(ref VarintReader reader)
    {
        var version = 0;
        foreach (ref var accepted in Accepted.AsSpan(0, GroupCount))
        {
            version ^= reader.ReadInt32();
            accepted = version;
        }
    }

    protected override int DecodeGroup(ref VarintReader reader, int place, int firstSlot)
    {
        var count = reader.ReadCount();
        var endSlot = firstSlot + reader.ReadCount();
        VarintReader.Grow(ref accounts, count);
        for (var account = 0; account < count; account++)
        {
            accounts[account] = reader.ReadInt32();
        }

        Reserve(endSlot);
        VarintReader.Grow(ref transfers, endSlot);
        var index = -1;
        for (var slot = firstSlot; slot < endSlot; slot++)
        {
            index = DecodeIndex(ref reader, slot, index);
            transfers[slot] = DecodeTransfer(ref reader, accounts.AsSpan(0, count), index);
        }

        return endSlot;
    }

    private static Transfer DecodeTransfer(ref VarintReader reader, ReadOnlySpan<int> accounts, int index)
    {
        var (from, to) = (reader.ReadInt32(), reader.ReadInt32());
        var amount = (long)reader.Read();
        return from < accounts.Length && to < accounts.Length && from != to && amount >= 1
            ? new Transfer(accounts[from], accounts[to], amount)
            : throw new FormatException(
                $"transfer {index} moves {amount} from account {from} to {to} of {accounts.Length} in its group");
    }
}

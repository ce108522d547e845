using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Execution;

/// <summary>How the transfers of a round are numbered: from 1, rising over all rounds of the run.</summary>
/// <param name="Base">The number of the last transfer before the round.</param>
/// <param name="BlockLength">Transfers in a block.</param>
/// <param name="Blocks">How often the block is offered, at least once.</param>
internal readonly record struct Numbering(long Base, int BlockLength, int Blocks)
{
    /// <summary>Reads what <see cref="Write"/> wrote.</summary>
    /// <param name="reader">The bytes.</param>
    /// <param name="noun">What is numbered, in the plural.</param>
    /// <exception cref="FormatException">The bytes are not a numbering.</exception>
    public static Numbering Read(ref VarintReader reader, string noun)
    {
        var read = new Numbering((long)reader.Read(), reader.ReadInt32(), reader.ReadInt32());
        return read.Base < 0 || read.BlockLength < 1 || read.Blocks < 1
            ? throw new FormatException($"the {noun} are numbered by {read}")
            : read;
    }

    public void Write(ref VarintWriter writer)
    {
        writer.Write((ulong)Base);
        writer.Write((ulong)BlockLength);
        writer.Write((ulong)Blocks);
    }
}

/// <summary>
/// The transfers a lane executes, slot by slot: groups lie side by side in slots. In the process that made the round
/// all lanes share the block's own arrays; in another process each lane decodes its grants into its own arrays, which
/// name accounts by their position in the grant.
/// </summary>
internal sealed class TransferWork
{
    private Transfer[] transfers;
    private int[] indexes;
    private int[] starts;
    private int[] groups = [];
    private int[] accepted = [];
    private AccountKey[] keys = [];
    private int[] accountStarts = [];
    private readonly bool isDecoded;

    /// <summary>Makes an empty work, to decode grants into.</summary>
    public TransferWork()
    {
        isDecoded = true;
        (transfers, indexes, starts) = ([], [], []);
    }

    /// <summary>Makes the work of a whole round of this process.</summary>
    public TransferWork(Transfer[] transfers, int[] order, int[] starts, Numbering numbering)
    {
        this.transfers = transfers;
        indexes = order;
        this.starts = starts;
        Numbering = numbering;
    }

    public Numbering Numbering { get; private set; }

    /// <summary>Microseconds from the beginning of the round until the work was sent; 0 in a closed loop.</summary>
    public long OpenedMicrosecondsAgo { get; private set; }

    /// <summary>Groups decoded.</summary>
    public int GroupCount { get; private set; }

    /// <summary>Whether accounts are named by their place in the grant.</summary>
    public bool IsDecoded => isDecoded;

    /// <summary>The round's number of a decoded group.</summary>
    public int GroupAt(int place) => groups[place];

    /// <summary>
    /// The slots of a group: by its number in the process that made the round, by its place in a decoded grant.
    /// </summary>
    public (int First, int End) SlotsOf(int group) => (starts[group], starts[group + 1]);

    /// <summary>The accounts of a decoded group; the end is one past the last.</summary>
    public (int First, int End) AccountsOf(int place) => (accountStarts[place], accountStarts[place + 1]);

    public ref readonly Transfer At(int slot) => ref transfers[isDecoded ? slot : indexes[slot]];

    /// <summary>The place in the block of the transfer in a slot.</summary>
    public int IndexOf(int slot) => indexes[slot];

    /// <summary>The key of an account's accepted state.</summary>
    /// <param name="account">The account, as transfers name it.</param>
    /// <param name="version">The version its group is accepted at; decoded accounts have their own.</param>
    public AccountKey AcceptedKey(int account, int version) =>
        isDecoded ? keys[account] : new AccountKey(account, version);

    public AccountKey KeyUnder(int account, int epoch) => new(NumberOf(account), epoch);

    /// <summary>An account's number in the run.</summary>
    public int NumberOf(int account) => isDecoded ? keys[account].Account : account;

    /// <summary>Reads what <see cref="WorkEncoder"/> wrote, in place of what was decoded before.</summary>
    /// <exception cref="FormatException">The bytes are not groups of transfers.</exception>
    public void Decode(ReadOnlySpan<byte> encoded)
    {
        var reader = new VarintReader(encoded);
        GroupCount = reader.ReadCount(encoded.Length);
        Numbering = Numbering.Read(ref reader, "transfers");
        OpenedMicrosecondsAgo = RoundAge.Read(ref reader);
        VarintReader.Grow(ref groups, GroupCount);
        VarintReader.Grow(ref starts, GroupCount + 1);
        VarintReader.Grow(ref accountStarts, GroupCount + 1);
        VarintReader.Grow(ref accepted, GroupCount);
        for (var place = 0; place < GroupCount; place++)
        {
            accepted[place] = reader.ReadInt32() ^ (place == 0 ? 0 : accepted[place - 1]);
        }

        var slot = 0;
        var account = 0;
        for (var place = 0; place < GroupCount; place++)
        {
            groups[place] = reader.ReadInt32();
            (starts[place], accountStarts[place]) = (slot, account);
            var accountEnd = account + reader.ReadCount(encoded.Length);
            var slotEnd = slot + reader.ReadCount(encoded.Length);
            DecodeAccounts(ref reader, account, accountEnd, accepted[place]);
            DecodeTransfers(ref reader, slot, slotEnd, account, accountEnd);
            (slot, account) = (slotEnd, accountEnd);
        }

        (starts[GroupCount], accountStarts[GroupCount]) = (slot, account);
        reader.ExpectEnd();
    }

    /// <summary>Gives the accounts of each decoded group its hash tag.</summary>
    public void Place(HashTags tags)
    {
        for (var place = 0; place < GroupCount; place++)
        {
            var (first, end) = AccountsOf(place);
            tags.Place(groups[place], keys.Take(first..end).Select(static key => key.Account));
        }
    }

    private void DecodeAccounts(ref VarintReader reader, int first, int end, int version)
    {
        VarintReader.Grow(ref keys, end);
        for (var account = first; account < end; account++)
        {
            keys[account] = new AccountKey(reader.ReadInt32(), version);
        }
    }

    private void DecodeTransfers(ref VarintReader reader, int first, int end, int firstAccount, int endAccount)
    {
        VarintReader.Grow(ref transfers, end);
        VarintReader.Grow(ref indexes, end);
        var index = -1;
        for (var slot = first; slot < end; slot++)
        {
            index = checked(index + reader.ReadInt32());
            var from = firstAccount + reader.ReadInt32();
            var to = firstAccount + reader.ReadInt32();
            var amount = (long)reader.Read();
            if ((uint)from >= (uint)endAccount || (uint)to >= (uint)endAccount || from == to || amount < 1)
            {
                throw new FormatException(
                    $"transfer {index} moves {amount} from place {from} to place {to} of {endAccount}");
            }

            transfers[slot] = new Transfer(from, to, amount);
            indexes[slot] = index;
        }
    }
}

using System.Runtime.CompilerServices;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Execution;

/// <summary>The numbers of a round's transactions: from 1, rising over all rounds of the run.</summary>
/// <param name="Base">The number of the last transaction before the round.</param>
/// <param name="BlockLength">Transactions in a block.</param>
/// <param name="Blocks">How often the block is offered, at least once.</param>
internal readonly record struct Numbering(long Base, int BlockLength, int Blocks)
{
    /// <summary>The numbers of a block of this many transactions in an offer.</summary>
    public static Numbering Of(Offer offer, int blockLength) =>
        new(offer.BlocksBefore * blockLength, blockLength, offer.Blocks);

    /// <summary>Reads a numbering that <see cref="Write"/> wrote.</summary>
    /// <exception cref="FormatException">The bytes are not a numbering.</exception>
    public static Numbering Read(ref VarintReader reader)
    {
        var read = new Numbering((long)reader.Read(), reader.ReadInt32(), reader.ReadInt32());
        return read.Base < 0 || read.BlockLength < 1 || read.Blocks < 1
            ? throw new FormatException($"invalid numbering of transactions: {read}")
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
/// The transactions that a lane executes. The groups lie side by side in slots. In the process that made the round, all
/// lanes share the arrays of the block. In another process, each lane decodes its grants into its own arrays.
/// </summary>
internal abstract class AccountWork
{
    private readonly bool isDecoded;
    private int[] indexes = [];
    private int[] starts = [];
    private int[] groups = [];

    /// <summary>Makes an empty work, to decode grants into.</summary>
    protected AccountWork()
    {
        isDecoded = true;
    }

    /// <summary>Makes the work of a whole round of this process.</summary>
    protected AccountWork(int[] order, int[] starts, Numbering numbering)
    {
        (indexes, this.starts, Numbering) = (order, starts, numbering);
    }

    public Numbering Numbering { get; private set; }

    /// <summary>Microseconds from the beginning of the round until the work was sent; 0 in a closed loop.</summary>
    public long OpenedMicrosecondsAgo { get; private set; }

    /// <summary>Number of decoded groups.</summary>
    public int GroupCount { get; private set; }

    /// <summary>The version of the accepted state of each decoded group.</summary>
    protected int[] Accepted { get; private set; } = [];

    /// <summary>The number of a decoded group in the round, and the version of its accepted state.</summary>
    public (int Group, int Accepted) GroupAt(int place) => (groups[place], Accepted[place]);

    /// <summary>
    /// The slots of a group. In the process that made the round, the argument is its number; in another process, its
    /// place in the grant.
    /// </summary>
    public (int First, int End) SlotsOf(int group) => (starts[group], starts[group + 1]);

    /// <summary>The index in the block of a slot's transaction.</summary>
    public int IndexOf(int slot) => indexes[slot];

    /// <summary>The accounts of the transactions in a group's slots; an account may occur several times.</summary>
    public abstract IEnumerable<int> AccountsOf(int firstSlot, int endSlot);

    /// <summary>Gives the accounts of each decoded group its hash tag.</summary>
    public void Place(HashTags tags)
    {
        for (var place = 0; place < GroupCount; place++)
        {
            tags.Place(groups[place], AccountsOf(starts[place], starts[place + 1]));
        }
    }

    /// <summary>Reads the encoded work of a grant, and replaces the work decoded before.</summary>
    /// <exception cref="FormatException">The bytes are not groups of transactions.</exception>
    public void Decode(ReadOnlySpan<byte> encoded)
    {
        var reader = new VarintReader(encoded);
        GroupCount = reader.ReadCount();
        Numbering = Numbering.Read(ref reader);
        OpenedMicrosecondsAgo = RoundAge.Read(ref reader);
        VarintReader.Grow(ref groups, GroupCount);
        VarintReader.Grow(ref starts, GroupCount + 1);
        if (Accepted.Length < GroupCount)
        {
            Accepted = new int[GroupCount];
        }

        DecodeHead(ref reader);
        var slot = 0;
        for (var place = 0; place < GroupCount; place++)
        {
            (groups[place], starts[place]) = (reader.ReadInt32(), slot);
            slot = DecodeGroup(ref reader, place, slot);
        }

        starts[GroupCount] = slot;
        reader.ExpectEnd();
    }

    /// <summary>The index of a slot's transaction in the arrays of transactions.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected int PlaceOf(int slot) => isDecoded ? slot : indexes[slot];

    /// <summary>Reads the part before the groups.</summary>
    protected abstract void DecodeHead(ref VarintReader reader);

    /// <summary>Reads a group into slots.</summary>
    /// <returns>One past the group's last slot.</returns>
    protected abstract int DecodeGroup(ref VarintReader reader, int place, int firstSlot);

    /// <summary>Makes room for the slots of a group.</summary>
    protected void Reserve(int endSlot) => VarintReader.Grow(ref indexes, endSlot);

    /// <summary>Reads the index in the block of a slot's transaction.</summary>
    /// <param name="last">Index of the slot before; −1 at the first slot of a group.</param>
    protected int DecodeIndex(ref VarintReader reader, int slot, int last) =>
        indexes[slot] = checked(last + reader.ReadInt32());
}

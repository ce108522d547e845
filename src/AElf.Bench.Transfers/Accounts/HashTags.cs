using System.Buffers.Binary;
using System.Numerics;
using System.Text;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Transfers.Accounts;

/// <summary>
/// The hash tag of each account. A key has it in braces. Accounts of one group have one tag, so a Redis Cluster keeps
/// them in one slot, and serves commands over several of them. Shared by the connections of a store.
/// </summary>
public sealed class HashTags
{
    /// <summary>Bytes of a tag, without its braces.</summary>
    public const int Length = sizeof(uint);

    private const string Digits = "0123456789abcdefghijklmnopqrstuvwxyz";

    private static readonly int SlotBits = BitOperations.Log2(HashSlot.Count);

    private static readonly Lazy<uint[]> OfSlots = new(Search);

    private readonly Lock gate = new();
    private uint[] tags = [];

    /// <summary>The four letters of an account's tag, the first in the lowest byte.</summary>
    public uint Of(int account)
    {
        var known = Volatile.Read(ref tags);
        return account < known.Length && known[account] is not 0 and var tag ? tag : OfNumber(account);
    }

    /// <summary>An account's tag in braces, as in its key.</summary>
    public string Shown(int account) => $"{{{Encoding.ASCII.GetString(BitConverter.GetBytes(Of(account)))}}}";

    /// <summary>Assigns the tag of a group to its accounts. A group of a run always has the same accounts.</summary>
    public void Place(int group, IEnumerable<int> accounts)
    {
        lock (gate)
        {
            var tag = OfNumber(group);
            foreach (var account in accounts)
            {
                if (account >= tags.Length)
                {
                    var larger = new uint[Math.Max(account + 1, 2 * tags.Length)];
                    tags.CopyTo(larger, 0);
                    Volatile.Write(ref tags, larger);
                }

                tags[account] = tag;
            }
        }
    }

    // The order of the slots is that of their reversed bits. So any number of groups is spread evenly over any number
    // of masters, since each master has adjoining slots.
    private static uint OfNumber(int number)
    {
        var slot = 0;
        for (var bit = 0; bit < SlotBits; bit++)
        {
            slot = (slot << 1) | ((number >> bit) & 1);
        }

        return OfSlots.Value[slot];
    }

    /// <summary>Finds a tag for each slot.</summary>
    private static uint[] Search()
    {
        var found = new uint[HashSlot.Count];
        Span<byte> tag = stackalloc byte[Length];
        for (int number = 0, left = found.Length; left > 0; number++)
        {
            var rest = number;
            for (var place = Length - 1; place >= 0; place--)
            {
                tag[place] = (byte)Digits[rest % Digits.Length];
                rest /= Digits.Length;
            }

            ref var known = ref found[HashSlot.Of(tag)];
            if (known == 0)
            {
                known = BinaryPrimitives.ReadUInt32LittleEndian(tag);
                left--;
            }
        }

        return found;
    }
}

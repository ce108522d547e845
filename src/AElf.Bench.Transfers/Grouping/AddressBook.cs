using System.Numerics;

namespace AElf.Bench.Transfers.Grouping;

/// <summary>
/// Interns addresses to account numbers 0, 1, 2 … in the order they are first met: open addressing, linear probing.
/// </summary>
public sealed class AddressBook
{
    private readonly ulong seed;
    private Address[] addresses;
    private Slot[] slots;
    private int count;

    /// <summary>
    /// Makes room for <paramref name="expected"/> addresses; grows past it. The seed keeps chosen addresses from
    /// colliding on purpose.
    /// </summary>
    public AddressBook(int expected, ulong seed = 0x9E3779B97F4A7C15)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(expected);
        this.seed = seed;
        addresses = new Address[Math.Max(4, expected)];
        slots = new Slot[BitOperations.RoundUpToPowerOf2((uint)Math.Max(8, expected * 3L / 2))];
    }

    public int Count => count;

    /// <summary>The address of an account number.</summary>
    /// <exception cref="ArgumentOutOfRangeException">No address has that number.</exception>
    public Address this[int account] =>
        (uint)account < (uint)count ? addresses[account] : throw new ArgumentOutOfRangeException(nameof(account));

    /// <summary>The account number of an address; a new one gets the next number.</summary>
    public int Intern(in Address address)
    {
        var hash = Hash(address);
        var mask = (uint)slots.Length - 1;
        for (var at = hash & mask; ; at = (at + 1) & mask)
        {
            ref var slot = ref slots[at];
            if (slot.Number == 0)
            {
                return Add(address, hash, at);
            }

            if (slot.Hash == hash && addresses[slot.Number - 1] == address)
            {
                return slot.Number - 1;
            }
        }
    }

    private int Add(in Address address, uint hash, uint at)
    {
        if (count == addresses.Length)
        {
            Array.Resize(ref addresses, count * 2);
        }

        addresses[count] = address;
        slots[at] = new Slot(hash, ++count);
        if (count * 4L > slots.Length * 3L)
        {
            Grow();
        }

        return count - 1;
    }

    private void Grow()
    {
        var larger = new Slot[slots.Length * 2];
        var mask = (uint)larger.Length - 1;
        foreach (var slot in slots)
        {
            if (slot.Number == 0)
            {
                continue;
            }

            var at = slot.Hash & mask;
            while (larger[at].Number != 0)
            {
                at = (at + 1) & mask;
            }

            larger[at] = slot;
        }

        slots = larger;
    }

    // Addresses are hashes already, so one multiplication over all words spreads them.
    private uint Hash(in Address address)
    {
        var mixed = (address.A
            ^ BitOperations.RotateLeft(address.B, 17)
            ^ BitOperations.RotateLeft(address.C, 31)
            ^ BitOperations.RotateLeft(address.D, 47)
            ^ seed)
            * 0xFF51AFD7ED558CCD;
        return (uint)(mixed >> 32);
    }

    private readonly record struct Slot(uint Hash, int Number);
}

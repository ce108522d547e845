using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Indexing.Archives;

/// <summary>
/// The numbers of transactions by four bytes of their ids: an open-addressed table with linear probing and 8 bytes per
/// slot. It may find another transaction, so the caller must compare the whole id.
/// </summary>
internal sealed class IdTable
{
    private const int FirstSlots = 1 << 10;

    // Four bytes of the id, then the number plus 1; 0 is a free slot. The bytes determine the first slot of a search.
    private ulong[] slots = new ulong[FirstSlots];
    private int count;

    /// <summary>Adds a number, from 0 on. An id may have several numbers.</summary>
    public void Add(Hash256 id, int number)
    {
        if (count + 1 > slots.Length / 4 * 3)
        {
            Grow();
        }

        Insert(((ulong)KeyOf(id) << 32) | ((uint)number + 1));
        count++;
    }

    /// <summary>The next possible number of the id.</summary>
    /// <param name="from">The state of the search; 0 at first.</param>
    /// <returns>The number; −1 at the end.</returns>
    public int Next(Hash256 id, ref int from)
    {
        var key = KeyOf(id);
        while (true)
        {
            var slot = slots[SlotOf(key, from)];
            if (slot == 0)
            {
                return -1;
            }

            from++;
            if (slot >> 32 == key)
            {
                return (int)((uint)slot - 1);
            }
        }
    }

    public void Remove(Hash256 id, int number)
    {
        var from = 0;
        while (Next(id, ref from) is var found && found != number)
        {
            ArgumentOutOfRangeException.ThrowIfNegative(found, nameof(number));
        }

        var free = SlotOf(KeyOf(id), from - 1);

        // Moves later entries to the free slot, unless their search begins behind it.
        for (var next = free; ;)
        {
            next = (next + 1) & (slots.Length - 1);
            if (slots[next] == 0)
            {
                break;
            }

            var distance = (next - SlotOf((uint)(slots[next] >> 32), 0)) & (slots.Length - 1);
            if (distance >= ((next - free) & (slots.Length - 1)))
            {
                (slots[free], free) = (slots[next], next);
            }
        }

        slots[free] = 0;
        count--;
    }

    private static uint KeyOf(Hash256 id) => (uint)id.Prefix();

    private int SlotOf(uint key, int from) => (int)((key + (uint)from) & (uint)(slots.Length - 1));

    private void Insert(ulong entry)
    {
        var from = 0;
        while (slots[SlotOf((uint)(entry >> 32), from)] != 0)
        {
            from++;
        }

        slots[SlotOf((uint)(entry >> 32), from)] = entry;
    }

    private void Grow()
    {
        var before = slots;
        slots = new ulong[2 * before.Length];
        foreach (var entry in before)
        {
            if (entry != 0)
            {
                Insert(entry);
            }
        }
    }
}

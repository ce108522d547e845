using System.Numerics;

namespace AElf.Bench.Core.Generation;

/// <summary>
/// SplitMix64 (Steele, Lea, Flood 2014): equal seeds give equal draws on every machine and runtime. Not for
/// cryptography.
/// </summary>
public sealed class SeededRandom(ulong seed)
{
    private ulong state = seed;

    public ulong NextBits()
    {
        var mixed = state += 0x9E3779B97F4A7C15;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        return mixed ^ (mixed >> 31);
    }

    /// <summary>
    /// A whole number from 0 to <paramref name="bound"/> − 1 (Lemire's multiplication, bias below 2⁻³²).
    /// </summary>
    public int Next(int bound)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(bound, 1);
        return (int)Math.BigMul(NextBits(), (ulong)bound, out _);
    }

    /// <summary>An independent generator for a part of the work, such as one actor.</summary>
    public SeededRandom Split() => new(BitOperations.RotateLeft(NextBits(), 32));

    /// <summary>Puts the items in random order (Fisher–Yates).</summary>
    public void Shuffle(Span<int> items)
    {
        for (var i = items.Length - 1; i > 0; i--)
        {
            var other = Next(i + 1);
            (items[i], items[other]) = (items[other], items[i]);
        }
    }
}

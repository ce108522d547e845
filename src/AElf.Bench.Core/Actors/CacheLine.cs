using System.Runtime.InteropServices;

namespace AElf.Bench.Core.Actors;

/// <summary>
/// Room of one cache line, so that what one dispatcher writes lies on no line that another reads or writes.
/// </summary>
[StructLayout(LayoutKind.Sequential, Size = Bytes)]
public readonly struct CacheLine
{
    /// <summary>Bytes in a line of the usual processors.</summary>
    public const int Bytes = 64;
}

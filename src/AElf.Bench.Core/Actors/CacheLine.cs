using System.Runtime.InteropServices;

namespace AElf.Bench.Core.Actors;

/// <summary>Padding of one cache line: it keeps the data of two dispatchers in different cache lines.</summary>
[StructLayout(LayoutKind.Sequential, Size = Bytes)]
public readonly struct CacheLine
{
    /// <summary>The line size of most processors, in bytes.</summary>
    public const int Bytes = 64;
}

using System.Runtime.InteropServices;

namespace AElf.Bench.Transfers.Grouping;

/// <summary>A 32-byte account address, as chains use them, before it is interned to an account number.</summary>
/// <param name="A">Bytes 0–7.</param>
/// <param name="B">Bytes 8–15.</param>
/// <param name="C">Bytes 16–23.</param>
/// <param name="D">Bytes 24–31.</param>
[StructLayout(LayoutKind.Sequential)]
public readonly record struct Address(ulong A, ulong B, ulong C, ulong D);

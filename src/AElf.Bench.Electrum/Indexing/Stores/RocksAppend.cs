using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace AElf.Bench.Electrum.Indexing.Stores;

/// <summary>
/// RocksDB's merge operator for appending to rows, as in Fulcrum: the new value is the old value followed by the
/// appended bytes. So appending needs no read. Threads of RocksDB call it, and RocksDB frees the returned memory.
/// </summary>
internal static unsafe class RocksAppend
{
    private static readonly nint Name = Marshal.StringToCoTaskMemUTF8("append");

    /// <summary>Creates the operator; the RocksDB options own it.</summary>
    public static nint Create() =>
        RocksLibrary.CreateMergeOperator(0, &Destroy, &MergeWhole, &MergePart, null, &NameOf);

    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
    private static byte* NameOf(nint state) => (byte*)Name;

    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
    private static void Destroy(nint state)
    {
        // The operator has no state.
    }

    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
    private static byte* MergeWhole(
        nint state,
        byte* key,
        nuint keyLength,
        byte* value,
        nuint length,
        byte** appended,
        nuint* lengths,
        int count,
        byte* succeeded,
        nuint* total) =>
        Join(new ReadOnlySpan<byte>(value, (int)length), appended, lengths, count, succeeded, total);

    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
    private static byte* MergePart(
        nint state,
        byte* key,
        nuint keyLength,
        byte** appended,
        nuint* lengths,
        int count,
        byte* succeeded,
        nuint* total) => Join([], appended, lengths, count, succeeded, total);

    private static byte* Join(
        ReadOnlySpan<byte> first, byte** appended, nuint* lengths, int count, byte* succeeded, nuint* total)
    {
        var length = first.Length;
        for (var i = 0; i < count; i++)
        {
            length += (int)lengths[i];
        }

        var joined = (byte*)NativeMemory.Alloc((nuint)Math.Max(1, length));
        var rest = new Span<byte>(joined, length);
        first.CopyTo(rest);
        rest = rest[first.Length..];
        for (var i = 0; i < count; i++)
        {
            new ReadOnlySpan<byte>(appended[i], (int)lengths[i]).CopyTo(rest);
            rest = rest[(int)lengths[i]..];
        }

        (*succeeded, *total) = (1, (nuint)length);
        return joined;
    }
}

using System.Runtime.InteropServices;

namespace AElf.Bench.Electrum.Indexing.Stores;

/// <summary>
/// The used part of RocksDB's C interface (<c>rocksdb/c.h</c>), which is stable. A function frees an earlier error
/// before it stores a new one, so the error must be 0 before the call. The library comes from the package RocksDB. The
/// wrapper in this package takes 0.4 s to start, and searches the current folder first.
/// </summary>
internal static unsafe partial class RocksLibrary
{
    private const string Name = "rocksdb";

    // The library is beside this assembly, or at the path in the dependencies file of the program.
    private static readonly Lazy<nint> Loaded = new(static () =>
        NativeLibrary.TryLoad(
            Name, typeof(RocksLibrary).Assembly, DllImportSearchPath.AssemblyDirectory, out var library) ? library : 0);

    static RocksLibrary() => NativeLibrary.SetDllImportResolver(
        typeof(RocksLibrary).Assembly, static (name, _, _) => name is Name ? Loaded.Value : 0);

    public static bool IsLoaded => Loaded.Value != 0;

    /// <summary>The text of an error, whose memory is then freed; null without an error.</summary>
    public static string? TakeError(nint error)
    {
        if (error == 0)
        {
            return null;
        }

        var text = Marshal.PtrToStringUTF8(error);
        Free(error);
        return text;
    }

    [LibraryImport(Name, EntryPoint = "rocksdb_options_create")]
    public static partial nint CreateOptions();

    [LibraryImport(Name, EntryPoint = "rocksdb_options_destroy")]
    public static partial void DestroyOptions(nint options);

    [LibraryImport(Name, EntryPoint = "rocksdb_options_set_create_if_missing")]
    public static partial void SetCreateIfMissing(nint options, byte value);

    [LibraryImport(Name, EntryPoint = "rocksdb_options_set_compression")]
    public static partial void SetCompression(nint options, int kind);

    [LibraryImport(Name, EntryPoint = "rocksdb_options_set_block_based_table_factory")]
    public static partial void SetTable(nint options, nint table);

    [LibraryImport(Name, EntryPoint = "rocksdb_options_set_merge_operator")]
    public static partial void SetMergeOperator(nint options, nint mergeOperator);

    [LibraryImport(Name, EntryPoint = "rocksdb_mergeoperator_create")]
    public static partial nint CreateMergeOperator(
        nint state,
        delegate* unmanaged[Cdecl]<nint, void> destroy,
        delegate* unmanaged[Cdecl]<
            nint, byte*, nuint, byte*, nuint, byte**, nuint*, int, byte*, nuint*, byte*> fullMerge,
        delegate* unmanaged[Cdecl]<nint, byte*, nuint, byte**, nuint*, int, byte*, nuint*, byte*> partialMerge,
        delegate* unmanaged[Cdecl]<nint, byte*, nuint, void> deleteValue,
        delegate* unmanaged[Cdecl]<nint, byte*> name);

    [LibraryImport(Name, EntryPoint = "rocksdb_block_based_options_create")]
    public static partial nint CreateTable();

    [LibraryImport(Name, EntryPoint = "rocksdb_block_based_options_destroy")]
    public static partial void DestroyTable(nint table);

    [LibraryImport(Name, EntryPoint = "rocksdb_block_based_options_set_filter_policy")]
    public static partial void SetFilter(nint table, nint filter);

    [LibraryImport(Name, EntryPoint = "rocksdb_block_based_options_set_block_cache")]
    public static partial void SetCache(nint table, nint cache);

    [LibraryImport(Name, EntryPoint = "rocksdb_filterpolicy_create_bloom")]
    public static partial nint CreateBloomFilter(double bitsPerKey);

    [LibraryImport(Name, EntryPoint = "rocksdb_cache_create_lru")]
    public static partial nint CreateCache(nuint bytes);

    [LibraryImport(Name, EntryPoint = "rocksdb_cache_destroy")]
    public static partial void DestroyCache(nint cache);

    [LibraryImport(Name, EntryPoint = "rocksdb_open", StringMarshalling = StringMarshalling.Utf8)]
    public static partial nint Open(nint options, string path, ref nint error);

    [LibraryImport(Name, EntryPoint = "rocksdb_close")]
    public static partial void Close(nint database);

    [LibraryImport(Name, EntryPoint = "rocksdb_readoptions_create")]
    public static partial nint CreateReadOptions();

    [LibraryImport(Name, EntryPoint = "rocksdb_readoptions_destroy")]
    public static partial void DestroyReadOptions(nint options);

    [LibraryImport(Name, EntryPoint = "rocksdb_writeoptions_create")]
    public static partial nint CreateWriteOptions();

    [LibraryImport(Name, EntryPoint = "rocksdb_writeoptions_destroy")]
    public static partial void DestroyWriteOptions(nint options);

    [LibraryImport(Name, EntryPoint = "rocksdb_writeoptions_set_sync")]
    public static partial void SetSync(nint options, byte value);

    [LibraryImport(Name, EntryPoint = "rocksdb_writeoptions_disable_WAL")]
    public static partial void DisableLog(nint options, int value);

    [LibraryImport(Name, EntryPoint = "rocksdb_flushoptions_create")]
    public static partial nint CreateFlushOptions();

    [LibraryImport(Name, EntryPoint = "rocksdb_flushoptions_destroy")]
    public static partial void DestroyFlushOptions(nint options);

    [LibraryImport(Name, EntryPoint = "rocksdb_flush")]
    public static partial void Flush(nint database, nint options, ref nint error);

    [LibraryImport(Name, EntryPoint = "rocksdb_get_pinned")]
    public static partial nint Get(
        nint database, nint options, ReadOnlySpan<byte> key, nuint length, ref nint error);

    [LibraryImport(Name, EntryPoint = "rocksdb_pinnableslice_value")]
    public static partial byte* ValueOf(nint slice, out nuint length);

    [LibraryImport(Name, EntryPoint = "rocksdb_pinnableslice_destroy")]
    public static partial void DestroySlice(nint slice);

    [LibraryImport(Name, EntryPoint = "rocksdb_create_iterator")]
    public static partial nint CreateIterator(nint database, nint options);

    [LibraryImport(Name, EntryPoint = "rocksdb_iter_destroy")]
    public static partial void DestroyIterator(nint iterator);

    [LibraryImport(Name, EntryPoint = "rocksdb_iter_seek")]
    public static partial void Seek(nint iterator, ReadOnlySpan<byte> key, nuint length);

    [LibraryImport(Name, EntryPoint = "rocksdb_iter_valid")]
    public static partial byte IsValid(nint iterator);

    [LibraryImport(Name, EntryPoint = "rocksdb_iter_next")]
    public static partial void MoveNext(nint iterator);

    [LibraryImport(Name, EntryPoint = "rocksdb_iter_key")]
    public static partial byte* KeyAt(nint iterator, out nuint length);

    [LibraryImport(Name, EntryPoint = "rocksdb_iter_value")]
    public static partial byte* ValueAt(nint iterator, out nuint length);

    [LibraryImport(Name, EntryPoint = "rocksdb_iter_get_error")]
    public static partial void GetError(nint iterator, ref nint error);

    [LibraryImport(Name, EntryPoint = "rocksdb_writebatch_create")]
    public static partial nint CreateBatch();

    [LibraryImport(Name, EntryPoint = "rocksdb_writebatch_destroy")]
    public static partial void DestroyBatch(nint batch);

    [LibraryImport(Name, EntryPoint = "rocksdb_writebatch_put")]
    public static partial void Put(
        nint batch, ReadOnlySpan<byte> key, nuint keyLength, ReadOnlySpan<byte> value, nuint valueLength);

    [LibraryImport(Name, EntryPoint = "rocksdb_writebatch_merge")]
    public static partial void Merge(
        nint batch, ReadOnlySpan<byte> key, nuint keyLength, ReadOnlySpan<byte> value, nuint valueLength);

    [LibraryImport(Name, EntryPoint = "rocksdb_writebatch_delete")]
    public static partial void Delete(nint batch, ReadOnlySpan<byte> key, nuint length);

    [LibraryImport(Name, EntryPoint = "rocksdb_write")]
    public static partial void Write(nint database, nint options, nint batch, ref nint error);

    [LibraryImport(Name, EntryPoint = "rocksdb_free")]
    private static partial void Free(nint memory);
}

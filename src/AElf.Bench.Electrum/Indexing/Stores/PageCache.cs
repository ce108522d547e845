using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace AElf.Bench.Electrum.Indexing.Stores;

/// <summary>
/// Drops files from the page cache of the kernel (<c>posix_fadvise</c>), so that the next reads come from the disk. The
/// kernel keeps unwritten pages, and the pages of a file system in memory.
/// </summary>
public static partial class PageCache
{
    private const int DontNeed = 4; // POSIX_FADV_DONTNEED on Linux.

    /// <summary>Drops all files of a folder.</summary>
    /// <exception cref="IOException">A file cannot be written to the disk.</exception>
    public static void DropFolder(string folder)
    {
        foreach (var path in Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories))
        {
            using var file = File.OpenHandle(path, access: FileAccess.ReadWrite, share: FileShare.ReadWrite);
            Drop(file);
        }
    }

    /// <summary>Drops a file, after its pages were written.</summary>
    /// <exception cref="IOException">The file cannot be written to the disk.</exception>
    public static void Drop(SafeFileHandle file)
    {
        RandomAccess.FlushToDisk(file);
        Advise(file, 0, 0, DontNeed);
    }

    [LibraryImport("libc", EntryPoint = "posix_fadvise")]
    private static partial int Advise(SafeFileHandle file, long offset, long length, int advice);
}

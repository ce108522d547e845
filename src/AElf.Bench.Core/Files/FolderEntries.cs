using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace AElf.Bench.Core.Files;

/// <summary>The entries of a folder: syncs their names, without the contents; sums their sizes.</summary>
public static partial class FolderEntries
{
    /// <summary>Mode 0700, of a private folder.</summary>
    public const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    private const int ReadOnly = 0;
    private const int NotSupported = 22;

    /// <summary>The size of all files in a folder and its subfolders, in bytes.</summary>
    public static long SizeOf(string folder) =>
        new DirectoryInfo(folder).EnumerateFiles("*", SearchOption.AllDirectories).Sum(file => file.Length);

    /// <summary>Makes the creation, renaming and removal of files in a folder durable.</summary>
    /// <exception cref="IOException">The folder cannot be synced.</exception>
    public static void Sync(string folder)
    {
        using var handle = new SafeFileHandle(Open(folder, ReadOnly), ownsHandle: true);

        // Some file systems do not support syncing a folder.
        if (handle.IsInvalid || (Sync(handle) != 0 && Marshal.GetLastPInvokeError() != NotSupported))
        {
            throw new IOException($"the folder '{folder}' cannot be synced: {Marshal.GetLastPInvokeErrorMessage()}");
        }
    }

    /// <summary>
    /// Creates a folder and its missing parents, accessible to the owner only. Existing folders stay unchanged.
    /// </summary>
    /// <exception cref="IOException">A folder cannot be created.</exception>
    /// <exception cref="UnauthorizedAccessException">Permission is denied.</exception>
    public static void CreatePrivate(string path)
    {
        if (Directory.Exists(path))
        {
            return;
        }

        var parent = Path.GetDirectoryName(path);
        if (parent is not null)
        {
            CreatePrivate(parent);
        }

        Directory.CreateDirectory(path, OwnerOnly);
        if (parent is not null)
        {
            Sync(parent);
        }
    }

    [LibraryImport("libc", EntryPoint = "open", StringMarshalling = StringMarshalling.Utf8, SetLastError = true)]
    private static partial int Open(string path, int flags);

    [LibraryImport("libc", EntryPoint = "fsync", SetLastError = true)]
    private static partial int Sync(SafeFileHandle descriptor);
}

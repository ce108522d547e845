using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace AElf.Bench.Electrum.Chain.BlockFiles;

/// <summary>
/// Opens a regular file for reading. Refuses pipes: opening a pipe without a writer would block the process, and
/// signals would not interrupt it.
/// </summary>
internal static partial class RegularFile
{
    // open(2) on Linux: O_RDONLY, O_NONBLOCK and O_CLOEXEC.
    private const int ReadWithoutWaiting = 0x800 | 0x80000;

    /// <summary>Opens the file; the caller disposes of the handle.</summary>
    /// <exception cref="IOException">The path cannot be opened, or is not a regular file.</exception>
    public static SafeFileHandle Open(string path)
    {
        var handle = new SafeFileHandle(OpenWithoutWaiting(path, ReadWithoutWaiting), ownsHandle: true);
        if (handle.IsInvalid)
        {
            throw new IOException($"{path} cannot be read: {Marshal.GetLastPInvokeErrorMessage()}");
        }

        try
        {
            RandomAccess.GetLength(handle);
            return handle;
        }
        catch (NotSupportedException exception)
        {
            handle.Dispose();
            throw new IOException($"{path} is a pipe or a device; expected a file", exception);
        }
    }

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int OpenWithoutWaiting(string path, int flags);
}

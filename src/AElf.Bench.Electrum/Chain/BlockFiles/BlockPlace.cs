using Microsoft.Win32.SafeHandles;

namespace AElf.Bench.Electrum.Chain.BlockFiles;

/// <summary>Where a block lies.</summary>
/// <param name="File">Which of the files.</param>
/// <param name="Position">Bytes before it.</param>
/// <param name="Length">Its bytes.</param>
internal readonly record struct BlockPlace(int File, long Position, int Length);

/// <summary>The file that was read last stays open: blocks of one lie together, more or less.</summary>
internal sealed class OpenBlockFile(string[] files) : IDisposable
{
    private SafeFileHandle? handle;
    private int open;

    public SafeFileHandle HandleOf(int file)
    {
        if (handle is null || open != file)
        {
            handle?.Dispose();
            handle = RegularFile.Open(files[file]);
            open = file;
        }

        return handle;
    }

    public void Dispose() => handle?.Dispose();
}

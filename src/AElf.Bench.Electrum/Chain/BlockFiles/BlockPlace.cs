using Microsoft.Win32.SafeHandles;

namespace AElf.Bench.Electrum.Chain.BlockFiles;

/// <summary>The position of a block in a node's files.</summary>
/// <param name="File">Index of the file in the folder, from 0.</param>
/// <param name="Position">Bytes before the block in its file.</param>
/// <param name="Length">Bytes of the block.</param>
internal readonly record struct BlockPlace(int File, long Position, int Length);

/// <summary>Keeps the last file open, because neighbouring blocks are usually in one file.</summary>
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

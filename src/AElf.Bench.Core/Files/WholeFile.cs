namespace AElf.Bench.Core.Files;

/// <summary>Writes a file so that a reader finds the old one or the whole new one, even after a crash.</summary>
public static class WholeFile
{
    /// <summary>Mode 0600, of a private file.</summary>
    public const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    private const string Ending = ".tmp";

    /// <summary>
    /// Writes to a temporary name beside <paramref name="path"/>, in a folder that is there, then renames.
    /// </summary>
    /// <param name="path">The file.</param>
    /// <param name="write">Writes the content.</param>
    /// <param name="mode">The file's mode; null for the user's default for new files.</param>
    /// <exception cref="IOException">The path cannot be written.</exception>
    public static void Replace(string path, Action<Stream> write, UnixFileMode? mode = null)
    {
        // In the same folder: a rename is atomic inside one file system only.
        var whole = Path.GetFullPath(path);
        var temporary = $"{whole}.{Guid.NewGuid():N}{Ending}";
        var options = new FileStreamOptions
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.Write,
            Share = FileShare.None,
            BufferSize = 1 << 16,
        };
        if (mode is not null)
        {
            options.UnixCreateMode = mode;
        }

        try
        {
            using (var file = new FileStream(temporary, options))
            {
                write(file);
                file.Flush(flushToDisk: true);
            }

            File.Move(temporary, whole, overwrite: true);
            FolderEntries.Sync(Path.GetDirectoryName(whole)!);
        }
        finally
        {
            File.Delete(temporary);
        }
    }

    /// <summary>Removes from a folder what processes left that were killed in <see cref="Replace"/>.</summary>
    /// <param name="folder">A folder that nobody writes to.</param>
    public static void RemoveRemains(string folder)
    {
        foreach (var file in Directory.EnumerateFiles(folder, $"*{Ending}"))
        {
            File.Delete(file);
        }
    }
}

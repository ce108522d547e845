namespace AElf.Bench.Core.Files;

/// <summary>Writes a file so that a reader finds the old one or the whole new one, even after a crash.</summary>
public static class WholeFile
{
    /// <summary>
    /// Writes to a temporary name beside <paramref name="path"/>, in a folder that is there, then renames.
    /// </summary>
    /// <exception cref="IOException">The path cannot be written.</exception>
    public static void Replace(string path, Action<Stream> write)
    {
        // In the same folder: a rename is atomic inside one file system only.
        var temporary = $"{Path.GetFullPath(path)}.{Guid.NewGuid():N}.tmp";
        try
        {
            using (var file = new FileStream(temporary, FileMode.CreateNew, FileAccess.Write, FileShare.None, 1 << 16))
            {
                write(file);
                file.Flush(flushToDisk: true);
            }

            File.Move(temporary, path, overwrite: true);
        }
        finally
        {
            File.Delete(temporary);
        }
    }
}

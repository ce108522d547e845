namespace AElf.Bench.Core.Files;

/// <summary>Writes a file atomically: a reader finds the old or the complete new content, even after a crash.</summary>
public static class WholeFile
{
    /// <summary>Mode 0600, of a private file.</summary>
    public const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    private const string Ending = ".tmp";

    // The limit of Linux (path_resolution(7)).
    private const int MaxLinks = 40;

    /// <summary>
    /// Writes to a temporary file in the same, existing folder, then renames it. A replaced file keeps its mode and
    /// owner, a symbolic link its target. Pipes and devices are written directly.
    /// </summary>
    /// <param name="path">The file.</param>
    /// <param name="write">Writes the content.</param>
    /// <param name="mode">
    /// The file's mode; null keeps the mode of an old file, and gives a new file the user's default.
    /// </param>
    /// <exception cref="IOException">The path cannot be written.</exception>
    public static void Replace(string path, Action<Stream> write, UnixFileMode? mode = null)
    {
        var whole = FollowLinks(path);
        var there = FileNode.At(path);
        if (there is { IsRegular: false } || IsDescriptor(whole))
        {
            WriteTo(path, FileMode.Append, write);
            return;
        }

        // In the same folder: a rename is atomic inside one file system only.
        var temporary = $"{whole}.{Guid.NewGuid():N}{Ending}";
        try
        {
            if (Write(temporary, write, mode, mode is null ? there : null))
            {
                File.Move(temporary, whole, overwrite: true);
                FolderEntries.Sync(Path.GetDirectoryName(whole)!);
            }
            else
            {
                WriteTo(path, FileMode.Truncate, write);
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException
            && exception.Message.Contains(temporary, StringComparison.Ordinal))
        {
            throw new IOException(exception.Message.Replace(temporary, path, StringComparison.Ordinal), exception);
        }
        finally
        {
            // File.Delete fails if the folder is missing.
            if (File.Exists(temporary))
            {
                File.Delete(temporary);
            }
        }
    }

    /// <summary>Removes the temporary files of processes that were killed during <see cref="Replace"/>.</summary>
    /// <param name="folder">A folder without concurrent writers.</param>
    public static void RemoveRemains(string folder)
    {
        foreach (var file in Directory.EnumerateFiles(folder, $"*{Ending}"))
        {
            File.Delete(file);
        }
    }

    /// <returns>False if the file cannot get the owner of the old file.</returns>
    private static bool Write(string temporary, Action<Stream> write, UnixFileMode? mode, FileNode? old)
    {
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

        using var file = new FileStream(temporary, options);
        if (old is not null && !old.Value.TryGiveTo(file.SafeFileHandle))
        {
            return false;
        }

        write(file);
        file.Flush(flushToDisk: true);
        return true;
    }

    private static void WriteTo(string path, FileMode mode, Action<Stream> write)
    {
        using var stream = new FileStream(path, mode, FileAccess.Write, FileShare.ReadWrite, 1 << 16);
        write(stream);
        stream.Flush();
    }

    // For /dev/stdout or a shell's >(command): replacing it would disconnect the reader.
    private static bool IsDescriptor(string path) =>
        path.StartsWith("/proc/", StringComparison.Ordinal) || path.StartsWith("/dev/fd/", StringComparison.Ordinal);

    private static string FollowLinks(string path)
    {
        var whole = Path.GetFullPath(path);
        for (var links = 0;
            links < MaxLinks && !IsDescriptor(whole) && new FileInfo(whole).LinkTarget is { } target;
            links++)
        {
            whole = Path.GetFullPath(target, Path.GetDirectoryName(whole)!);
        }

        return whole;
    }
}

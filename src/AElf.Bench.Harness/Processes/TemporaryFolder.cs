namespace AElf.Bench.Harness.Processes;

/// <summary>An empty temporary folder, readable only by this user, removed on dispose.</summary>
public sealed class TemporaryFolder : IDisposable
{
    private readonly DirectoryInfo folder;

    /// <exception cref="IOException">The folder cannot be created.</exception>
    public TemporaryFolder()
    {
        try
        {
            folder = Directory.CreateTempSubdirectory("aelf-bench-");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new IOException(
                $"cannot create a folder in '{System.IO.Path.GetTempPath()}': set TMPDIR to a writable folder "
                    + $"({exception.Message})",
                exception);
        }
    }

    public string Path => folder.FullName;

    /// <summary>Full path of <paramref name="name"/> inside the folder.</summary>
    public string File(string name) => System.IO.Path.Combine(Path, name);

    /// <summary>Writes a text file and returns its full path.</summary>
    public string Write(string name, string text)
    {
        var path = File(name);
        System.IO.File.WriteAllText(path, text);
        return path;
    }

    public void Dispose()
    {
        try
        {
            folder.Delete(recursive: true);
        }
        catch (DirectoryNotFoundException)
        {
            // The folder is already gone.
        }
    }
}

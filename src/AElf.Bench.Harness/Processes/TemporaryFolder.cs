namespace AElf.Bench.Harness.Processes;

/// <summary>An empty temporary folder, readable only by this user, removed on dispose.</summary>
public sealed class TemporaryFolder : IDisposable
{
    private readonly DirectoryInfo folder;

    /// <exception cref="IOException">The folder for temporary files does not allow a new folder.</exception>
    public TemporaryFolder()
    {
        try
        {
            folder = Directory.CreateTempSubdirectory("aelf-bench-");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new IOException(
                $"no temporary folder can be made in '{System.IO.Path.GetTempPath()}': set TMPDIR to a folder that can "
                    + $"be written ({exception.Message})",
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

namespace AElf.Bench.Core.Files;

/// <summary>Files in which the kernel describes the machine and its processes, such as <c>/proc/stat</c>.</summary>
public static class KernelFile
{
    /// <summary>The lines of the file; empty if the file does not exist or cannot be read.</summary>
    public static string[] Lines(string path)
    {
        try
        {
            return File.ReadAllLines(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}

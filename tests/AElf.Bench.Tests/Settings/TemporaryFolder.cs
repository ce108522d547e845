namespace AElf.Bench.Tests.Settings;

public sealed class TemporaryFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("aelf-config-").FullName;

    public string Write(string name, string text)
    {
        var path = System.IO.Path.Combine(Path, name);
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
        return path;
    }

    public string Shorten(string text) => text.Replace(Path, "DIR", StringComparison.Ordinal);

    public void Dispose() => Directory.Delete(Path, recursive: true);
}

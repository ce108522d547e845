using System.Formats.Tar;
using System.IO.Compression;
using System.Security.Cryptography;
using System.Text;
using AElf.Bench.Harness.Processes;

namespace AElf.Bench.Operations.Scenarios;

/// <summary>
/// The published folder of this program, for copying to hosts; identified by a hash over the names and contents of its
/// files.
/// </summary>
public sealed class Publication : IDisposable
{
    /// <summary>The file that lists the others with their hashes, in the form of <c>sha256sum -c</c>.</summary>
    public const string ManifestName = ".manifest";

    private const UnixFileMode Readable = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    private readonly string folder;
    private readonly string manifest;
    private readonly IReadOnlyList<string> files;
    private readonly Lazy<TemporaryFolder> scratch = new(static () => new());
    private readonly Lazy<string> archive;

    private Publication(string folder, string entry, IReadOnlyList<string> files)
    {
        this.folder = folder;
        this.files = files;
        Entry = entry;
        manifest = string.Concat(files.Select(file => $"{HashOf(Path.Combine(folder, file))}  {file}\n"));
        Hash = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(manifest)))[..32];
        archive = new(Pack);
    }

    /// <summary>The file to start: a dll for dotnet, or a program that needs none.</summary>
    public string Entry { get; }

    /// <summary>Identifies the publication: 32 hexadecimal digits over names and contents.</summary>
    public string Hash { get; }

    /// <summary>Path of the compressed archive, which is made at the first use.</summary>
    public string Archive => archive.Value;

    /// <summary>Lists the files that a program needs: the folder of a dll, or a program that is one file.</summary>
    /// <param name="program">The file to start.</param>
    /// <exception cref="ScenarioException">The folder cannot be read.</exception>
    public static Publication Of(string program)
    {
        var published = Path.GetDirectoryName(program)!;
        var entry = Path.GetFileName(program);
        try
        {
            return new Publication(published, entry, entry.EndsWith(".dll", StringComparison.Ordinal)
                ? [.. Directory.EnumerateFiles(published, "*", SearchOption.AllDirectories)
                    .Select(file => Path.GetRelativePath(published, file))
                    .Where(IsNeeded)
                    .Order(StringComparer.Ordinal)]
                : [entry]);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new ScenarioException($"{published} cannot be read: {exception.Message}", exception);
        }
    }

    public void Dispose()
    {
        if (scratch.IsValueCreated)
        {
            scratch.Value.Dispose();
        }
    }

    // Libraries of other systems are half of the folder.
    private static bool IsNeeded(string file) =>
        !file.EndsWith(".pdb", StringComparison.Ordinal)
        && (file.Split('/') is not ["runtimes", var system, ..]
            || system.StartsWith("linux", StringComparison.Ordinal) || system is "unix");

    private static string HashOf(string file)
    {
        using var stream = File.OpenRead(file);
        return Convert.ToHexStringLower(SHA256.HashData(stream));
    }

    private string Pack()
    {
        var packed = scratch.Value.File("published.tar.gz");
        using var compressed = new GZipStream(File.Create(packed), CompressionLevel.Fastest);
        using var tar = new TarWriter(compressed, TarEntryFormat.Pax);
        foreach (var file in files)
        {
            using var content = File.OpenRead(Path.Combine(folder, file));
            var isProgram = file.Equals(Entry, StringComparison.Ordinal);
            tar.WriteEntry(new PaxTarEntry(TarEntryType.RegularFile, file)
            {
                Mode = isProgram ? Readable | UnixFileMode.UserExecute : Readable,
                DataStream = content,
            });
        }

        tar.WriteEntry(new PaxTarEntry(TarEntryType.RegularFile, ManifestName)
        {
            Mode = Readable,
            DataStream = new MemoryStream(Encoding.UTF8.GetBytes(manifest)),
        });
        return packed;
    }
}

using System.Diagnostics;
using AElf.Bench.Core.Files;
using AElf.Bench.Tests.Settings;

namespace AElf.Bench.Tests.Files;

public sealed class WholeFileTests : IDisposable
{
    private const UnixFileMode Shared =
        UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.OtherWrite;

    private readonly TemporaryFolder folder = new();

    public void Dispose() => folder.Dispose();

    [Fact]
    public void Write_ExistingFile_KeepsItsMode()
    {
        var path = folder.Write("report.json", "old");
        File.SetUnixFileMode(path, Shared);

        Replace(path, "new");

        Assert.Equal(("new", Shared), (File.ReadAllText(path), File.GetUnixFileMode(path)));
        Assert.Single(Directory.GetFiles(folder.Path));
    }

    [Fact]
    public void PrivateFile_OverAnExistingFile_HasMode0600()
    {
        var path = folder.Write("cookie", "old");
        File.SetUnixFileMode(path, Shared);

        WholeFile.Replace(path, file => file.Write("new"u8), WholeFile.OwnerOnly);

        Assert.Equal(WholeFile.OwnerOnly, File.GetUnixFileMode(path));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Write_Link_WritesItsTarget(bool exists)
    {
        Directory.CreateDirectory(Path.Combine(folder.Path, "target"));
        var target = Path.Combine(folder.Path, "target", "report.json");
        if (exists)
        {
            File.WriteAllText(target, "old");
        }

        var first = Path.Combine(folder.Path, "first");
        var second = Path.Combine(folder.Path, "second");
        File.CreateSymbolicLink(first, "target/report.json");
        File.CreateSymbolicLink(second, first);

        Replace(second, "new");

        Assert.Equal("new", File.ReadAllText(target));
        Assert.Equal((first, "target/report.json"), (new FileInfo(second).LinkTarget, new FileInfo(first).LinkTarget));
    }

    [Fact]
    public async Task Write_Pipe_KeepsIt()
    {
        var pipe = Path.Combine(folder.Path, "pipe");
        using (var made = Process.Start("mkfifo", [pipe]))
        {
            await made.WaitForExitAsync();
        }

        var read = Task.Run(() => File.ReadAllText(pipe));
        await Task.Run(() => Replace(pipe, "new"));

        Assert.Equal("new", await read);
        Assert.False(FileNode.At(pipe)?.IsRegular);
    }

    [Fact]
    public void Write_Device_KeepsIt()
    {
        Replace("/dev/null", "new");
        var full = Assert.ThrowsAny<IOException>(() => Replace("/dev/full", "new"));

        Assert.Contains("/dev/full", full.Message, StringComparison.Ordinal);
        Assert.Equal((false, false), (FileNode.At("/dev/null")?.IsRegular, FileNode.At("/dev/full")?.IsRegular));
    }

    [Fact]
    public void Write_FileOfADescriptor_Appends()
    {
        var path = folder.Write("output.txt", "before\n");
        using var open = File.Open(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);

        Replace($"/proc/self/fd/{open.SafeFileHandle.DangerousGetHandle()}", "new");

        Assert.Equal("before\nnew", File.ReadAllText(path));
    }

    [Fact]
    public void Write_Impossible_NamesThePathAsGiven()
    {
        var path = Path.Combine(folder.Path, "missing", "report.json");

        var refused = Assert.ThrowsAny<IOException>(() => Replace(path, "new"));

        Assert.Contains(path, refused.Message, StringComparison.Ordinal);
        Assert.DoesNotContain(".tmp", refused.Message, StringComparison.Ordinal);
    }

    private static void Replace(string path, string text) =>
        WholeFile.Replace(path, file => file.Write(System.Text.Encoding.UTF8.GetBytes(text)));
}

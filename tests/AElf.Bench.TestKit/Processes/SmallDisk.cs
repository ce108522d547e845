using System.Diagnostics;
using System.Globalization;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;

namespace AElf.Bench.TestKit.Processes;

/// <summary>A small file system for one test.</summary>
public sealed class SmallDisk : IDisposable
{
    private const string Filler = "filler";

    private readonly TemporaryFolder folder = new();

    private SmallDisk(int kilobytes) =>
        Run(
            "mount",
            "-t",
            "tmpfs",
            "-o",
            string.Create(CultureInfo.InvariantCulture, $"size={kilobytes}k,mode=0700"),
            "tmpfs",
            folder.Path);

    /// <summary>Why none can be made here; null if one can.</summary>
    public static string? Unavailable { get; } = FindObstacle();

    /// <summary>The mount point.</summary>
    public string Path => folder.Path;

    /// <summary>Makes an empty file system.</summary>
    /// <exception cref="InvalidOperationException">This machine does not allow it.</exception>
    public static SmallDisk Create(int kilobytes) => new(kilobytes);

    /// <summary>Fills the file system.</summary>
    public void Fill()
    {
        using var file = new FileStream(
            folder.File(Filler), FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 0);
        var page = new byte[4096];
        try
        {
            while (true)
            {
                file.Write(page);
            }
        }
        catch (IOException)
        {
            // The file system is full, as it should be.
        }
    }

    /// <summary>Frees the space that <see cref="Fill"/> used.</summary>
    public void Clear() => File.Delete(folder.File(Filler));

    public void Dispose()
    {
        Run("umount", folder.Path);
        folder.Dispose();
    }

    private static string? FindObstacle()
    {
        try
        {
            new SmallDisk(64).Dispose();
            return null;
        }
        catch (Exception exception) when (
            exception is InvalidOperationException or System.ComponentModel.Win32Exception)
        {
            return $"cannot mount a small file system (root is needed): {exception.Message}";
        }
    }

    private static void Run(string program, params IEnumerable<string> arguments)
    {
        using var process = Process.Start(
            new ProcessStartInfo(program, arguments) { RedirectStandardError = true, UseShellExecute = false })!;
        var output = process.StandardError.ReadToEnd();
        process.WaitForExit();
        if (process.ExitCode != 0)
        {
            throw new InvalidOperationException(
                $"{program} ended with {process.ExitCode.ToString(CultureInfo.InvariantCulture)}: {output.Trim()}");
        }
    }
}

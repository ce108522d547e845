using System.ComponentModel;
using System.Diagnostics;
using System.Security.Cryptography;

namespace AElf.Bench.Harness.Processes;

/// <summary>
/// An empty temporary folder, readable only by this user. It is removed on dispose, and also if this process is killed.
/// </summary>
public sealed class TemporaryFolder : IDisposable
{
    // A watcher reads a pipe, as in OwnedProcess, and removes the folder when the pipe closes. It also makes the
    // folder, so that the folder never exists without a watcher. Other processes of a killed process end at the same
    // time, and may write until then: therefore the watcher looks again.
    private const string Watcher = """
        mkdir -m 700 -- "$1" || exit
        echo
        read -r _
        for _ in 1 2 3 4 5 6 7 8 9; do rm -rf -- "$1" 2>/dev/null; sleep 0.3; [ -e "$1" ] || exit; done
        """;

    private readonly StreamWriter pipe;

    /// <exception cref="IOException">The folder cannot be created.</exception>
    /// <exception cref="ScenarioException">A program of the system is missing.</exception>
    public TemporaryFolder()
    {
        var parent = System.IO.Path.GetTempPath();
        var name = $"aelf-bench-{RandomNumberGenerator.GetHexString(12, lowercase: true)}";
        Path = System.IO.Path.GetFullPath(System.IO.Path.Combine(parent, name));
        using var watcher = StartWatcher(parent);
        pipe = watcher.StandardInput;
        using var made = watcher.StandardOutput;
        if (made.ReadLine() is null)
        {
            throw Failure(parent, watcher.StandardError.ReadToEnd().TrimEnd());
        }
    }

    public string Path { get; }

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
            Directory.Delete(Path, recursive: true);
        }
        catch (DirectoryNotFoundException)
        {
            // The folder is already gone.
        }

        pipe.Dispose();
    }

    private static IOException Failure(string parent, string reason, Exception? cause = null) =>
        new($"cannot create a folder in '{parent}': {reason}; TMPDIR selects another folder", cause);

    private Process StartWatcher(string parent)
    {
        try
        {
            // In a separate session, the watcher gets no Ctrl-C of the terminal.
            return Process.Start(new ProcessStartInfo(
                ServerProgram.Setsid.Find(), ["/bin/sh", "-c", Watcher, "sh", Path])
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
                UseShellExecute = false,
            })!;
        }
        catch (Win32Exception exception)
        {
            throw Failure(parent, exception.Message, exception);
        }
    }
}

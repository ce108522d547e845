namespace AElf.Bench.Harness.Processes;

/// <summary>A program of the system that a scenario starts, and the Debian package that contains it.</summary>
/// <param name="Name">Name of the file.</param>
/// <param name="Package">Name of the package.</param>
public sealed record ServerProgram(string Name, string Package)
{
    // Debian puts nutcracker into /usr/sbin, which is not on the PATH of ordinary users.
    private static readonly string[] SystemFolders = ["/usr/sbin", "/usr/local/sbin", "/usr/bin", "/bin", "/sbin"];

    public static ServerProgram Redis { get; } = new("redis-server", "redis-server");

    /// <summary>nutcracker is Twemproxy.</summary>
    public static ServerProgram Nutcracker { get; } = new("nutcracker", "nutcracker");

    /// <summary>setsid starts a program in a new session.</summary>
    internal static ServerProgram Setsid { get; } = new("setsid", "util-linux");

    /// <summary>Finds the full path on the PATH or in the system's folders.</summary>
    /// <exception cref="ScenarioException">The program is not installed; the message names the package.</exception>
    public string Find() => Look()
        ?? throw new ScenarioException(
            $"{Name} is not installed; install the Debian package: apt-get install {Package}");

    /// <summary>The full path; null if the program is not installed.</summary>
    public string? Look() =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':', StringSplitOptions.RemoveEmptyEntries)
            .Concat(SystemFolders)
            .Select(folder => Path.Combine(folder, Name))
            .FirstOrDefault(File.Exists);
}

/// <summary>Thrown if a requirement of a scenario is missing or does not start; the message is for the user.</summary>
public sealed class ScenarioException(string message, Exception? cause = null) : Exception(message, cause);

namespace AElf.Bench.Harness.Scenarios;

/// <summary>A program of the system that a scenario starts, with the Debian package that brings it.</summary>
/// <param name="Name">The file's name.</param>
/// <param name="Package">The package.</param>
public sealed record ServerProgram(string Name, string Package)
{
    // Debian puts nutcracker into /usr/sbin, which is not on the PATH of ordinary users.
    private static readonly string[] SystemFolders = ["/usr/sbin", "/usr/local/sbin", "/usr/bin", "/bin", "/sbin"];

    /// <summary>redis-server.</summary>
    public static ServerProgram Redis { get; } = new("redis-server", "redis-server");

    /// <summary>nutcracker, which is Twemproxy.</summary>
    public static ServerProgram Nutcracker { get; } = new("nutcracker", "nutcracker");

    /// <summary>setsid: starts a program in a session of its own.</summary>
    internal static ServerProgram Setsid { get; } = new("setsid", "util-linux");

    /// <summary>Its full path, looked for on the PATH and in the system's folders.</summary>
    /// <exception cref="ScenarioException">It is not installed; the message names the package.</exception>
    public string Find() => Look()
        ?? throw new ScenarioException(
            $"{Name} is not installed; the Debian package {Package} brings it: apt-get install {Package}");

    /// <summary>Its full path, or null when it is not installed.</summary>
    public string? Look() =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':', StringSplitOptions.RemoveEmptyEntries)
            .Concat(SystemFolders)
            .Select(folder => Path.Combine(folder, Name))
            .FirstOrDefault(File.Exists);
}

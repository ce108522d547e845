namespace AElf.Bench.TestKit.Processes;

/// <summary>A server program the tests need, with the package that brings it.</summary>
internal sealed record ServerBinary(string Name, string Package)
{
    // Debian puts nutcracker into /usr/sbin, which is not on the PATH of ordinary users.
    private static readonly string[] SystemFolders = ["/usr/sbin", "/usr/local/sbin", "/sbin"];

    public static ServerBinary Redis { get; } = new("redis-server", "redis-server");

    public static ServerBinary Nutcracker { get; } = new("nutcracker", "nutcracker");

    public static ServerBinary Chromium { get; } = new("chromium", "chromium");

    /// <exception cref="InvalidOperationException">The program is not installed: the test fails and says how to get it.</exception>
    public string Find() => Find(Environment.GetEnvironmentVariable("PATH") ?? "");

    public string Find(string searchPath) =>
        searchPath.Split(':', StringSplitOptions.RemoveEmptyEntries)
            .Concat(SystemFolders)
            .Select(folder => Path.Combine(folder, Name))
            .FirstOrDefault(File.Exists)
        ?? throw new InvalidOperationException($"{Name} is not installed, and this test needs it: apt-get install {Package}");
}

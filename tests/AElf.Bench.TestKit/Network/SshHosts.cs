using System.Globalization;
using System.Text.Json;
using AElf.Bench.Harness.Processes;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.TestKit.Network;

/// <summary>A host of <see cref="SshHosts"/>.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Address">Its address on the switch.</param>
/// <param name="Space">Its namespace.</param>
/// <param name="Home">The home directory of the programs started on it; it identifies their processes.</param>
public sealed record SshHost(string Name, string Address, NetworkNamespace Space, string Home)
{
    /// <summary>The folders in <c>/proc</c> of the processes that were started on it over ssh.</summary>
    public IReadOnlyList<string> Processes() => [.. ProcessTable.OfHome(Home)];
}

/// <summary>
/// Hosts for a test, and a namespace to call them from. Each host is a network namespace with an OpenSSH server. All
/// are on one switch, have their own keys, and share this machine's files and processors.
/// </summary>
public sealed class SshHosts : IDisposable
{
    private static readonly string[] ServerFolders = ["/usr/sbin", "/usr/local/sbin", "/usr/bin"];

    private readonly TemporaryFolder folder = new();
    private readonly NamespaceSwitch bridge = new();
    private readonly List<OwnedProcess> servers = [];
    private readonly List<SshHost> hosts = [];

    private SshHosts()
    {
        // All files beside the program are copied to hosts. The folder of the tests also contains a browser's files,
        // which are twice as large, and screenshots of tests that run at the same time.
        CopyFolder(AppContext.BaseDirectory, folder.File("product"));
        Here = NetworkNamespace.Create();
        bridge.Plug(Here);
        Keygen("host");
        Keygen("user");
        folder.Write("config", $"""
            Host *
              IdentityFile {folder.File("user")}
              IdentitiesOnly yes
              UserKnownHostsFile {folder.File("known_hosts")}
            """);

        // ssh finds the user's configuration by the home in the password file, not by HOME.
        Directory.CreateDirectory(folder.File("bin"));
        var client = folder.Write("bin/ssh", $"""
            #!/bin/sh
            exec {new ServerProgram("ssh", "openssh-client").Find()} -F {folder.File("config")} "$@"
            """);
        File.SetUnixFileMode(client, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    /// <summary>Why the hosts cannot be made here; null if they can.</summary>
    public static string? Unavailable { get; } = NetworkNamespace.Unavailable
        ?? (Server is null ? "sshd is not installed: apt-get install openssh-server" : null);

    /// <summary>The namespace that calls the hosts.</summary>
    public NetworkNamespace Here { get; }

    /// <summary>The hosts.</summary>
    public IReadOnlyList<SshHost> All => hosts;

    /// <summary>How to start the program that calls the hosts.</summary>
    public ProductProcessOptions Caller => new()
    {
        Program = folder.File("product/AElf.Benchmark.dll"),
        Launcher = Here.Launcher,
        Environment = new Dictionary<string, string?>(StringComparer.Ordinal)
        {
            ["PATH"] = $"{folder.File("bin")}:{Environment.GetEnvironmentVariable("PATH")}:/usr/sbin",
        },
    };

    private static string? Server =>
        ServerFolders.Select(path => Path.Combine(path, "sshd")).FirstOrDefault(File.Exists);

    /// <summary>Starts hosts with the names <c>a</c>, <c>b</c>, <c>c</c> and so on.</summary>
    public static async Task<SshHosts> StartAsync(int count)
    {
        var all = new SshHosts();
        try
        {
            for (var number = 0; number < count; number++)
            {
                await all.AddAsync(((char)('a' + number)).ToString(CultureInfo.InvariantCulture));
            }

            return all;
        }
        catch
        {
            all.Dispose();
            throw;
        }
    }

    /// <summary>Writes a file of these hosts.</summary>
    /// <param name="fieldsOf">Fields of a host besides its name, address and environment.</param>
    /// <param name="environmentOf">Further variables of a host.</param>
    /// <param name="lease">How long the hosts keep started programs without a message.</param>
    public string WriteFile(
        Func<SshHost, Dictionary<string, object>>? fieldsOf = null,
        Func<SshHost, Dictionary<string, string>>? environmentOf = null,
        string lease = "10s")
    {
        Dictionary<string, object> Fields(SshHost host) => new(fieldsOf?.Invoke(host) ?? [], StringComparer.Ordinal)
        {
            ["name"] = host.Name,
            ["address"] = host.Address,
            ["environment"] = new Dictionary<string, string>(environmentOf?.Invoke(host) ?? [], StringComparer.Ordinal)
            {
                ["HOME"] = host.Home,
            },
        };
        return folder.Write("hosts.json", JsonSerializer.Serialize(new { lease, hosts = hosts.Select(Fields) }));
    }

    /// <summary>Makes the caller forget the keys of all hosts.</summary>
    public void ForgetHosts() => folder.Write("known_hosts", "");

    public void Dispose()
    {
        servers.ForEach(server => server.Dispose());
        hosts.ForEach(host => host.Space.Dispose());
        Here.Dispose();
        bridge.Dispose();
        folder.Dispose();
    }

    private static void CopyFolder(string from, string to)
    {
        Directory.CreateDirectory(to);
        foreach (var file in Directory.EnumerateFiles(from)
            .Where(file => Path.GetFileName(file) is not "librocksdb.so"))
        {
            File.Copy(file, Path.Combine(to, Path.GetFileName(file)));
        }

        foreach (var inner in Directory.EnumerateDirectories(from)
            .Where(inner => Path.GetFileName(inner)
                is not (".playwright" or "TestResults" or "arm64" or "amd64" or "x86")))
        {
            CopyFolder(inner, Path.Combine(to, Path.GetFileName(inner)));
        }
    }

    private async Task AddAsync(string name)
    {
        var space = NetworkNamespace.Create();

        // Names that an unquoted shell command would change.
        var home = Directory.CreateDirectory(folder.File($"home of '{name}' \"$HOME\" \\n ;&!*")).FullName;
        var host = new SshHost(name, bridge.Plug(space), space, home);
        hosts.Add(host);
        var configuration = folder.Write($"sshd-{name}", $"""
            Port 22
            ListenAddress {host.Address}
            HostKey {folder.File("host")}
            AuthorizedKeysFile {folder.File("user.pub")}
            PidFile none
            UsePAM no
            StrictModes no
            PermitRootLogin prohibit-password
            PasswordAuthentication no
            """);
        await File.AppendAllTextAsync(
            folder.File("known_hosts"), $"{host.Address} {await File.ReadAllTextAsync(folder.File("host.pub"))}");

        // Debian's service makes this folder.
        Directory.CreateDirectory("/run/sshd");
        string[] command = [.. space.Launcher, Server!, "-D", "-e", "-f", configuration];
        var log = folder.File($"sshd-{name}.log");
        var server = OwnedProcess.Start(new ProcessStart(command[0], command[1..]) { OutputFile = log });
        servers.Add(server);
        await Wait.UntilAsync(
            () => Task.FromResult(server.Output.Contains("Server listening", StringComparison.Ordinal)),
            () => $"sshd on host {name} to listen. It wrote:\n{server.Output}");
    }

    private void Keygen(string name)
    {
        var key = folder.File(name);
        Here.RunInside("/usr/bin/ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key);
    }
}

using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using System.Text.RegularExpressions;
using Microsoft.Win32.SafeHandles;

namespace AElf.Bench.TestKit.Network;

/// <summary>
/// A network namespace for one test: its programs cannot reach the machine's network, and it is removed with the test.
/// </summary>
public sealed partial class NetworkNamespace : IDisposable
{
    private const string Folder = "/run/netns";
    private const string FilesFolder = "/etc/netns";
    private const string FaultTable = "fault";
    private const int NetworkAdministrator = 12;
    private const int SystemAdministrator = 21;
    private static readonly string[] ProgramFolders = ["/usr/sbin", "/sbin", "/usr/bin", "/bin", "/usr/local/sbin"];
    private static readonly HashSet<NetworkNamespace> Living = [];
    private static readonly Lock LivingLock = new();
    private static int last;

    static NetworkNamespace()
    {
        // An interrupted test run disposes of nothing.
        AppDomain.CurrentDomain.ProcessExit += (_, _) => RemoveAll();
    }

    private NetworkNamespace(string name)
    {
        Name = name;
    }

    /// <summary>Why namespaces cannot be made here; null if they can.</summary>
    public static string? Unavailable { get; } = FindObstacle();

    /// <summary>A name that no other process on this machine uses.</summary>
    public string Name { get; }

    /// <summary>The words that run a command inside the namespace when they precede it.</summary>
    public IReadOnlyList<string> Launcher => [Program("ip"), "netns", "exec", Name];

    /// <summary>Makes an empty namespace and starts its loopback device.</summary>
    /// <exception cref="InvalidOperationException">This machine does not allow it.</exception>
    public static NetworkNamespace Create()
    {
        var number = Interlocked.Increment(ref last);
        var made = new NetworkNamespace(FormattableString.Invariant($"aelf{Environment.ProcessId}n{number}"));
        Run([Program("ip"), "netns", "add", made.Name]);
        lock (LivingLock)
        {
            Living.Add(made);
        }

        made.Ip("link", "set", "lo", "up");
        return made;
    }

    /// <summary>Gives the programs inside another hosts file and no name server.</summary>
    public void NameHosts(string hosts)
    {
        // "ip netns exec" mounts it over /etc for each program that it starts.
        File.WriteAllText(Path.Combine(Directory.CreateDirectory($"{FilesFolder}/{Name}").FullName, "hosts"), hosts);
        File.WriteAllText($"{FilesFolder}/{Name}/resolv.conf", "");
    }

    /// <summary>Runs a command inside and waits for its end.</summary>
    /// <returns>Its standard output.</returns>
    /// <exception cref="InvalidOperationException">The exit code was not 0; the message contains the command's
    /// output.</exception>
    public string RunInside(params IReadOnlyList<string> command) => Run([.. Launcher, .. command]);

    /// <summary>Runs <c>ip</c> on the namespace.</summary>
    public void Ip(params IReadOnlyList<string> arguments) => Run([Program("ip"), "-n", Name, .. arguments]);

    /// <summary>
    /// Calls a function on a new thread inside the namespace: sockets and devices that it opens stay there.
    /// </summary>
    public T Inside<T>(Func<T> function)
    {
        var result = default(T);
        var failure = default(ExceptionDispatchInfo);
        var thread = new Thread(() =>
        {
            try
            {
                Enter();
                result = function();
            }
            catch (Exception exception) when (exception is not OutOfMemoryException)
            {
                failure = ExceptionDispatchInfo.Capture(exception);
            }
        });

        // The thread ends inside the namespace, so it must not be a thread of the pool.
        thread.Start();
        thread.Join();
        failure?.Throw();
        return result!;
    }

    /// <summary>Drops every packet from and to an address without an answer.</summary>
    public void Drop(string address) => Forbid(address, "drop");

    /// <summary>Answers every TCP packet from and to an address with a reset.</summary>
    public void Reject(string address) =>
        Forbid(address, "meta l4proto tcp reject with tcp reset");

    /// <summary>Drops packets from an address; packets to it arrive.</summary>
    public void DropFrom(string address) => Install(Rule("in", $"ip saddr {address}", "drop"));

    /// <summary>Drops packets to an address; packets from it arrive.</summary>
    public void DropTo(string address) => Install(Rule("out", $"ip daddr {address}", "drop"));

    /// <summary>Drops a random share of packets in both directions.</summary>
    /// <param name="percent">The share, from 0 to 100.</param>
    public void Lose(int percent)
    {
        var chance = FormattableString.Invariant($"numgen random mod 100 < {percent}");
        Install(Rule("in", chance, "drop"), Rule("out", chance, "drop"));
    }

    /// <summary>The number of packets that a fault has dropped.</summary>
    public long Stopped() => StoppedPackets().Matches(RunInside(Program("nft"), "list", "table", "inet", FaultTable))
        .Sum(rule => long.Parse(rule.Groups["packets"].ValueSpan, CultureInfo.InvariantCulture));

    /// <summary>Ends all faults.</summary>
    public void Heal() => RunInside(Program("nft"), "delete", "table", "inet", FaultTable);

    /// <summary>Removes the namespace and its devices; its processes must end before.</summary>
    public void Dispose()
    {
        lock (LivingLock)
        {
            if (!Living.Remove(this))
            {
                return;
            }
        }

        Run([Program("ip"), "netns", "delete", Name]);
        if (Directory.Exists($"{FilesFolder}/{Name}"))
        {
            Directory.Delete($"{FilesFolder}/{Name}", recursive: true);
        }
    }

    internal static string Program(string name) =>
        ProgramFolders.Select(folder => Path.Combine(folder, name)).FirstOrDefault(File.Exists)
        ?? throw new InvalidOperationException(
            $"{name} is not installed, and this test needs it: apt-get install iproute2 nftables");

    [GeneratedRegex(
        "counter packets (?<packets>[0-9]+)", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex StoppedPackets();

    private static string? FindObstacle()
    {
        bool IsMissing(string name) => !ProgramFolders.Any(folder => File.Exists(Path.Combine(folder, name)));
        if (Array.Find(["ip", "nft"], IsMissing) is { } missing)
        {
            return $"{missing} is not installed: apt-get install iproute2 nftables";
        }

        var status = File.ReadLines("/proc/self/status")
            .First(line => line.StartsWith("CapEff:", StringComparison.Ordinal));
        var powers = ulong.Parse(
            status.AsSpan("CapEff:".Length).Trim(), NumberStyles.HexNumber, CultureInfo.InvariantCulture);
        const ulong Needed = (1UL << NetworkAdministrator) | (1UL << SystemAdministrator);
        return (powers & Needed) == Needed ? null : "network namespaces need root";
    }

    private static void RemoveAll()
    {
        NetworkNamespace[] left;
        lock (LivingLock)
        {
            left = [.. Living];
        }

        Array.ForEach(left, space => space.Dispose());
    }

    private static string Run(IReadOnlyList<string> command)
    {
        using var process = Process.Start(new ProcessStartInfo(command[0], command.Skip(1))
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        })!;
        process.StandardInput.Close();
        var error = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEndAsync();
        if (!process.WaitForExit(Wait.Deadline))
        {
            process.Kill(entireProcessTree: true);
            throw new InvalidOperationException(
                $"{string.Join(' ', command)} did not end in {Wait.Deadline.TotalSeconds:0} s");
        }

        return process.ExitCode == 0
            ? output.GetAwaiter().GetResult()
            : throw new InvalidOperationException(
                $"{string.Join(' ', command)} ended with {process.ExitCode}: "
                    + $"{error.GetAwaiter().GetResult()}{output.GetAwaiter().GetResult()}");
    }

    private static string Rule(string chain, string which, string what) =>
        $"add rule inet {FaultTable} {chain} {which} counter {what}";

    private void Forbid(string address, string what) =>
        Install(Rule("in", $"ip saddr {address}", what), Rule("out", $"ip daddr {address}", what));

    private void Install(params IReadOnlyList<string> rules) => RunInside(
        Program("nft"),
        $"add table inet {FaultTable}; "
        + $"add chain inet {FaultTable} in {{ type filter hook input priority 0; }}; "
        + $"add chain inet {FaultTable} out {{ type filter hook output priority 0; }}; "
        + string.Join("; ", rules));

    private void Enter()
    {
        using var descriptor = new SafeFileHandle(
            SystemCalls.Open($"{Folder}/{Name}", SystemCalls.ReadOnly), ownsHandle: true);
        if (descriptor.IsInvalid || SystemCalls.EnterNamespace(descriptor, SystemCalls.NetworkNamespaces) != 0)
        {
            throw new InvalidOperationException(
                $"the namespace {Name} cannot be entered: {new Win32Exception(Marshal.GetLastPInvokeError()).Message}");
        }
    }
}

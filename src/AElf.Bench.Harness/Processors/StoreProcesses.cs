using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Processors;

/// <summary>
/// The stores and proxies of a run on this machine, and the processes that listen on their addresses, started by this
/// program or by others. Their CPU time belongs to the run.
/// </summary>
internal sealed class StoreProcesses
{
    private readonly IReadOnlyList<Endpoint> here;
    private readonly Dictionary<Endpoint, IReadOnlyList<int>> found = [];

    /// <param name="addresses">All addresses in the options, on this machine or on others.</param>
    /// <param name="areAllHere">Whether all are on this machine, such as in other containers.</param>
    public StoreProcesses(IEnumerable<Endpoint> addresses, bool areAllHere = false)
    {
        var own = new Lazy<IReadOnlySet<IPAddress>>(OwnAddresses);
        here = [.. addresses.Distinct().Where(address => areAllHere || address.IsUnix || IsHere(address.Host, own))];
        Here = [.. here.Select(address => $"{address}")];
        Find(here);
    }

    public IReadOnlyCollection<string> Here { get; }

    /// <summary>
    /// The processor time of each process by its id, and the addresses without a visible process. If a process has
    /// ended, another process is searched at its address.
    /// </summary>
    public (IReadOnlyDictionary<int, TimeSpan> Times, IReadOnlyList<string> Unseen) Read()
    {
        Find([.. here.Where(address => found[address].Any(process => ProcessClock.Read(process) is null))]);
        var times = new Dictionary<int, TimeSpan>();
        foreach (var process in found.Values.SelectMany(processes => processes))
        {
            if (ProcessClock.Read(process) is { } time)
            {
                times[process] = time;
            }
        }

        return (times, [.. here.Where(address => found[address].Count == 0).Select(address => $"{address}")]);
    }

    private void Find(IReadOnlyList<Endpoint> addresses)
    {
        if (addresses.Count == 0)
        {
            return;
        }

        var listeners = ListeningProcesses.Find([.. addresses.Select(ListeningProcesses.PlaceOf)]);
        foreach (var address in addresses)
        {
            found[address] = [.. listeners[ListeningProcesses.PlaceOf(address)]];
        }
    }

    private static HashSet<IPAddress> OwnAddresses() => NetworkInterface.GetAllNetworkInterfaces()
        .SelectMany(each => each.GetIPProperties().UnicastAddresses).Select(each => each.Address).ToHashSet();

    private static bool IsHere(string host, Lazy<IReadOnlySet<IPAddress>> own)
    {
        try
        {
            return Dns.GetHostAddresses(host).Any(
                address => IPAddress.IsLoopback(address) || own.Value.Contains(address));
        }
        catch (Exception exception) when (exception is SocketException or NetworkInformationException)
        {
            // A name that cannot be resolved is not on this machine.
            return false;
        }
    }
}

/// <summary>
/// Reads the processor time of any process of this machine in nanoseconds, from the kernel's clock of the process
/// (clock_getcpuclockid(3)). <c>/proc/PID/stat</c> counts in ticks of 10 ms, which is a tenth of a round.
/// </summary>
internal static partial class ProcessClock
{
    // Low bits of the id of such a clock: the time of all threads, as counted by the scheduler.
    private const int OfAllThreads = 2;

    /// <summary>User and system time since the process started; null if it has ended.</summary>
    public static TimeSpan? Read(int process) =>
        GetTime((~process << 3) | OfAllThreads, out var time) == 0
            ? TimeSpan.FromSeconds(time.Seconds) + TimeSpan.FromTicks(time.Nanoseconds / TimeSpan.NanosecondsPerTick)
            : null;

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int GetTime(int clock, out Timespec time);

    [StructLayout(LayoutKind.Sequential)]
    private struct Timespec
    {
        public nint Seconds;
        public nint Nanoseconds;
    }
}

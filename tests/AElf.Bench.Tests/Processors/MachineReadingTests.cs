using System.Net;
using System.Net.Sockets;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Harness.Processors;

namespace AElf.Bench.Tests.Processors;

public sealed class MachineReadingTests
{
    [Fact]
    public void MachineReading_EveryField_IsRead() => Assert.Equal(
        new MachineTicks(All: 112, Idle: 84, Interrupts: 5, Steal: 7),
        MachineMeter.Parse("cpu  10 1 5 80 4 2 3 7 0 0"));

    [Theory]
    [InlineData("cpu.stat:nr_throttled 3|throttled_usec 2500", 2.5)]
    [InlineData("cpu.stat:nr_throttled 3|throttled_time 2500000", 2.5)]
    [InlineData("cpu.stat:usage_usec 5", null)]
    [InlineData("cpu.max:max 100000", null)]
    public void Throttled_CpuStat_IsTheTimeOfEitherVersion(string file, double? milliseconds) => Assert.Equal(
        milliseconds, KernelLimits.Throttled(["0::/a"], Folders($"/sys/fs/cgroup/a/{file}"))?.TotalMilliseconds);

    [Theory]
    [InlineData("0::/a/b", "a/b/cpu.max:50000 100000", 0.5)]
    [InlineData("0::/a/b", "a/cpu.max:150000 100000", 1.5)]
    [InlineData("0::/a/b", "a/b/cpu.max:max 100000", null)]
    [InlineData("0::/", "cpu.max:50000 200000", 0.25)]
    [InlineData("0::/docker/of-the-host", "cpu.max:50000 100000", 0.5)]
    [InlineData("4:cpu,cpuacct:/a/b", "cpu,cpuacct/a/b/cpu.cfs_quota_us:50000", 0.5)]
    [InlineData("4:cpu,cpuacct:/a/b", "cpu,cpuacct/a/cpu.cfs_quota_us:25000", 0.25)]
    [InlineData("4:cpu,cpuacct:/a/b", "cpu,cpuacct/a/b/cpu.cfs_quota_us:-1", null)]
    [InlineData("5:memory:/a/b", "memory/a/b/cpu.max:50000 100000", null)]
    [InlineData("nonsense", "cpu.max:50000 100000", null)]
    public void Quota_GroupOrGroupAbove_IsQuotaByPeriod(string membership, string file, double? cores) => Assert.Equal(
        cores, KernelLimits.Quota([membership], Folders($"/sys/fs/cgroup/{file}")));

    [Fact]
    public void Limits_SeveralGroups_HaveTheSmallestQuotaAndTheLongestStop()
    {
        var folders = Folders(
            "/sys/fs/cgroup/a/b/cpu.max:200000 100000", "/sys/fs/cgroup/a/cpu.max:50000 100000",
            "/sys/fs/cgroup/a/b/cpu.stat:throttled_usec 0", "/sys/fs/cgroup/a/cpu.stat:throttled_usec 7000");

        Assert.Equal(0.5, KernelLimits.Quota(["0::/a/b"], folders));
        Assert.Equal(7, KernelLimits.Throttled(["0::/a/b"], folders)?.TotalMilliseconds);
    }

    [Theory]
    [InlineData("some avg10=91.16 avg60=86.19 avg300=41.46 total=167000", 167.0)]
    [InlineData("full avg10=0.00 avg60=0.00 avg300=0.00 total=9", null)]
    public void MachineReading_Pressure_IsThatOfTheLineSome(string line, double? milliseconds) =>
        Assert.Equal(milliseconds, KernelLimits.ParsePressure([line])?.TotalMilliseconds);

    [Theory]
    [InlineData("   0: 0100007F:18EB 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 4711 1", "18EB")]
    [InlineData("   0: 0100007F:18EB 0100007F:9000 01 00000000:00000000 00:00000000 00000000 0 0 4711 1", null)]
    [InlineData("  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid", null)]
    [InlineData("0000000000000000: 00000002 00000000 00010000 0001 01 4711 /run/my redis.sock", "/run/my redis.sock")]
    [InlineData("0000000000000000: 00000003 00000000 00000000 0001 03 4711 /run/redis.sock", null)]
    [InlineData("0000000000000000: 00000002 00000000 00010000 0001 01 4711 @abstract", null)]
    public void MachineReading_SocketThatDoesNotListen_IsIgnored(string line, string? place) =>
        Assert.Equal(place, ListeningProcesses.Parse(line)?.Place);

    [Fact]
    public void Listener_LocalAddress_IsFoundWithItsCpuTime()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var here = new Endpoint("localhost", ((IPEndPoint)listener.LocalEndpoint).Port);

        var processes = new StoreProcesses([here, new Endpoint("192.0.2.1", here.Port)]);
        var (times, unseen) = processes.Read();

        Assert.Equal([$"{here}"], processes.Here);
        Assert.True(times[Environment.ProcessId] > TimeSpan.Zero);
        Assert.Empty(unseen);
    }

    [Fact]
    public void Listener_UnixSocket_IsFound()
    {
        using var folder = new TemporaryFolder();
        using var listener = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        listener.Bind(new UnixDomainSocketEndPoint(folder.File("store")));
        listener.Listen();
        var here = new Endpoint(folder.File("store"), 0);

        var (times, unseen) = new StoreProcesses([here]).Read();

        Assert.Equal([Environment.ProcessId], times.Keys);
        Assert.Empty(unseen);
    }

    [Fact]
    public void MachineReading_StoreInAContainer_IsLocalIfConfigured()
    {
        var elsewhere = new Endpoint("192.0.2.1", 9);

        Assert.Empty(new StoreProcesses([elsewhere]).Here);
        Assert.Equal([$"{elsewhere}"], new StoreProcesses([elsewhere], areAllHere: true).Read().Unseen);
    }

    [Fact]
    public void CpuTime_LocalAddressWithoutListener_IsUnknown()
    {
        using var bound = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        bound.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        var address = new Endpoint("127.0.0.1", ((IPEndPoint)bound.LocalEndPoint!).Port);

        Assert.Equal([$"{address}"], new StoreProcesses([address]).Read().Unseen);
    }

    [Fact]
    public void CpuTime_StoreStartedInTheRound_CountsFully_StoreEndedCountsZero()
    {
        static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);

        var used = ResourceMeter.Used(
            new Dictionary<int, TimeSpan> { [1] = Seconds(5), [2] = Seconds(7) },
            new Dictionary<int, TimeSpan> { [1] = Seconds(6), [3] = Seconds(0.25) });

        Assert.Equal(Seconds(1.25), used);
    }

    [Fact]
    public void MachineReading_CpuTimeOfAProcess_EqualsItsOwnReading()
    {
        var before = Environment.CpuUsage.TotalTime;
        var read = ProcessClock.Read(Environment.ProcessId)!.Value;
        var after = Environment.CpuUsage.TotalTime;

        // getrusage(2) scales the same sum, up to the last tick.
        Assert.InRange(read, before - (2 * MachineMeter.Tick), after + (2 * MachineMeter.Tick));
        Assert.Null(ProcessClock.Read(int.MaxValue >> 4));
    }

    // Each text is a path, a colon, and lines separated by bars; a quota of version 1 has a period of 100 ms beside it.
    private static Func<string, string[]> Folders(params string[] files) => path =>
        files.Select(file => file.Split(':')).FirstOrDefault(file => file[0] == path) is [_, var lines]
            ? lines.Split('|')
            : path.EndsWith("cpu.cfs_period_us", StringComparison.Ordinal) ? ["100000"] : [];
}

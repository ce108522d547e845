using System.Globalization;
using AElf.Bench.Core.Files;

namespace AElf.Bench.Harness.Processors;

/// <summary>
/// The processors that this process may use by its control groups, the time that quotas stopped it, and the time that
/// tasks waited for a processor. The quota of a group applies to all groups within it.
/// </summary>
public static class KernelLimits
{
    private const string Mount = "/sys/fs/cgroup";

    /// <summary>
    /// Processors that this process may use by affinity and quota, such as 0.5. The runtime rounds a quota up, and
    /// ignores the quotas of groups above its own.
    /// </summary>
    public static double Cores { get; } = Math.Min(
        Environment.ProcessorCount,
        Quota(KernelFile.Lines("/proc/self/cgroup"), KernelFile.Lines) ?? double.PositiveInfinity);

    /// <summary>
    /// The longest time that the quota of a group has stopped this process (<c>cpu.stat</c>, of version 2 or 1 of
    /// control groups); null if unknown.
    /// </summary>
    internal static TimeSpan? Throttled() => Throttled(KernelFile.Lines("/proc/self/cgroup"), KernelFile.Lines);

    /// <summary>
    /// Time in which some task of this machine waited for a processor (<c>/proc/pressure/cpu</c>, PSI); null if
    /// unknown.
    /// </summary>
    internal static TimeSpan? Pressure() => ParsePressure(KernelFile.Lines("/proc/pressure/cpu"));

    /// <summary>The smallest quota of a process' groups, in processors; null for none.</summary>
    /// <param name="memberships">
    /// Lines of <c>/proc/self/cgroup</c>, such as <c>0::/system.slice/x</c> or <c>4:cpu,cpuacct:/docker/x</c>.
    /// </param>
    /// <param name="read">Reads the lines of a file; empty for an unreadable file.</param>
    internal static double? Quota(IEnumerable<string> memberships, Func<string, string[]> read) =>
        GroupsOf(memberships).Select(group =>
            ParseQuota(read($"{group}/cpu.max"))
                ?? ParseQuota([.. read($"{group}/cpu.cfs_quota_us"), .. read($"{group}/cpu.cfs_period_us")])).Min();

    /// <inheritdoc cref="Quota" path="/param"/>
    /// <summary>The longest time that a quota has stopped a process; null if unknown.</summary>
    internal static TimeSpan? Throttled(IEnumerable<string> memberships, Func<string, string[]> read) =>
        GroupsOf(memberships).Select(group => ParseThrottled(read($"{group}/cpu.stat"))).Max();

    /// <summary>
    /// Reads lines such as <c>some avg10=0.00 avg60=0.00 avg300=0.00 total=1234</c>, in microseconds.
    /// </summary>
    internal static TimeSpan? ParsePressure(IEnumerable<string> lines) => lines
        .Where(line => line.StartsWith("some ", StringComparison.Ordinal))
        .Select(line => line.Split("total=") is [_, var text] && Number(text) is { } value
            ? TimeSpan.FromMicroseconds(value)
            : (TimeSpan?)null)
        .FirstOrDefault();

    // The folders of the process' group that limits processors, and of all groups above it. In a container, the group
    // of the container is the topmost, whatever the membership says.
    private static IEnumerable<string> GroupsOf(IEnumerable<string> memberships)
    {
        foreach (var fields in memberships.Select(line => line.Split(':', 3)).Where(fields => fields.Length == 3))
        {
            if (fields is ["0", "", _] || fields[1].Split(',').Contains("cpu", StringComparer.Ordinal))
            {
                var top = $"{Mount}/{fields[1]}".TrimEnd('/');
                var names = fields[2].Split('/', StringSplitOptions.RemoveEmptyEntries);
                for (var depth = names.Length; depth >= 0; depth--)
                {
                    yield return string.Join('/', [top, .. names.Take(depth)]);
                }
            }
        }
    }

    // Version 2 has quota and period of a group in one line, with the word max for no quota. Version 1 has two files,
    // with -1 for no quota.
    private static double? ParseQuota(string[] lines) =>
        string.Join(' ', lines).Split(' ') is [var quota, var period]
            && Number(quota) is { } microseconds && Number(period) is > 0 and var every
            ? (double)microseconds / every
            : null;

    // Version 2 counts in microseconds, version 1 in nanoseconds.
    private static TimeSpan? ParseThrottled(IEnumerable<string> lines) => lines
        .Select(line => line.Split(' ') switch
        {
            ["throttled_usec", var text] when Number(text) is { } value => TimeSpan.FromMicroseconds(value),
            ["throttled_time", var text] when Number(text) is { } value => TimeSpan.FromMicroseconds(value / 1e3),
            _ => (TimeSpan?)null,
        }).FirstOrDefault(time => time is not null);

    private static long? Number(string text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
}

using System.Globalization;
using AElf.Bench.Core.Files;

namespace AElf.Bench.Harness.Processors;

/// <summary>
/// The processors that control groups leave to this process, how long their quotas stopped it, and how long tasks
/// waited for a processor. The quota of a group holds for all groups within it.
/// </summary>
public static class KernelLimits
{
    private const string Mount = "/sys/fs/cgroup";

    /// <summary>
    /// Processors that this process may use by affinity and quota, such as 0.5. The runtime rounds a quota up, and does
    /// not see those of the groups above its own.
    /// </summary>
    public static double Cores { get; } = Math.Min(
        Environment.ProcessorCount,
        Quota(KernelFile.Lines("/proc/self/cgroup"), KernelFile.Lines) ?? double.PositiveInfinity);

    /// <summary>
    /// The longest that the quota of a group has stopped this process (<c>cpu.stat</c>, of version 2 or 1 of control
    /// groups); null when unknown.
    /// </summary>
    internal static TimeSpan? Throttled() => Throttled(KernelFile.Lines("/proc/self/cgroup"), KernelFile.Lines);

    /// <summary>
    /// How long some task of this machine has waited for a processor (<c>/proc/pressure/cpu</c>, PSI); null when
    /// unknown.
    /// </summary>
    internal static TimeSpan? Pressure() => ParsePressure(KernelFile.Lines("/proc/pressure/cpu"));

    /// <summary>The smallest quota of a process' groups, in processors; null without one.</summary>
    /// <param name="memberships">
    /// Lines of <c>/proc/self/cgroup</c>, such as <c>0::/system.slice/x</c> or <c>4:cpu,cpuacct:/docker/x</c>.
    /// </param>
    /// <param name="read">Reads the lines of a file; empty when it cannot be read.</param>
    internal static double? Quota(IEnumerable<string> memberships, Func<string, string[]> read) =>
        GroupsOf(memberships).Select(group =>
            ParseQuota(read($"{group}/cpu.max"))
                ?? ParseQuota([.. read($"{group}/cpu.cfs_quota_us"), .. read($"{group}/cpu.cfs_period_us")])).Min();

    /// <inheritdoc cref="Quota" path="/param"/>
    /// <summary>The longest that a quota has stopped a process; null when unknown.</summary>
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

    // The folders of a process' group that limits processors, and of all groups above it. A container sees its own
    // group as the topmost one, whatever its membership says.
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

    // Version 2 has quota and period of a group in one line, with the word max for no quota; version 1 has two files,
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

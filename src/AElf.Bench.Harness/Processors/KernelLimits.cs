using System.Globalization;
using AElf.Bench.Core.Files;

namespace AElf.Bench.Harness.Processors;

/// <summary>How long the kernel stopped tasks by a control group's quota, and let them wait for a processor.</summary>
internal static class KernelLimits
{
    private const string Groups = "/sys/fs/cgroup";

    /// <summary>
    /// How long its quota has stopped this process' control group (<c>cpu.stat</c>, of version 2 or 1 of cgroups); null
    /// without a quota.
    /// </summary>
    public static TimeSpan? Throttled() => FilesOf(KernelFile.Lines("/proc/self/cgroup"))
        .Select(file => ParseThrottled(KernelFile.Lines(file))).FirstOrDefault(time => time is not null);

    /// <summary>
    /// How long some task of this machine has waited for a processor (<c>/proc/pressure/cpu</c>, PSI); null when
    /// unknown.
    /// </summary>
    public static TimeSpan? Pressure() => ParsePressure(KernelFile.Lines("/proc/pressure/cpu"));

    /// <summary>The places where <c>cpu.stat</c> of a process may lie.</summary>
    /// <param name="memberships">
    /// Lines of <c>/proc/self/cgroup</c>, such as <c>0::/system.slice/x</c> or <c>4:cpu,cpuacct:/docker/x</c>.
    /// </param>
    internal static IEnumerable<string> FilesOf(IEnumerable<string> memberships)
    {
        foreach (var fields in memberships.Select(line => line.Split(':', 3)).Where(fields => fields.Length == 3))
        {
            if (fields is ["0", "", var unified])
            {
                yield return $"{Groups}{unified.TrimEnd('/')}/cpu.stat";
            }
            else if (fields[1].Split(',').Contains("cpu", StringComparer.Ordinal))
            {
                yield return $"{Groups}/{fields[1]}{fields[2].TrimEnd('/')}/cpu.stat";
            }
        }
    }

    /// <summary>Reads a time that version 2 counts in microseconds and version 1 in nanoseconds.</summary>
    internal static TimeSpan? ParseThrottled(IEnumerable<string> lines) => lines
        .Select(line => line.Split(' ') switch
        {
            ["throttled_usec", var text] when Number(text) is { } value => TimeSpan.FromMicroseconds(value),
            ["throttled_time", var text] when Number(text) is { } value => TimeSpan.FromMicroseconds(value / 1e3),
            _ => (TimeSpan?)null,
        }).FirstOrDefault(time => time is not null);

    /// <summary>
    /// Reads lines such as <c>some avg10=0.00 avg60=0.00 avg300=0.00 total=1234</c>, in microseconds.
    /// </summary>
    internal static TimeSpan? ParsePressure(IEnumerable<string> lines) => lines
        .Where(line => line.StartsWith("some ", StringComparison.Ordinal))
        .Select(line => line.Split("total=") is [_, var text] && Number(text) is { } value
            ? TimeSpan.FromMicroseconds(value)
            : (TimeSpan?)null)
        .FirstOrDefault();

    private static long? Number(string text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
}

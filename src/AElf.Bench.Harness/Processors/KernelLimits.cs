using System.Globalization;

namespace AElf.Bench.Harness.Processors;

/// <summary>How the kernel held tasks up: by the quota of a control group, and for want of a free processor.</summary>
internal static class KernelLimits
{
    private const string Groups = "/sys/fs/cgroup";

    /// <summary>
    /// How long this process' control group has been stopped by its quota (<c>cpu.stat</c>, of version 2 or 1 of
    /// cgroups); null where it has none.
    /// </summary>
    public static TimeSpan? Throttled() => FilesOf(Lines("/proc/self/cgroup"))
        .Select(file => ParseThrottled(Lines(file))).FirstOrDefault(time => time is not null);

    /// <summary>
    /// How long some task of this machine has waited for a processor (<c>/proc/pressure/cpu</c>, PSI); null when
    /// unknown.
    /// </summary>
    public static TimeSpan? Pressure() => ParsePressure(Lines("/proc/pressure/cpu"));

    /// <summary>Where <c>cpu.stat</c> of a process may lie.</summary>
    /// <param name="memberships">Such as <c>0::/system.slice/x</c>, or <c>4:cpu,cpuacct:/docker/x</c>.</param>
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

    /// <summary>Version 2 counts microseconds, version 1 nanoseconds.</summary>
    internal static TimeSpan? ParseThrottled(IEnumerable<string> lines) => lines
        .Select(line => line.Split(' ') switch
        {
            ["throttled_usec", var text] when Number(text) is { } value => TimeSpan.FromMicroseconds(value),
            ["throttled_time", var text] when Number(text) is { } value => TimeSpan.FromMicroseconds(value / 1e3),
            _ => (TimeSpan?)null,
        }).FirstOrDefault(time => time is not null);

    /// <summary>Such as <c>some avg10=0.00 avg60=0.00 avg300=0.00 total=1234</c>, in microseconds.</summary>
    internal static TimeSpan? ParsePressure(IEnumerable<string> lines) => lines
        .Where(line => line.StartsWith("some ", StringComparison.Ordinal))
        .Select(line => line.Split("total=") is [_, var text] && Number(text) is { } value
            ? TimeSpan.FromMicroseconds(value)
            : (TimeSpan?)null)
        .FirstOrDefault();

    private static long? Number(string text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;

    private static string[] Lines(string file)
    {
        try
        {
            return File.ReadAllLines(file);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}

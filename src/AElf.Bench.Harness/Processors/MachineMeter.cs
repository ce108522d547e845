using System.Globalization;

namespace AElf.Bench.Harness.Processors;

/// <summary>
/// What all processors of this machine did since it started, whoever used them, by <c>/proc/stat</c> (proc_stat(5)).
/// Elsewhere than on Linux it is not known.
/// </summary>
internal static class MachineMeter
{
    /// <summary>The length of a tick: user space always sees 100 a second on Linux.</summary>
    public static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(10);

    /// <summary>What they did; null when unknown.</summary>
    public static MachineTicks? Read()
    {
        try
        {
            return Parse(File.ReadLines("/proc/stat").FirstOrDefault());
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>What the file's first line says; null when it is none.</summary>
    /// <param name="line">
    /// Such as <c>cpu 10 0 5 85 2 0 0 1 0 0</c>: user, nice, system, idle, iowait, irq, softirq, steal, and guest times
    /// that user and nice hold already.
    /// </param>
    internal static MachineTicks? Parse(string? line)
    {
        var fields = (line ?? "").Split(' ', StringSplitOptions.RemoveEmptyEntries);
        if (fields is not ["cpu", _, _, _, _, ..])
        {
            return null;
        }

        long[] ticks = [.. fields.Skip(1).Take(8).Select(field => long.Parse(field, CultureInfo.InvariantCulture))];
        long At(int index) => index < ticks.Length ? ticks[index] : 0;
        return new(ticks.Sum(), At(3) + At(4), At(5) + At(6), At(7));
    }
}

/// <summary>Ticks of all processors.</summary>
/// <param name="All">All ticks.</param>
/// <param name="Idle">Those in which a processor had nothing to do, or waited for a disk.</param>
/// <param name="Interrupts">Those that went to interrupts, of which no process is charged.</param>
/// <param name="Steal">Those in which the hypervisor ran something else.</param>
internal readonly record struct MachineTicks(long All, long Idle, long Interrupts, long Steal)
{
    public static MachineTicks operator -(MachineTicks left, MachineTicks right) => new(
        left.All - right.All,
        left.Idle - right.Idle,
        left.Interrupts - right.Interrupts,
        left.Steal - right.Steal);
}

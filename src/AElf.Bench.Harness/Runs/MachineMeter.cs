using System.Globalization;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// How busy all processors of this machine were, whoever used them, by <c>/proc/stat</c> (proc_stat(5)): time that is
/// neither idle nor waiting for a disk. Elsewhere than on Linux it is not known.
/// </summary>
internal static class MachineMeter
{
    /// <summary>Ticks in which they were busy, and all ticks, since the machine started; null when unknown.</summary>
    public static (long Busy, long All)? Read()
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

    /// <summary>The ticks of its first line since the machine started; null when it is none.</summary>
    /// <param name="line">
    /// Such as <c>cpu 10 0 5 85 2 0 0 1 0 0</c>: user, nice, system, idle, iowait, irq, softirq, steal, and guest times
    /// that user and nice hold already.
    /// </param>
    internal static (long Busy, long All)? Parse(string? line)
    {
        var fields = (line ?? "").Split(' ', StringSplitOptions.RemoveEmptyEntries);
        if (fields is not ["cpu", _, _, _, _, ..])
        {
            return null;
        }

        long[] ticks = [.. fields.Skip(1).Take(8).Select(field => long.Parse(field, CultureInfo.InvariantCulture))];
        var total = ticks.Sum();
        return (total - ticks[3] - (ticks.Length > 4 ? ticks[4] : 0), total);
    }
}

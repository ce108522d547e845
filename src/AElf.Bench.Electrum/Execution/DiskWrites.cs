using System.Globalization;

namespace AElf.Bench.Electrum.Execution;

/// <summary>Bytes that this process has written to disks (<c>/proc/self/io</c>).</summary>
internal static class DiskWrites
{
    private const string Field = "write_bytes:";

    /// <summary>Bytes so far; null where the system does not say.</summary>
    public static long? OfThisProcess()
    {
        try
        {
            return In(File.ReadLines("/proc/self/io"));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static long? In(IEnumerable<string> lines) => lines
        .Where(line => line.StartsWith(Field, StringComparison.Ordinal))
        .Select(line => long.TryParse(line.AsSpan(Field.Length), CultureInfo.InvariantCulture, out var bytes)
            ? bytes
            : (long?)null)
        .FirstOrDefault();
}

using System.Globalization;
using AElf.Bench.Core.Files;

namespace AElf.Bench.Electrum.Execution;

/// <summary>Bytes that this process has written to disks (<c>/proc/self/io</c>).</summary>
internal static class DiskWrites
{
    private const string Field = "write_bytes:";

    /// <summary>Bytes so far; null where the system does not say.</summary>
    public static long? OfThisProcess() => KernelFile.Lines("/proc/self/io")
        .Where(line => line.StartsWith(Field, StringComparison.Ordinal))
        .Select(line => long.TryParse(line.AsSpan(Field.Length), CultureInfo.InvariantCulture, out var bytes)
            ? bytes
            : (long?)null)
        .FirstOrDefault();
}

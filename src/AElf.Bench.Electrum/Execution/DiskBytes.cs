using System.Globalization;
using AElf.Bench.Core.Files;

namespace AElf.Bench.Electrum.Execution;

/// <summary>
/// Bytes that a process has moved between disks and memory (<c>/proc/PID/io</c>). Reads from the page cache do not
/// count.
/// </summary>
/// <param name="Read">Bytes read.</param>
/// <param name="Written">Bytes written.</param>
public readonly record struct DiskBytes(long Read, long Written)
{
    /// <summary>The bytes of this process so far; null if the system does not report them.</summary>
    public static DiskBytes? OfThisProcess() => Of("self");

    /// <summary>The bytes of a process so far; null if the system does not report them.</summary>
    /// <param name="process">The id of the process.</param>
    public static DiskBytes? Of(string process)
    {
        var lines = KernelFile.Lines($"/proc/{process}/io");
        return Find(lines, "read_bytes:") is { } read && Find(lines, "write_bytes:") is { } written
            ? new DiskBytes(read, written)
            : null;
    }

    private static long? Find(string[] lines, string field) =>
        Array.Find(lines, line => line.StartsWith(field, StringComparison.Ordinal)) is { } found
        && long.TryParse(found.AsSpan(field.Length), CultureInfo.InvariantCulture, out var bytes) ? bytes : null;
}

using System.Globalization;
using AElf.Bench.Core.Files;

namespace AElf.Bench.Harness.Processors;

/// <summary>
/// Processor times of this machine since its start, over all processes, from <c>/proc/stat</c> (proc_stat(5)).
/// </summary>
internal static class MachineMeter
{
    /// <summary>Length of a tick: on Linux, user space always gets 100 ticks per second.</summary>
    public static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(10);

    /// <summary>Null if unknown.</summary>
    public static MachineTicks? Read() => Parse(KernelFile.Lines("/proc/stat").FirstOrDefault());

    /// <summary>Null for a line of another kind.</summary>
    /// <param name="line">
    /// For example <c>cpu 10 0 5 85 2 0 0 1 0 0</c>: user, nice, system, idle, iowait, irq, softirq, steal, and guest
    /// times that user and nice already contain.
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

/// <summary>Ticks of all processors together, 10 ms each.</summary>
/// <param name="All">Ticks of any kind.</param>
/// <param name="Idle">Ticks in which a processor was idle, or waited for a disk.</param>
/// <param name="Interrupts">Ticks of interrupts, which belong to no process.</param>
/// <param name="Steal">Ticks in which the hypervisor used the processor otherwise.</param>
internal readonly record struct MachineTicks(long All, long Idle, long Interrupts, long Steal)
{
    public static MachineTicks operator -(MachineTicks left, MachineTicks right) => new(
        left.All - right.All,
        left.Idle - right.Idle,
        left.Interrupts - right.Interrupts,
        left.Steal - right.Steal);
}

/// <summary>
/// Identifies the machine of a process, independently of the host name: containers of one machine share its processors.
/// </summary>
public static class MachineIdentity
{
    /// <summary>
    /// The kernel's <c>boot_id</c> (proc_sys_kernel(5)), equal for all processes of a machine until the next boot; the
    /// host name if it cannot be read.
    /// </summary>
    public static string Current { get; } =
        KernelFile.Lines("/proc/sys/kernel/random/boot_id").FirstOrDefault()?.Trim() ?? Environment.MachineName;
}

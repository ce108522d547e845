using AElf.Bench.Core.Files;

namespace AElf.Bench.Harness.Processors;

/// <summary>
/// Identifies the machine a process runs on, whatever its host is called: containers of one machine share its
/// processors.
/// </summary>
public static class MachineIdentity
{
    /// <summary>
    /// The kernel's <c>boot_id</c> (proc_sys_kernel(5)), the same for all processes of a machine until the next boot;
    /// the host name if it cannot be read.
    /// </summary>
    public static string Current { get; } =
        KernelFile.Lines("/proc/sys/kernel/random/boot_id").FirstOrDefault()?.Trim() ?? Environment.MachineName;
}

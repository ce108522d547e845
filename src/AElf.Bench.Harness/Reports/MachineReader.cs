using System.Diagnostics;
using System.Reflection;
using System.Runtime;
using System.Runtime.InteropServices;
using AElf.Bench.Core.Files;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Processors;

namespace AElf.Bench.Harness.Reports;

/// <summary>
/// Reads the properties of machine and runtime that influence a figure. It reads no names of hosts or users, and no
/// paths.
/// </summary>
public static class MachineReader
{
    private const string RocksDb = "RocksDB";
    private static readonly string[] ManagedLibraries = ["Akka", "StackExchange.Redis"];

    /// <summary>
    /// Describes this machine and process, with version and build of the assembly <paramref name="product"/>.
    /// </summary>
    public static EnvironmentReport Read(Assembly product, DateTimeOffset started) => new(
        Cpu(),
        KernelLimits.Cores,
        Math.Round(GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / (double)(1L << 30), 1),
        $"{RuntimeInformation.OSDescription.Trim()}, kernel {Environment.OSVersion.Version.ToString(3)}, "
            + $"{Architecture()}",
        RuntimeInformation.FrameworkDescription,
        IsOptimised(product) && IsOptimised(typeof(MachineReader).Assembly) ? "Release" : "Debug",
        GCSettings.IsServerGC,
        NumberFormat.Utc(started),
        VersionOf(product));

    /// <summary>
    /// Versions of the libraries that influence figures, by name, if this process has loaded them. Some versions float,
    /// so that builds of one commit may differ.
    /// </summary>
    internal static IReadOnlyDictionary<string, string> Libraries()
    {
        var assemblies = AppDomain.CurrentDomain.GetAssemblies();
        var found = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (var assembly in assemblies.Where(each => ManagedLibraries.Contains(each.GetName().Name)))
        {
            found[assembly.GetName().Name!] = LibraryVersion(assembly);
        }

        using var process = Process.GetCurrentProcess();
        if (process.Modules.Cast<ProcessModule>().Any(IsRocksDb))
        {
            // RocksDB is not an assembly: the assembly that calls it gives the version.
            found[RocksDb] = assemblies
                .SelectMany(each => each.GetCustomAttributes<AssemblyMetadataAttribute>())
                .FirstOrDefault(each => each.Key is RocksDb)?.Value ?? "of unknown version";
        }

        return found;
    }

    /// <summary>
    /// The processor's model from the lines of <c>/proc/cpuinfo</c>; null if they do not contain it, as on many ARM
    /// kernels.
    /// </summary>
    internal static string? ModelIn(IEnumerable<string> lines) => lines
        .Where(line => line.StartsWith("model name", StringComparison.Ordinal))
        .Select(line => line[(line.IndexOf(':', StringComparison.Ordinal) + 1)..].Trim())
        .FirstOrDefault(model => model.Length > 0);

    private static string Cpu() =>
        ModelIn(KernelFile.Lines("/proc/cpuinfo")) ?? $"unknown {Architecture()}";

    private static string Architecture() => RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant();

    private static bool IsOptimised(Assembly assembly) =>
        assembly.GetCustomAttribute<DebuggableAttribute>() is not { IsJITOptimizerDisabled: true };

    private static bool IsRocksDb(ProcessModule module) =>
        Path.GetFileNameWithoutExtension(module.ModuleName) is "librocksdb" or "rocksdb";

    private static string LibraryVersion(Assembly assembly) =>
        assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0]
            ?? $"{assembly.GetName().Version}";

    // The version, a plus and eight digits of the commit, which distinguish commits.
    internal static string VersionOf(Assembly product)
    {
        var build = product.GetCustomAttribute<AssemblyInformationalVersionAttribute>();
        var version = build?.InformationalVersion ?? "unknown";
        var commit = version.IndexOf('+', StringComparison.Ordinal);
        return commit < 0 ? version : version[..Math.Min(version.Length, commit + 9)];
    }
}

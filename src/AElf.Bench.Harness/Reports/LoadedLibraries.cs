using System.Diagnostics;
using System.Reflection;

namespace AElf.Bench.Harness.Reports;

/// <summary>
/// The libraries whose versions influence figures. Some versions float, so that builds of one commit may differ.
/// </summary>
internal static class LoadedLibraries
{
    private const string RocksDb = "RocksDB";
    private static readonly string[] Managed = ["Akka", "StackExchange.Redis"];

    /// <summary>Versions of these libraries, by name, if this process has loaded them.</summary>
    public static IReadOnlyDictionary<string, string> Read()
    {
        var assemblies = AppDomain.CurrentDomain.GetAssemblies();
        var found = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (var assembly in assemblies.Where(each => Managed.Contains(each.GetName().Name)))
        {
            found[assembly.GetName().Name!] = VersionOf(assembly);
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
    /// The libraries of a run and the properties of its store, by name: they influence a figure without being options.
    /// </summary>
    public static Dictionary<string, string> Of(RunReport run) =>
        new(run.Environment.Libraries.Concat(ClaimLine.PartsOf(run.Store)), StringComparer.Ordinal);

    /// <summary>The differences in words, for the names that both sides have.</summary>
    public static IEnumerable<string> Differences(
        string first,
        IEnumerable<IReadOnlyDictionary<string, string>> before,
        string second,
        IEnumerable<IReadOnlyDictionary<string, string>> now)
    {
        var (left, right) = (ByName(before), ByName(now));
        return left.Where(each => right.Contains(each.Key))
            .Select(each => (Name: each.Key, Before: Joined(each), Now: Joined(right[each.Key])))
            .Where(each => !string.Equals(each.Before, each.Now, StringComparison.Ordinal))
            .Select(each => $"{each.Name} {each.Before} in {first}, {each.Now} in {second}");
    }

    private static bool IsRocksDb(ProcessModule module) =>
        Path.GetFileNameWithoutExtension(module.ModuleName) is "librocksdb" or "rocksdb";

    private static string VersionOf(Assembly assembly) =>
        assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0]
            ?? $"{assembly.GetName().Version}";

    private static ILookup<string, string> ByName(IEnumerable<IReadOnlyDictionary<string, string>> runs) => runs
        .SelectMany(run => run)
        .OrderBy(each => each.Key, StringComparer.Ordinal)
        .ToLookup(each => each.Key, each => each.Value, StringComparer.Ordinal);

    private static string Joined(IEnumerable<string> versions) =>
        string.Join(" and ", versions.Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal));
}

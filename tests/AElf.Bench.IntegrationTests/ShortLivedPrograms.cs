using System.Runtime.CompilerServices;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.IntegrationTests;

/// <summary>Environment variables of all programs that the tests start.</summary>
internal static class ShortLivedPrograms
{
    /// <summary>
    /// The programs run for a second or two. So the runtime does not recompile hot code, and does not map each page
    /// of code twice (20 µs per page). The process of the tests has read these variables already, so they do not affect
    /// it.
    /// </summary>
    [ModuleInitializer]
    public static void CompileOnce()
    {
        Environment.SetEnvironmentVariable("DOTNET_TC_CallCounting", "0");
        Environment.SetEnvironmentVariable("DOTNET_EnableWriteXorExecute", "0");
    }

    /// <summary>A long time-out of store operations, because the tests keep the machine busy.</summary>
    [ModuleInitializer]
    public static void WaitForStores() => Environment.SetEnvironmentVariable(
        StoreSettings.Timeout.EnvironmentName!, Wait.SlowMilliseconds(10_000));

    /// <summary>
    /// Tests run in parallel, so nearly every run is disturbed. A disturbed run is not repeated and ends with exit
    /// code 0.
    /// </summary>
    [ModuleInitializer]
    public static void AllowDisturbed()
    {
        Environment.SetEnvironmentVariable(MeasureSettings.AllowDisturbed.EnvironmentName!, "true");
        Environment.SetEnvironmentVariable(MeasureSettings.QuietBudget.EnvironmentName!, "0%");
    }

    /// <summary>No annotations, also in a workflow, so that outputs are the same everywhere.</summary>
    [ModuleInitializer]
    public static void AnnotateNothing() =>
        Environment.SetEnvironmentVariable(GitHubAnnotations.Variable, value: null);
}

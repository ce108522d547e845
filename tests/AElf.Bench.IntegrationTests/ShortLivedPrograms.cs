using System.Runtime.CompilerServices;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Reports;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests;

/// <summary>What all programs that the tests start have in their environment.</summary>
internal static class ShortLivedPrograms
{
    /// <summary>
    /// They live for a second or two. Code that the runtime compiles a second time, and better, never pays; neither
    /// does compiling a loop well at its first call, nor mapping each page of code twice, where a page costs 20 µs.
    /// This process has read its own settings already.
    /// </summary>
    [ModuleInitializer]
    public static void CompileOnce()
    {
        Environment.SetEnvironmentVariable("DOTNET_TC_CallCounting", "0");
        Environment.SetEnvironmentVariable(ProductProcess.QuickLoops, "1");
        Environment.SetEnvironmentVariable("DOTNET_EnableWriteXorExecute", "0");
    }

    /// <summary>A store that is as busy as all of this machine has not gone away.</summary>
    [ModuleInitializer]
    public static void WaitForStores() => Environment.SetEnvironmentVariable(
        StoreSettings.Timeout.EnvironmentName!, Wait.SlowMilliseconds(10_000));

    /// <summary>
    /// Tests run side by side, and whatever else this machine does: a run is nearly always disturbed. It is said to be,
    /// made once, and ends as another does.
    /// </summary>
    [ModuleInitializer]
    public static void AllowDisturbed()
    {
        Environment.SetEnvironmentVariable(MeasureSettings.AllowDisturbed.EnvironmentName!, "true");
        Environment.SetEnvironmentVariable(MeasureSettings.QuietBudget.EnvironmentName!, "0%");
    }

    /// <summary>What a program says is the same where a workflow runs the tests.</summary>
    [ModuleInitializer]
    public static void AnnotateNothing() =>
        Environment.SetEnvironmentVariable(GitHubAnnotations.Variable, value: null);
}

using System.Runtime.CompilerServices;

namespace AElf.Bench.IntegrationTests;

/// <summary>What all programs that the tests start have in their environment.</summary>
internal static class ShortLivedPrograms
{
    /// <summary>
    /// They live for a second or two: what the runtime would compile a second time, and better, never pays. This
    /// process has read its own settings already.
    /// </summary>
    [ModuleInitializer]
    public static void CompileOnce() => Environment.SetEnvironmentVariable("DOTNET_TC_CallCounting", "0");
}

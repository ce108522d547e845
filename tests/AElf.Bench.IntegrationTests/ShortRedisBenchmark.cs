using System.Runtime.CompilerServices;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests;

/// <summary>
/// Puts a script before the installed redis-benchmark on the PATH. It makes fewer requests than the programs ask for,
/// which would use the processors for a second. Reports still have the requested number.
/// </summary>
internal static class ShortRedisBenchmark
{
    // Its watcher removes it after the tests.
    private static TemporaryFolder? folder;

    [ModuleInitializer]
    internal static void Install()
    {
        if (new ServerProgram("redis-benchmark", "redis-tools").Look() is { } installed)
        {
            folder = new TemporaryFolder();
            Command.WriteScript(
                folder,
                "redis-benchmark",
                $"#!/bin/sh\nexec '{installed}' $(echo \"$*\" | sed 's/ -n [0-9]*/ -n 20000/')\n");
            Environment.SetEnvironmentVariable("PATH", $"{folder.Path}:{Environment.GetEnvironmentVariable("PATH")}");
        }
    }
}

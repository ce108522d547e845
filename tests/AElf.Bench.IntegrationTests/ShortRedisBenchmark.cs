using System.Runtime.CompilerServices;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests;

/// <summary>
/// Puts a script before the installed redis-benchmark on the PATH. The script runs it with fewer requests than the
/// programs ask for, which use the processors for a second.
/// </summary>
internal static class ShortRedisBenchmark
{
    private const string Script = """
        #!/bin/sh
        last=
        for word do
            shift
            [ "$last" != -n ] || word=20000
            last=$word
            set -- "$@" "$word"
        done
        exec '{0}' "$@"

        """;

    [ModuleInitializer]
    internal static void Install()
    {
        if (new ServerProgram("redis-benchmark", "redis-tools").Look() is not { } installed)
        {
            return;
        }

        var folder = new TemporaryFolder();
        AppDomain.CurrentDomain.ProcessExit += (_, _) => folder.Dispose();
        Command.WriteScript(folder, "redis-benchmark", Script.Replace("{0}", installed, StringComparison.Ordinal));
        Environment.SetEnvironmentVariable("PATH", $"{folder.Path}:{Environment.GetEnvironmentVariable("PATH")}");
    }
}

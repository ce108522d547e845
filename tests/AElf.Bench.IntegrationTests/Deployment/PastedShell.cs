using System.Runtime.CompilerServices;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Deployment;

/// <summary>
/// A shell for commands of the documents, in a temporary folder that is its home too. Its background processes end with
/// it.
/// </summary>
internal sealed class PastedShell : IDisposable
{
    private const string Ending = """
        end() {
            if [ -e redis ]; then scripts/redis.sh down > /dev/null; fi
            jobs -p | xargs -r kill 2> /dev/null || true
            wait
        }
        trap end EXIT

        """;

    private readonly TemporaryFolder folder = new();
    private int number;

    /// <summary>The temporary folder.</summary>
    public string Folder => folder.Path;

    /// <summary>Words before the shell, such as those that enter a namespace; empty for none.</summary>
    public IReadOnlyList<string> Launcher { get; init; } = [];

    /// <summary>Environment variables over those of the test run; null removes one.</summary>
    public Dictionary<string, string?> Environment { get; } = new(StringComparer.Ordinal) { ["XDG_DATA_HOME"] = null };

    /// <summary>A shell with the commands and scripts of the README.</summary>
    public static PastedShell WithTool(params IReadOnlyList<string> launcher)
    {
        var shell = new PastedShell { Launcher = launcher };
        var bin = Directory.CreateDirectory(Path.Combine(shell.Folder, "bin")).FullName;
        var program = Path.Combine(AppContext.BaseDirectory, "aelf-bench.dll");
        Command.WriteScript(shell.folder, "bin/aelf-bench", $"#!/bin/sh\nexec dotnet '{program}' \"$@\"\n");
        Directory.CreateSymbolicLink(
            Path.Combine(shell.Folder, "scripts"), Path.Combine(AppContext.BaseDirectory, "scripts"));
        shell.Environment["PATH"] = $"{bin}:{System.Environment.GetEnvironmentVariable("PATH")}";
        shell.Environment["AELF_REDIS_DIR"] = Path.Combine(shell.Folder, "redis");
        return shell;
    }

    /// <summary>
    /// A shell in a copy of the repository without build output. It uses the package caches of the current user.
    /// </summary>
    public static async Task<PastedShell> InCloneAsync()
    {
        var shell = new PastedShell();
        foreach (var name in new[] { "MSBUILDDISABLENODEREUSE", "DOTNET_CLI_TELEMETRY_OPTOUT", "DOTNET_NOLOGO" })
        {
            shell.Environment[name] = "1";
        }

        shell.Environment["DOTNET_CLI_USE_MSBUILD_SERVER"] = "0";
        shell.Environment["UseSharedCompilation"] = "false";
        shell.Environment["HOME"] = System.Environment.GetEnvironmentVariable("HOME");
        var copied = await shell.PasteAsync(
            $"tar -C '{RepositoryRoot()}' --exclude .git --exclude bin --exclude obj -c . | tar -x");
        Assert.True(copied.ExitCode == 0, copied.Error);
        return shell;
    }

    /// <summary>The folder of the repository.</summary>
    public static string RepositoryRoot([CallerFilePath] string thisFile = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(thisFile)!, "..", "..", ".."));

    /// <summary>Links the files of a build into the folder, except those whose name begins with
    /// <paramref name="without"/>.</summary>
    public void Link(string name, string build, string without)
    {
        var made = Directory.CreateDirectory(Path.Combine(Folder, name)).FullName;
        foreach (var entry in Directory.EnumerateFileSystemEntries(build)
            .Where(entry => !Path.GetFileName(entry).StartsWith(without, StringComparison.Ordinal)))
        {
            File.CreateSymbolicLink(Path.Combine(made, Path.GetFileName(entry)), entry);
        }
    }

    /// <summary>Runs commands and waits for their end. The first failing command ends the script.</summary>
    public async Task<CommandResult> PasteAsync(string script)
    {
        number++;
        string[] command = [.. Launcher, "/bin/bash", "-euo", "pipefail", "-c", Ending + script];
        var environment = new Dictionary<string, string?>(Environment, StringComparer.Ordinal);
        environment.TryAdd("HOME", Folder);
        var start = new ProcessStart(command[0], command[1..])
        {
            OutputFile = folder.File($"output-{number}"),
            ErrorFile = folder.File($"error-{number}"),
            WorkingDirectory = Folder,
            Environment = environment,
        };
        using var shell = OwnedProcess.Start(start);
        await shell.WaitForExitAsync(ThisTest.Cancelled);
        return new CommandResult(shell.ExitCode, shell.Output, shell.Error);
    }

    /// <summary>Runs commands, logs them and asserts exit code 0.</summary>
    /// <returns>Standard output.</returns>
    public async Task<string> PasteAsync(ITestOutputHelper log, string script)
    {
        var pasted = await PasteAsync(script);
        log.WriteLine($"{script}\n{pasted.Output}\n{pasted.Error}");
        Assert.True(
            pasted.ExitCode == 0, $"exit code {pasted.ExitCode} of\n{script}\n{pasted.Output}\n{pasted.Error}");
        return pasted.Output;
    }

    public void Dispose() => folder.Dispose();
}

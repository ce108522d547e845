using System.Collections.Concurrent;
using System.Globalization;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Deployment;

/// <summary>The scripts that <c>aelf-bench completion</c> prints, in bash, zsh and fish.</summary>
public sealed class CompletionTests : IDisposable
{
    // Types lines into a zsh on a new terminal, and waits for the output of each.
    private const string Typist = """
        import os, pty, select, sys, time
        pid, terminal = pty.fork()
        if pid == 0:
            os.environ['TERM'] = 'dumb'
            os.execvp('zsh', ['zsh', '-f', '-i'])
        def answer(keys, wanted):
            os.write(terminal, keys.encode())
            seen, end = b'', time.time() + float(os.environ['DEADLINE'])
            while wanted.encode() not in seen:
                if not select.select([terminal], [], [], max(0, end - time.time()))[0]:
                    sys.exit(f'{keys!r}: {wanted!r} did not come, but {seen!r}')
                seen += os.read(terminal, 65536).replace(b'\a', b'')
        answer("autoload -U compinit; compinit -u -D; source ./script; echo READY$((1))\n", 'READY1')
        for keys, wanted in zip(sys.argv[1::2], sys.argv[2::2]):
            answer(keys + '\t', wanted)
            answer('\x15echo NEXT$((1))\n', 'NEXT1')
        os.write(terminal, b'exit\n')
        os.waitpid(pid, 0)
        """;

    // Printed once for all tests.
    private static readonly ConcurrentDictionary<string, Task<string>> Scripts = new(StringComparer.Ordinal);

    private readonly TemporaryFolder folder = new();

    public void Dispose() => folder.Dispose();

    [Theory]
    [InlineData("aelf-bench scen", "scenario")]
    [InlineData("aelf-bench scenario c", "cluster")]
    [InlineData("aelf-bench --routing r", "round-robin round-robin-group random")]
    [InlineData("aelf-bench --routing a", "all")]
    [InlineData("aelf-bench electrum --engi", "--engines")]
    [InlineData("aelf-bench electrum ser", "serve")]
    [InlineData("aelf-bench manager --sec", "--secret-file")]
    [InlineData("aelf-bench worker --grouprange", "")]
    [InlineData("aelf-bench completion ", "bash zsh fish --help --version")]
    [InlineData("aelf-bench electrum preset wal", "wallet-103000")]
    [InlineData("aelf-bench -n 4 --json rep", "report.json reports")]
    [InlineData("aelf-bench --config rep", "reports")]
    [InlineData("aelf-bench verify rep", "report.json reports")]
    [InlineData("aelf-bench --actors ", "")]
    public async Task Bash_Tab_CompletesCommandsOptionsValuesAndFiles(string typed, string expected)
    {
        await WriteScriptAsync("bash");

        var found = await RunAsync(
            "bash",
            "--norc",
            "-c",
            """
            set -u
            source ./script
            read -ra COMP_WORDS <<< "$1"
            [[ $1 != *' ' ]] || COMP_WORDS+=('')
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            complete -p aelf-bench > /dev/null
            _aelf_bench
            printf '%s\n' "${COMPREPLY[@]:-}" | sort
            """,
            "ask",
            typed);

        Assert.Equal(
            expected.Split(' ').Order(StringComparer.Ordinal),
            found.TrimEnd('\n').Split('\n').Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task Zsh_TabOnATerminal_CompletesTheLine()
    {
        await WriteScriptAsync("zsh");

        await RunAsync(
            "/usr/bin/python3",
            "-c",
            Typist,
            "aelf-bench scen", "aelf-bench scenario ",
            "aelf-bench --routing least", "--routing least-outstanding-work",
            "aelf-bench manager --secret", "manager --secret-file",
            "aelf-bench electrum ser", "electrum serve",
            "aelf-bench --json report.j", "--json report.json");
    }

    [Fact]
    public async Task Fish_Tab_CompletesWithDescriptions()
    {
        await WriteScriptAsync("fish");

        var found = await RunAsync(
            "fish",
            "--no-config",
            "-c",
            """
            source ./script
            for typed in 'aelf-bench scen' 'aelf-bench manager --sec' 'aelf-bench --json report.j' \
                'aelf-bench electrum ser' 'aelf-bench scenario clus' 'aelf-bench --database s'
                complete -C $typed
            end
            """);

        Assert.Equal(
            ["scenario", "--secret-file", "report.json", "serve", "cluster", "ssdb"],
            found.TrimEnd('\n').Split('\n').Select(line => line.Split('\t')[0]));
    }

    [Fact]
    public async Task Words_OfAnOptionWithAFile_AreTheKindOfPath() => Assert.Equal(
        "file\n", (await ProductProcess.RunAsync(ToolTests.Tool, "completion", "words", "--json")).Output);

    [Theory]
    [InlineData(0, "--version", "completion", "--help", "version")]
    [InlineData(0, "aelf-bench completion bash", "completion", "--help")]
    [InlineData(1, "qwert", "completion", "--help", "qwert")]
    [InlineData(0, "--depth X", "electrum", "preset", "--help", "depth")]
    [InlineData(0, "wallet-103000", "electrum", "preset", "-h")]
    public async Task Help_OfCompletionAndPreset_FindsWords(int code, string shown, params string[] words)
    {
        var result = await ProductProcess.RunAsync(ToolTests.Tool, words);

        Assert.Equal(code, result.ExitCode);
        Assert.Contains(shown, code == 0 ? result.Output : result.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("shell missing")]
    [InlineData("'tcsh'", "tcsh")]
    [InlineData("'bash zsh'", "bash", "zsh")]
    public async Task Completion_UnknownShell_IsOneMessage(string given, params string[] words)
    {
        var result = await ProductProcess.RunAsync(ToolTests.Tool, ["completion", .. words]);

        Assert.Equal(1, result.ExitCode);
        Prose.AssertNames(result.Error, "error: completion: ", given, "bash, zsh, fish");
    }

    private static async Task<string> PrintAsync(string shell)
    {
        var printed = await ProductProcess.RunAsync(ToolTests.Tool, "completion", shell);
        Assert.True(printed.ExitCode == 0, printed.AllOutput);
        return printed.Output;
    }

    private async Task WriteScriptAsync(string shell)
    {
        var script = await Scripts.GetOrAdd(shell, PrintAsync);
        await File.WriteAllTextAsync(folder.File("script"), script, ThisTest.Cancelled);
        await File.WriteAllTextAsync(folder.File("report.json"), "", ThisTest.Cancelled);
        await File.WriteAllTextAsync(
            folder.File("aelf-bench"),
            $"#!/bin/sh\nexec dotnet '{ToolTests.Tool.Program}' \"$@\"\n",
            ThisTest.Cancelled);
        File.SetUnixFileMode(folder.File("aelf-bench"), UnixFileMode.UserRead | UnixFileMode.UserExecute);
        Directory.CreateDirectory(folder.File("reports"));
    }

    private async Task<string> RunAsync(string program, params string[] arguments)
    {
        var result = await new Command(program, arguments)
        {
            Folder = folder.Path,
            Environment = new Dictionary<string, string>(StringComparer.Ordinal)
            {
                ["HOME"] = folder.Path,
                ["PATH"] = $"{folder.Path}:{Environment.GetEnvironmentVariable("PATH")}",
                ["DEADLINE"] = Wait.Deadline.TotalSeconds.ToString(CultureInfo.InvariantCulture),
            },
        }.RunAsync();
        Assert.True(
            result.ExitCode == 0, $"{program} ended with {result.ExitCode}: {result.Error}{result.Output}");
        return result.Output;
    }
}

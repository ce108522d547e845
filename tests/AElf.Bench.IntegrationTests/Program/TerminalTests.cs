using AElf.Bench.Harness.Reports;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>The benchmark on a terminal that <c>script</c> creates.</summary>
public sealed class TerminalTests
{
    private const string Escape = "\u001b[";
    private const string Red = "\u001b[38;5;9m";
    private const string Call = "-n 600 --grouprange 20 21 --repeattime 3 --warmup 1 --blocks 1";

    [Theory]
    [InlineData(100)]
    [InlineData(80)]
    public async Task Terminal_SeveralRuns_DrawsABarAndRemovesIt(int columns)
    {
        var (code, screen) = await RunAsync(Call, columns, "xterm-256color");

        Assert.True(code == 0, screen);
        Assert.Contains(Escape, screen, StringComparison.Ordinal);
        Assert.Matches(@"\[[#.]{40}\]\s[0-9]+\s%,", screen);
        Assert.Contains("2 runs,", screen, StringComparison.Ordinal);
        Assert.DoesNotMatch(
            @"\b(s|min|h)\sleft", screen[screen.IndexOf("2 runs, committed", StringComparison.Ordinal)..]);
    }

    [Fact]
    public async Task Terminal_Dumb_PrintsLines()
    {
        var (code, screen) = await RunAsync(Call, 80, "dumb");

        Assert.True(code == 0, screen);
        Assert.DoesNotContain(Escape, screen, StringComparison.Ordinal);
        Prose.AssertNames(screen, "run 1 of 2", "round 1 of 3");
        Assert.Contains("run 2 of 2: audit", screen, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Output_PipedInAWorkflowOfGitHub_IsPlain()
    {
        var workflow = new ProductProcessOptions
        {
            Environment = new Dictionary<string, string?>(StringComparer.Ordinal)
            {
                [GitHubAnnotations.Variable] = "true",
            },
        };

        var run = await ProductProcess.RunAsync(workflow, [.. Call.Split(' ')]);

        Assert.Contains("2 runs, ", run.Output, StringComparison.Ordinal);
        Assert.DoesNotContain(Escape, run.AllOutput, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Terminal_NoColour_PrintsAFailureWithoutColour()
    {
        const string Broken = $"{Call} --fail-if 'tps < 1000000000000'";

        var (coloured, red) = await RunAsync(Broken, 80, "xterm-256color");
        var (plain, text) = await RunAsync(Broken, 80, "xterm-256color", "NO_COLOR=1");

        Assert.Equal((4, 4), (coloured, plain));
        Assert.Contains(Red, red, StringComparison.Ordinal);
        Assert.DoesNotContain(Red, text, StringComparison.Ordinal);
        Assert.Contains("threshold", text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Terminal_Interrupted_SaysSoAboveTheBarAndEndsInOrder()
    {
        const string Endless = "-n 600 --grouprange 20 20 --duration 10m";
        const string Interrupting =
            "& pid=$!; while ! grep -qs warm-up screen; do sleep 0.2; done; kill -INT $pid; wait $pid";

        var (code, screen) = await RunAsync($"{Endless} {Interrupting}", 100, "xterm-256color");

        Assert.True(code == 5, screen);
        Assert.Contains("interrupted", screen, StringComparison.Ordinal);
        Assert.Contains("CANCELLED: no result", screen, StringComparison.Ordinal);
    }

    private static async Task<(int Code, string Screen)> RunAsync(
        string arguments, int columns, string terminal, string variable = "LC_ALL=C.UTF-8")
    {
        using var folder = new TemporaryFolder();
        var program = Path.Combine(AppContext.BaseDirectory, "AElf.Benchmark.dll");
        await File.WriteAllTextAsync(
            folder.File("call"),
            $"set -m\nstty cols {columns} rows 24\nexport {variable}\ndotnet '{program}' {arguments}\n",
            ThisTest.Cancelled);

        // In a shell, because script waits for all its children: the watcher of this process must not be one of them.
        using var shell = OwnedProcess.Start(new(
            "/bin/bash", ["-c", "script -qefc 'bash call' screen; exit $?"])
        {
            OutputFile = folder.File("output"),
            WorkingDirectory = folder.Path,
            Environment = new Dictionary<string, string?>(StringComparer.Ordinal)
            {
                ["TERM"] = terminal,
                ["HOME"] = folder.Path,
                ["NO_COLOR"] = null,
            },
        });
        await shell.WaitForExitAsync(ThisTest.Cancelled);
        return (shell.ExitCode, await File.ReadAllTextAsync(folder.File("screen"), ThisTest.Cancelled));
    }
}

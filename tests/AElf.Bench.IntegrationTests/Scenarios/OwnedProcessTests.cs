using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Scenarios;

/// <summary>Processes that a watcher ends with their starter.</summary>
public sealed class OwnedProcessTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    public void Dispose() => folder.Dispose();

    [Fact]
    public async Task Process_OutputAndExitCode_AreKnown()
    {
        using var process = Start("echo to output; echo to error >&2; exit 7");

        Assert.True(await process.WaitForExitAsync(Wait.Deadline));

        Assert.Equal((7, "to output\n", "to error\n"), (process.ExitCode, process.Output, process.Error));
    }

    [Fact]
    public async Task Process_Started_HasEmptyInputAndItsOwnSession()
    {
        using var process = Start("cat; read -r _ _ _ _ _ session _ </proc/$$/stat; [ \"$session\" = $$ ] && echo own");

        Assert.True(await process.WaitForExitAsync(Wait.Deadline));

        Assert.Equal("own\n", process.Output);
    }

    [Fact]
    public async Task Process_Id_IsOfTheProgramThatReplacesTheShell()
    {
        using var process = Start("echo $$");

        Assert.True(await process.WaitForExitAsync(Wait.Deadline));

        Assert.Equal(FormattableString.Invariant($"{process.Id}\n"), process.Output);
    }

    [Fact]
    public async Task Process_SigtermHandler_EndsItself()
    {
        using var process = Start("trap 'exit 3' TERM; echo ready; while :; do sleep 0.05; done");
        await UntilReadyAsync(process);

        await process.EndAsync(Wait.Deadline);

        Assert.Equal(3, process.ExitCode);
    }

    [Fact]
    public async Task Process_IgnoresSigterm_IsKilled()
    {
        using var process = Start("trap '' TERM; echo ready; while :; do sleep 0.05; done");
        await UntilReadyAsync(process);
        var all = ProcessTable.DescendantsOf(process.Id).Append(process.Id).ToList();

        await process.EndAsync(TimeSpan.FromMilliseconds(200));

        Assert.Equal(128 + (int)ProcessSignal.Kill, process.ExitCode);
        await Wait.UntilAsync(() => !all.Exists(ProcessTable.IsRunning), "the process and its watcher to end");
    }

    [Fact]
    public async Task Process_Stopped_IsEnded()
    {
        using var process = Start("echo ready; while :; do sleep 0.05; done");
        await UntilReadyAsync(process);
        process.Signal(ProcessSignal.Stop);

        process.Dispose();

        Assert.False(ProcessTable.IsRunning(process.Id));
    }

    [Fact]
    public async Task Watcher_ProcessEndsByItself_Ends()
    {
        using var process = Start("echo ready; read -r _ </dev/tty || while :; do sleep 0.05; done");
        await UntilReadyAsync(process);
        var all = ProcessTable.DescendantsOf(process.Id);
        Assert.NotEmpty(all);

        process.Signal(ProcessSignal.Kill);
        Assert.True(await process.WaitForExitAsync(Wait.Deadline));

        await Wait.UntilAsync(() => !all.Any(ProcessTable.IsRunning), "the watcher to end");
    }

    [Fact]
    public void Process_AlreadyEnded_IsNotSignalled()
    {
        using var process = Start("exit 0");
        process.Kill();

        Assert.Throws<InvalidOperationException>(() => process.Signal(ProcessSignal.Terminate));
    }

    [Fact]
    public void Start_ProgramNotInstalled_IsNamedWithItsPackage()
    {
        var thrown = Assert.Throws<ScenarioException>(
            () => new ServerProgram("no-such-server", "no-such-package").Find());

        Prose.AssertNames(thrown.Message, "no-such-server", "apt-get install", "no-such-package");
    }

    private static Task UntilReadyAsync(OwnedProcess process) =>
        Wait.UntilAsync(() => process.Output.Contains("ready", StringComparison.Ordinal), "the process to be ready");

    private OwnedProcess Start(string script) => OwnedProcess.Start(
        new ProcessStart("/bin/sh", ["-c", script])
        {
            OutputFile = folder.File("output"),
            ErrorFile = folder.File("error"),
        });
}

using AElf.Bench.Harness.Processes;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Deployment;

/// <summary>The script <c>flaky.sh</c>, which finds tests that fail in some runs, over results of xunit.</summary>
public sealed class FlakyScriptTests(FlakyScriptTests.OnePassed one) : IClassFixture<FlakyScriptTests.OnePassed>,
    IDisposable
{
    private const string Name = nameof(HealthScriptTests.Health_NothingListens_Fails);

    private readonly TemporaryFolder folder = new();

    public void Dispose() => folder.Dispose();

    [Fact]
    public async Task Flaky_AllPassInEachRun_ListsNothing()
    {
        var flaky = await RunAsync(ofEachRun: "");

        Assert.True(flaky.ExitCode == 0, flaky.Output);
        Assert.Contains("2 runs", flaky.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Flaky_TestFailsInOneRun_ListsTestAndRun()
    {
        var flaky = await RunAsync("""
            [[ $results == */1 ]] && exit
            sed -i 's/outcome="Passed"/outcome="Failed"/' "$results/a.trx"
            exit 1
            """);

        Assert.True(flaky.ExitCode == 1, flaky.Output);
        Assert.Contains("1 of 2 failed (run 2)", flaky.Output, StringComparison.Ordinal);
        Assert.Contains(Name, flaky.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Flaky_RunFailsWithoutAFailedTest_ListsTheRun()
    {
        var flaky = await RunAsync("exit 1");

        Assert.True(flaky.ExitCode == 1, flaky.Output);
        Prose.AssertNames(flaky.Output, "2 of 2 failed (run 1 2)", "the run itself");
    }

    /// <summary>Runs flaky.sh with a fake test.sh, which copies the results of one test and runs this code.</summary>
    private async Task<CommandResult> RunAsync(string ofEachRun)
    {
        Directory.CreateDirectory(folder.File("scripts"));
        File.Copy(
            Path.Combine(AppContext.BaseDirectory, "scripts", "flaky.sh"), folder.File("scripts/flaky.sh"));
        Command.WriteScript(folder, "scripts/test.sh", $$"""
            #!/bin/bash
            while [[ $1 != --keep ]]; do shift; done
            results=$2
            mkdir -p "$results"
            cp '{{one.Results}}' "$results/a.trx"
            {{ofEachRun}}
            """);
        return await new Command("bash", folder.File("scripts/flaky.sh"), "2", "--keep", folder.File("kept"))
            .RunAsync();
    }

    /// <summary>The results of one passed test, written by the program of these tests.</summary>
    public sealed class OnePassed : IAsyncLifetime
    {
        private readonly TemporaryFolder folder = new();

        public string Results => folder.File("one.trx");

        public async ValueTask InitializeAsync()
        {
            var tests = Path.Combine(AppContext.BaseDirectory, "AElf.Bench.IntegrationTests");
            var run = await new Command(tests, "-noLogo", "-method", $"*{Name}", "-trx", Results).RunAsync();
            Assert.True(run.ExitCode == 0, run.Output);
        }

        public ValueTask DisposeAsync()
        {
            folder.Dispose();
            return default;
        }
    }
}

using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Deployment;

/// <summary>The script <c>containers.sh</c>, which builds, starts, tests and removes a cluster in containers.</summary>
public sealed class ContainersTests
{
    [Fact]
    public async Task Script_CommandUnknownOrMissing_IsAUsageError()
    {
        Assert.Equal(1, (await RunAsync("start")).ExitCode);
        Assert.Equal(1, (await RunAsync()).ExitCode);
        Assert.Equal(0, (await RunAsync("--help")).ExitCode);
    }

    [SlowFact]
    public async Task Containers_Test_PassesAndDownLeavesNothing()
    {
        if (File.Exists("/.dockerenv"))
        {
            Assert.Skip("a container has no container engine: the workflow has a job of its own for this");
        }

        CommandResult tested;
        try
        {
            tested = await RunAsync("test");
        }
        finally
        {
            Assert.Equal(0, (await RunAsync("down")).ExitCode);
        }

        TestContext.Current.TestOutputHelper?.WriteLine(tested.Output);
        Assert.True(tested.ExitCode == 0, tested.Output + tested.Error);
    }

    // In the repository, because the script builds the images from it.
    private static Task<CommandResult> RunAsync(params string[] arguments)
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (!File.Exists(Path.Combine(folder.FullName, "AElf.Bench.sln")))
        {
            folder = folder.Parent!;
        }

        return new Command("bash", ["scripts/containers.sh", .. arguments])
        {
            Folder = folder.FullName,
            Deadline = TimeSpan.FromMinutes(40),
        }.RunAsync();
    }
}

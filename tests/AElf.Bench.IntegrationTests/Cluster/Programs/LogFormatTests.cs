using System.Text.Json;
using AElf.Bench.TestKit;

namespace AElf.Bench.IntegrationTests.Cluster.Programs;

/// <summary>The output of manager, worker and benchmark with each <c>--log-format</c>.</summary>
public sealed class LogFormatTests
{
    private static readonly string[] Json = ["--log-format", "json"];

    [Fact]
    public async Task Log_JsonFormat_EachLineIsAnObject()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        var manager = await trio.StartManagerAsync(Json);
        var worker = await trio.StartWorkerAsync(Json);

        var second = await trio.Manager([.. Json, "--state", trio.Folder.File("other")]).WaitForExitAsync();
        var run = await trio.RunProcessAsync([.. Json, "--run-id", "00000abc"]);
        worker.Terminate();
        await worker.WaitForExitAsync();
        manager.Terminate();
        await manager.WaitForExitAsync();

        Assert.Equal(2, second.ExitCode);
        Assert.Equal("Error", Assert.Single(Messages(second.Error)).Level);
        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Contains("committed and audited", Prose.Unwrapped(run.Output), StringComparison.Ordinal);
        Assert.NotEmpty(Messages(run.Error));
        Assert.Contains(
            Messages(manager.Output + manager.Error),
            line => line.Level is "Information"
                && line.Message.StartsWith("run 00000abc ended: ", StringComparison.Ordinal));
        Assert.Contains(
            Messages(worker.Output + worker.Error),
            line => line.Message.StartsWith("welcome", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Log_HasTimeAndLevel_OrThePriorityForSystemd()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        var manager = await trio.StartManagerAsync();
        var worker = await trio.StartWorkerAsync("--log-format", "systemd");

        manager.Terminate();
        await manager.WaitForExitAsync();
        await ThreePrograms.UntilPrintedAsync(worker, "membership lost");

        Assert.Matches(@"^[\d-]{10}T[\d:]{8}\.\d{3}Z\sinfo:\sAElf\.Concurrency\.Manager\[0\]\s", manager.Output);
        Assert.Contains("<6>AElf.Concurrency.Worker[0]", worker.Output, StringComparison.Ordinal);
        Assert.Contains("<4>AElf.Concurrency.Worker[0]", worker.Error, StringComparison.Ordinal);
    }

    private static List<(string Level, string Message)> Messages(string text) =>
    [
        .. text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line =>
        {
            using var json = JsonDocument.Parse(line);
            var fields = json.RootElement;
            Assert.EndsWith("Z", fields.GetProperty("Timestamp").GetString(), StringComparison.Ordinal);
            Assert.StartsWith("AElf.", fields.GetProperty("Category").GetString(), StringComparison.Ordinal);
            return (fields.GetProperty("LogLevel").GetString()!, fields.GetProperty("Message").GetString()!);
        }),
    ];
}

using System.Text.Json;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>The option <c>--profile</c> over real processes.</summary>
public sealed class ProfileTests : IDisposable
{
    private static readonly string[] Small =
        ["-n", "60000", "--groups", "60", "--rounds", "3", "--warmup", "1", "--ceiling", "off", "--allow-disturbed"];

    // Over a Redis, a round of this size takes some hundred samples.
    private static readonly string[] OverRedis =
        ["-n", "24000", "--groups", "60", "--rounds", "1", "--warmup", "0", "--ceiling", "off", "--allow-disturbed"];

    private readonly DirectoryInfo folder = Directory.CreateTempSubdirectory("aelf-bench-");

    public void Dispose() => folder.Delete(recursive: true);

    [Fact]
    public async Task Profile_OfARun_IsInReportPageAndFile()
    {
        var run = await ProductCall.RunAsync(
            [
                // A round of three milliseconds may end before the first sample.
                .. Small, "--blocks", "30", "--profile", In("first.json"), "--json", In("report.json"), "--html",
                In("page.html"), "--history", In("history.jsonl"),
            ]);

        Assert.True(run.ExitCode == 0, $"{run}");
        Assert.Contains("PROFILED", File.ReadAllText(In("report.json")), StringComparison.Ordinal);
        Assert.Contains("not added to the history", run.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(In("history.jsonl")) && new FileInfo(In("history.jsonl")).Length > 0);
        Assert.Contains("svg class=\"flame\"", File.ReadAllText(In("page.html")), StringComparison.Ordinal);
        Assert.Contains(
            "AElf.Bench.Transfers.",
            string.Join('\n', FramesOf(In("first.json"))),
            StringComparison.Ordinal);
        Assert.StartsWith("Nettrace", File.ReadAllText(In("first.nettrace"))[..8], StringComparison.Ordinal);
        var verified = await ProductCall.RunAsync("verify", In("report.json"));
        Assert.Contains(" 0 of ", verified.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Profile_Scenario_RecordsEachProcess()
    {
        var run = await ProductProcess.RunAsync(
            new ProductProcessOptions(),
            [
                "scenario", "cluster", "--servers", "1", "--processes", "2", .. OverRedis, "--profile",
                In("cluster.json"), "--json", In("report.json"),
            ]);

        Assert.True(run.ExitCode == 0, run.AllOutput);
        Assert.All(
            (string[])["manager", "server1-worker1", "server1-worker2"],
            name => Assert.True(File.Exists(In($"cluster.{name}.nettrace")), run.AllOutput));
        using var report = JsonDocument.Parse(File.ReadAllText(In("report.json")));
        var profile = report.RootElement.GetProperty("profile");
        Assert.Equal(3, profile.GetProperty("processes").GetArrayLength());
        Assert.Contains("AccountPump", string.Join('\n', FramesOf(In("cluster.json"))), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Profile_Impossible_IsRefusedBeforeTheRun()
    {
        var ofOthers = await ProductCall.RunAsync(
            [.. Small, "--manager", "127.0.0.1:4053", "--profile", In("one.json")]);
        var several = await ProductCall.RunAsync([.. Small, "--routing", "all", "--profile", In("one.json")]);
        var sweep = await ProductCall.RunAsync(["sweep", "actors=1,2", .. Small, "--profile", In("one.json")]);
        var off = await ProductProcess.RunAsync(
            new ProductProcessOptions
            {
                Environment = new Dictionary<string, string?> { ["DOTNET_EnableDiagnostics"] = "0" },
            },
            [.. Small, "--profile", In("one.json")]);

        Assert.Equal((1, 1, 1, 2), (ofOthers.ExitCode, several.ExitCode, sweep.ExitCode, off.ExitCode));
        Assert.Contains("did not start", ofOthers.Error, StringComparison.Ordinal);
        Assert.Contains("--profile", several.Error, StringComparison.Ordinal);
        Assert.Contains("--profile", sweep.Error, StringComparison.Ordinal);
        Assert.Contains("DOTNET_EnableDiagnostics", off.Error, StringComparison.Ordinal);
        Assert.Equal("one.json", Assert.Single(folder.GetFiles()).Name);
        Assert.Empty(FramesOf(In("one.json")));
    }

    private static IEnumerable<string> FramesOf(string file)
    {
        using var written = JsonDocument.Parse(File.ReadAllText(file));
        return [.. written.RootElement.GetProperty("shared").GetProperty("frames").EnumerateArray()
            .Select(frame => frame.GetProperty("name").GetString()!)];
    }

    private string In(string name) => Path.Combine(folder.FullName, name);
}

using System.Text.RegularExpressions;
using AElf.Bench.Core.Options;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Cluster.Programs;

/// <summary>The curl examples of <c>docs/settings.md</c>, with the address of the manager replaced.</summary>
public sealed class CurlTests
{
    private const string Address = "127.0.0.1:5053";

    [Fact]
    public async Task Curl_SubmitAndFollow_WorksAsDocumented()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        await trio.CallManagerAsync();
        await trio.CallWorkerAsync();

        var output = await RunAsync(trio, Examples()[0]);

        Prose.AssertNames(output, "event: progress", "data: {\"phase\":");
        Assert.Contains("event: ended\ndata: {\n", output, StringComparison.Ordinal);
        Assert.Matches(
            "\"verdict\":.\"(pass|disturbed)\"",
            await File.ReadAllTextAsync(trio.Folder.File("report.json"), ThisTest.Cancelled));
        await trio.AssertStoreIsEmptyAsync();
    }

    [Fact]
    public async Task Curl_SecretProof_WorksAsDocumented()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        var secret = trio.Folder.Write("cluster.secret", "one secret of many letters\n");
        await trio.CallManagerAsync("--secret-file", secret);
        await trio.CallWorkerAsync("--secret-file", secret);
        var (plain, proved) = (Examples()[0], Examples()[1]);

        var refused = await RunAsync(trio, plain);
        var output = await RunAsync(trio, Regex.Replace(plain, "(?m)^curl.*$", "") + proved);

        Assert.Equal(ProblemKind.SecretMissing, Printed.KindIn(refused));
        Assert.Contains("event: ended\n", output, StringComparison.Ordinal);
    }

    private static string[] Examples()
    {
        var text = File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "docs", "settings.md"));
        var section = text[text.IndexOf("### Runs over HTTP", StringComparison.Ordinal)..];
        return
        [
            .. Regex.Matches(section, "```sh\n(?<lines>.*?)```", RegexOptions.Singleline)
                .Select(match => match.Groups["lines"].Value),
        ];
    }

    private static async Task<string> RunAsync(ThreePrograms trio, string script)
    {
        Assert.Contains(Address, script, StringComparison.Ordinal);
        var bash = new Command(
            "bash", "-euc", script.Replace(Address, trio.PagesAddress.ToString(), StringComparison.Ordinal))
        {
            Folder = trio.Folder.Path,
        };
        var result = await bash.RunAsync();
        Assert.True(result.ExitCode == 0, $"exit code {result.ExitCode}: {result.Error}");
        return result.Output;
    }
}

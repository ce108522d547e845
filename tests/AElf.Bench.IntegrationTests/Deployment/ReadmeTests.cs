using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Deployment;

/// <summary>The commands of the README, pasted into a shell in an empty folder.</summary>
public sealed partial class ReadmeTests(ITestOutputHelper log)
{
    private const string Ending = "trap '[ ! -e redis ] || scripts/redis.sh down >/dev/null' EXIT";

    // What is asked of a command here, in place of what the README shows: the same commands and options, of runs that
    // are over in a moment and bounds that no busy machine breaks.
    private static readonly (Regex Shown, string Instead)[] Sizes =
    [
        (Repeats(), ""),
        (Transfers(), " -n ${tenth} --repeattime 2 --warmup 0 --blocks 1 --ceiling off"),
        (RunsOfAPoint(), " --min-runs 1 --max-runs 1"),
        (ClusterScenario(), " scenario cluster --processes 1"),
        (RateBound(), "'tps < 1'"),
        (LatencyBound(), "'p99 > 10s'"),
    ];

    private static readonly IReadOnlyList<ReadmeBlock> Blocks =
        ReadmeBlock.Read(File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "docs", "README.md")));

    public static TheoryData<string, int> ThatRun =>
        [.. Blocks.Where(block => block.NotRun is null).Select(block => (block.Title, block.Number))];

    [Theory]
    [MemberData(nameof(ThatRun))]
    public async Task Commands_do_what_the_README_says(string title, int number)
    {
        var block = Blocks.Single(each =>
            string.Equals(each.Title, title, StringComparison.Ordinal) && each.Number == number);
        using var folder = new TemporaryFolder();

        var script = Small(block.Script);

        var (code, output, error) = await PasteAsync(script, folder.Path);
        log.WriteLine($"{script}\n{output}\n{error}");

        Assert.True(code == 0, $"exit code {code} of\n{script}\n{output}\n{error}");
        if (block.Output is { } shown)
        {
            Assert.Matches("^[0-9,]+ transfers per second, committed and audited", output);
            Assert.Equal(LabelsOf(shown), LabelsOf(output), StringComparer.Ordinal);
        }
    }

    [Fact]
    public void Each_size_that_is_asked_for_in_place_of_another_is_of_a_command_that_is_shown() => Assert.All(
        Sizes,
        size => Assert.True(
            Blocks.Any(block => block.NotRun is null && size.Shown.IsMatch(block.Script)), $"nothing is {size.Shown}"));

    [Fact]
    public void Commands_that_no_test_runs_say_why()
    {
        Assert.True(Blocks.Count(block => block.NotRun is null) >= 5, "a README that runs nothing proves nothing");
        Assert.All(Blocks.Where(block => block.NotRun is not null), block => Assert.True(block.NotRun!.Length > 20));
    }

    [Theory]
    [InlineData("## A\n```sh\nls\n```\n", "no comment before it")]
    [InlineData("## A\n<!-- run -->\n```bash\nls\n```\n", "neither sh nor text")]
    public void A_block_that_does_not_say_whether_it_is_run_is_refused(string markdown, string message) =>
        Assert.Contains(
            message,
            Assert.Throws<FormatException>(() => ReadmeBlock.Read(markdown)).Message,
            StringComparison.Ordinal);

    [Fact]
    public void What_a_README_links_to_is_there()
    {
        var root = Root();
        var text = File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "docs", "README.md"));

        Assert.All(
            Link().Matches(text).Select(link => link.Groups["to"].Value)
                .Where(target => !target.Contains("://", StringComparison.Ordinal)),
            target => Assert.True(Path.Exists(Path.Combine(root, target)), $"{target} is not there"));
    }

    private static string Small(string script) => Sizes.Aggregate(
        script, (commands, size) => size.Shown.Replace(commands, size.Instead));

    private static string Root([CallerFilePath] string thisFile = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(thisFile)!, "..", "..", ".."));

    // A note depends on what else the machine does.
    private static IEnumerable<string> LabelsOf(string output) =>
        Label().Matches(output).Select(label => label.Groups["name"].Value).Where(label => label is not "note");

    private static async Task<(int Code, string Output, string Error)> PasteAsync(string script, string folder)
    {
        var bin = Directory.CreateDirectory(Path.Combine(folder, "bin")).FullName;
        var tool = Path.Combine(bin, "aelf-bench");
        var program = Path.Combine(AppContext.BaseDirectory, "aelf-bench.dll");
        await File.WriteAllTextAsync(tool, $"#!/bin/sh\nexec dotnet '{program}' \"$@\"\n", ThisTest.Cancelled);
        Directory.CreateSymbolicLink(
            Path.Combine(folder, "scripts"), Path.Combine(AppContext.BaseDirectory, "scripts"));

        // What it starts is ended with it, also where it fails.
        var start = new ProcessStart("/bin/bash", ["-euo", "pipefail", "-c", $"{Ending}\nchmod +x bin/*\n{script}"])
        {
            OutputFile = Path.Combine(folder, "output"),
            ErrorFile = Path.Combine(folder, "error"),
            WorkingDirectory = folder,
            Environment = new Dictionary<string, string?>(StringComparer.Ordinal)
            {
                ["PATH"] = $"{bin}:{Environment.GetEnvironmentVariable("PATH")}",
                ["HOME"] = folder,
                ["AELF_REDIS_DIR"] = Path.Combine(folder, "redis"),
            },
        };
        using var shell = OwnedProcess.Start(start);
        await shell.WaitForExitAsync(ThisTest.Cancelled);
        return (
            shell.ExitCode,
            await File.ReadAllTextAsync(start.OutputFile, ThisTest.Cancelled),
            await File.ReadAllTextAsync(start.ErrorFile, ThisTest.Cancelled));
    }

    [GeneratedRegex(@" --repeattime \d+", RegexOptions.None, 1000)]
    private static partial Regex Repeats();

    [GeneratedRegex(@" -n (?<tenth>\d+)0(?= )", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Transfers();

    [GeneratedRegex(@" --min-runs \d+ --max-runs \d+", RegexOptions.None, 1000)]
    private static partial Regex RunsOfAPoint();

    [GeneratedRegex(" scenario cluster", RegexOptions.None, 1000)]
    private static partial Regex ClusterScenario();

    [GeneratedRegex(@"'tps < \d+'", RegexOptions.None, 1000)]
    private static partial Regex RateBound();

    [GeneratedRegex(@"'p99 > \w+'", RegexOptions.None, 1000)]
    private static partial Regex LatencyBound();

    [GeneratedRegex(@"\]\((?<to>[^)#]+)", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Link();

    [GeneratedRegex("^(?<name>[a-z]+)  ", RegexOptions.ExplicitCapture | RegexOptions.Multiline, 1000)]
    private static partial Regex Label();
}

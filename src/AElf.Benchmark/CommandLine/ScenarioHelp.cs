using System.Text;
using AElf.Bench.Configuration;
using AElf.Bench.Harness.Scenarios;

namespace AElf.Benchmark.CommandLine;

/// <summary>The text of <c>scenario --help</c>, written from the table of a scenario's fields.</summary>
internal static class ScenarioHelp
{
    private const int NameWidth = 22;

    private static readonly (string Purpose, string Arguments)[] Examples =
    [
        ("scenario I: one process over a Redis of its own", "scenario single"),
        ("the same with fewer transfers, and a report", "scenario single -n 8000 --grouprange 80 80 --json report.json"),
        ("scenario II: four servers of two processes over one Redis", "scenario cluster --servers 4 --processes 2 --actors 16"),
        ("scenario III: eight shards behind five proxies, one for each server", "scenario distributed --servers 5 --processes 2 --shards 8 --proxies 5"),
        ("a scenario of your own; what the processes write is kept", "scenario my-scenario.json --keep-logs logs"),
    ];

    /// <summary>The whole text.</summary>
    public static string Write()
    {
        var text = new StringBuilder();
        text.AppendLine("Starts a whole scenario on this machine, makes its run, and ends what it started.");
        text.AppendLine().AppendLine("Usage: dotnet AElf.Benchmark.dll scenario single|cluster|distributed|FILE [options]");
        text.AppendLine().AppendLine("What is started, over what the scenario says");
        foreach (var setting in ScenarioSettings.OfProcesses)
        {
            WriteLine(text, $"{setting.Option} {setting.Placeholder}", setting.Purpose);
        }

        WriteLine(text, $"{ScenarioCommandLine.LogFolder.Option} {ScenarioCommandLine.LogFolder.Placeholder}", ScenarioCommandLine.LogFolder.Purpose);
        text.AppendLine().AppendLine("The run");
        WriteLine(text, "-n, --grouprange, ...", "every option of a plain run (--help) but those that name a store");
        text.AppendLine().AppendLine("Fields of a scenario file (JSON with comments; config/scenarios has three)");
        foreach (var setting in ScenarioSettings.All)
        {
            WriteLine(text, setting.Key, setting.Default is null ? setting.Purpose : $"{setting.Purpose} (default {setting.Default})");
        }

        text.AppendLine().AppendLine("  Everything listens on free ports of 127.0.0.1 and is ended with the program, also when that is");
        text.AppendLine("  interrupted or killed. With hosts.manager nothing is started: the run is handed to that manager");
        text.AppendLine("  once servers x processes workers are its members.");
        text.AppendLine().AppendLine("Examples");
        foreach (var (purpose, arguments) in Examples)
        {
            text.Append("  # ").AppendLine(purpose).AppendLine($"  dotnet AElf.Benchmark.dll {arguments}");
        }

        return text.ToString().ReplaceLineEndings("\n").TrimEnd('\n');
    }

    private static void WriteLine(StringBuilder text, string name, string purpose) =>
        text.Append("  ").Append(name.PadRight(NameWidth)).Append(' ').AppendLine(purpose);
}

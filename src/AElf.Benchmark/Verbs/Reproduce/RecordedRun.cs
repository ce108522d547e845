using System.Text.Json.Nodes;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Verification;
using AElf.Bench.Settings;

namespace AElf.Benchmark.Verbs.Reproduce;

/// <summary>Reads the report of the run to repeat.</summary>
/// <param name="workload">The workload of the program.</param>
/// <param name="refuse">Receives an error: the problem and the correct input.</param>
internal sealed class RecordedRun(IWorkloadType workload, Action<string, string> refuse)
{
    /// <summary>The verified report in the file; null after an error.</summary>
    public RunVerification? Read(string[] head)
    {
        var path = head.FirstOrDefault();
        if ((head.Length > 1 ? $"{head.Length} files were named" : ValidationError.NoFile(path)) is { } problem)
        {
            refuse(problem, "expected one --json report, such as report.json");
            return null;
        }

        try
        {
            var all = ReportVerification.RunsOf(path!);
            if (all is [var one])
            {
                return Check(path!, RunVerification.Of(one, workload));
            }

            refuse($"{Quoted.Text(path)} contains {all.Count} runs", "expected a report of one run");
        }
        catch (FormatException exception)
        {
            refuse($"{Quoted.Text(path)}: {exception.Message}", "expected a --json report");
        }

        return null;
    }

    private RunVerification? Check(string path, RunVerification found)
    {
        var report = found.Report;
        if (!string.Equals(report.Workload.Name, workload.Name, StringComparison.Ordinal))
        {
            refuse(
                $"{Quoted.Text(path)} is a report of the workload {report.Workload.Name}",
                $"this program measures {workload.Name}: use the program that made the report");
            return null;
        }

        if (report.Options.Count == 0)
        {
            refuse($"{Quoted.Text(path)} has no options", "expected a report of this version");
            return null;
        }

        return found;
    }
}

/// <summary>The scenario of a run, restored from the options in its report.</summary>
internal static class RecordedScenario
{
    /// <summary>
    /// The text of a scenario file with the scenario's options of the run; null for a run without a scenario.
    /// </summary>
    public static string? Of(RunReport report, IWorkloadType workload)
    {
        if (!ScenarioSettings.All.Any(setting => report.Options.ContainsKey(setting.Name)))
        {
            return null;
        }

        var file = new JsonObject();
        foreach (var setting in (Setting[])[.. ScenarioSettings.All, .. workload.Table, .. ProgramSettings.All])
        {
            if (setting.ScenarioKey is { } key && report.Options.TryGetValue(setting.Name, out var kept)
                && (ScenarioSettings.All.Contains(setting) || kept.Source is "scenario"))
            {
                Put(file, key, ValueOf(setting, kept.Text));
            }
        }

        return file.ToJsonString();
    }

    private static void Put(JsonObject file, string key, JsonNode value)
    {
        if (key.Split('.') is [var outer, var inner])
        {
            Put((JsonObject)(file[outer] ??= new JsonObject()), inner, value);
        }
        else
        {
            file[key] = value;
        }
    }

    // A scenario file has one group count. The report shows it as first and last count.
    private static JsonNode ValueOf(Setting setting, string text) => setting.Rule.Form switch
    {
        JsonForm.Number => JsonNode.Parse(text.Split(' ')[0])!,
        JsonForm.Flag => text is "true",
        _ => text,
    };
}

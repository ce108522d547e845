using System.Text.Json.Nodes;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Settings;

namespace AElf.Benchmark.Verbs.Reproduce;

/// <summary>The scenario of a run, restored from the options in its report.</summary>
internal static class RecordedScenario
{
    /// <summary>
    /// The file of the scenario that was started for the run, with all that came from it; null when none was.
    /// </summary>
    public static string? Of(RunReport report, IWorkloadType workload)
    {
        if (!ScenarioSettings.All.Any(setting => report.Options.ContainsKey(setting.Name)))
        {
            return null;
        }

        var file = new JsonObject();
        foreach (var setting in (Setting[])[.. ScenarioSettings.All, .. workload.Table, .. CommonSettings.All])
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

    // A file has one group count, which the report shows as the first and the last.
    private static JsonNode ValueOf(Setting setting, string text) => setting.Rule.Form switch
    {
        JsonForm.Number => JsonNode.Parse(text.Split(' ')[0])!,
        JsonForm.Flag => text is "true",
        _ => text,
    };
}

using System.Text.Json;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Verification;

namespace AElf.Benchmark.Verbs.Reproduce;

/// <summary>Reads the report of the run to repeat.</summary>
/// <param name="workload">The workload of the program.</param>
/// <param name="refuse">Receives an error: the problem and the correct input.</param>
internal sealed class RecordedRun(IWorkloadType workload, Action<string, string> refuse)
{
    /// <summary>The report of the one file that was named; null after an error.</summary>
    public RunReport? Read(string[] head)
    {
        if (head is not [var path] || !File.Exists(path))
        {
            refuse(
                head switch
                {
                    [] => "file missing",
                    [var name] => $"{Quoted.Text(name)} does not exist",
                    _ => $"{head.Length} files were named",
                },
                "expected one --json report, such as report.json");
            return null;
        }

        try
        {
            var all = ReportVerification.RunsOf(path);
            if (all is [var one])
            {
                return Check(path, ReportReader.Read(one));
            }

            refuse($"{Quoted.Text(path)} holds {all.Count} runs", "make a report of one run");
        }
        catch (Exception exception) when (exception is JsonException or FormatException)
        {
            refuse($"{Quoted.Text(path)}: {exception.Message}", "expected a --json report");
        }

        return null;
    }

    private RunReport? Check(string path, RunReport report)
    {
        if (!string.Equals(report.Workload.Name, workload.Name, StringComparison.Ordinal))
        {
            refuse(
                $"{Quoted.Text(path)} is of the workload {report.Workload.Name}",
                $"this program measures {workload.Name}: use the program that made the report");
            return null;
        }

        if (report.Options.Count == 0)
        {
            refuse($"{Quoted.Text(path)} has no options", "expected a report of this version");
            return null;
        }

        return report;
    }
}

using AElf.Bench.Harness.Reports;

namespace AElf.Benchmark.Verbs.Runs;

/// <summary>Annotates the workflow that the program is a step of, if it is one of GitHub's.</summary>
internal static class WorkflowLog
{
    /// <summary>Writes a line for each check that does not hold.</summary>
    public static void Write(string title, IReadOnlyList<GateCheck> checks)
    {
        var isWorkflow = Environment.GetEnvironmentVariable(GitHubAnnotations.Variable);
        foreach (var line in GitHubAnnotations.Lines(title, checks, isWorkflow))
        {
            Console.Error.WriteLine(line);
        }
    }
}

namespace AElf.Bench.Harness.Reports;

/// <summary>Checks as annotations of a GitHub workflow, which reads them from the lines of a step's output.</summary>
public static class GitHubAnnotations
{
    /// <summary>Environment variable that is <c>true</c> within a workflow.</summary>
    public const string Variable = "GITHUB_ACTIONS";

    /// <summary>An error or a warning for each check that is not kept; empty outside of a workflow.</summary>
    /// <param name="isWorkflow">Value of <see cref="Variable"/>; null where it is not set.</param>
    public static IEnumerable<string> Lines(IReadOnlyList<CheckSuite> suites, string? isWorkflow) =>
        from suite in isWorkflow is "true" ? suites : []
        from check in suite.Checks
        where check.Outcome is not CheckOutcome.Kept
        let command = check.Outcome is CheckOutcome.Warning ? "warning" : "error"
        select $"::{command} title={Property(suite.Name)}::{Data($"{check.Name}: {check.Text}")}";

    /// <summary>Writes the lines within a workflow, and nothing elsewhere.</summary>
    public static void Write(TextWriter errors, IReadOnlyList<CheckSuite> suites)
    {
        foreach (var line in Lines(suites, Environment.GetEnvironmentVariable(Variable)))
        {
            errors.WriteLine(line);
        }
    }

    private static string Data(string text) => text
        .Replace("%", "%25", StringComparison.Ordinal)
        .Replace("\r", "%0D", StringComparison.Ordinal)
        .Replace("\n", "%0A", StringComparison.Ordinal);

    private static string Property(string text) => Data(text)
        .Replace(":", "%3A", StringComparison.Ordinal)
        .Replace(",", "%2C", StringComparison.Ordinal);
}

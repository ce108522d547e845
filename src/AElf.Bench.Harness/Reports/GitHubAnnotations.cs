namespace AElf.Bench.Harness.Reports;

/// <summary>Checks as annotations of a GitHub workflow, which GitHub reads from the output lines of a step.</summary>
public static class GitHubAnnotations
{
    /// <summary>Environment variable with the value <c>true</c> within a workflow.</summary>
    public const string Variable = "GITHUB_ACTIONS";

    /// <summary>An error or a warning for each check that did not pass; empty outside a workflow.</summary>
    /// <param name="isWorkflow">Value of <see cref="Variable"/>; null if it is not set.</param>
    public static IEnumerable<string> Lines(IReadOnlyList<CheckSuite> suites, string? isWorkflow) =>
        from suite in isWorkflow is "true" ? suites : []
        from check in suite.Checks
        where check.Outcome is not CheckOutcome.Kept
        let command = check.Outcome is CheckOutcome.Warning ? "warning" : "error"
        select $"::{command} title={Property(suite.Name)}::{Data($"{check.Name}: {check.Text}")}";

    /// <summary>Writes the lines within a workflow; does nothing otherwise.</summary>
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

using AElf.Bench.Harness.Configuration;

namespace AElf.Benchmark.CommandLine;

/// <summary>What a command line asks for.</summary>
internal abstract record ParseOutcome
{
    private const int Usage = 1;

    /// <summary>A run with these options.</summary>
    internal sealed record Run(BenchmarkOptions Options) : ParseOutcome;

    /// <summary>A scenario to start, and its run.</summary>
    internal sealed record Scenario(ScenarioRequest Request) : ParseOutcome;

    /// <summary>The help text.</summary>
    internal sealed record Help(string Text) : ParseOutcome;

    /// <summary>The version.</summary>
    internal sealed record Version(string Text) : ParseOutcome;

    /// <summary>Nothing: these problems, warnings included, have to be put right first.</summary>
    internal sealed record Rejected(IReadOnlyList<ValidationError> Problems) : ParseOutcome;

    /// <summary>
    /// Prints texts to <paramref name="output"/>, problems and warnings to <paramref name="error"/>; the exit code, or null when there is
    /// something to start.
    /// </summary>
    public int? Print(TextWriter output, TextWriter error)
    {
        switch (this)
        {
            case Help help:
                output.WriteLine(help.Text);
                return 0;
            case Version version:
                output.WriteLine(version.Text);
                return 0;
            case Rejected rejected:
                WriteProblems(error, rejected.Problems);
                error.WriteLine("Nothing was started. --help lists the options.");
                return Usage;
            case Scenario scenario:
                WriteProblems(error, scenario.Request.Warnings);
                return null;
            default:
                WriteProblems(error, ((Run)this).Options.Warnings);
                return null;
        }
    }

    private static void WriteProblems(TextWriter error, IReadOnlyList<ValidationError> problems)
    {
        foreach (var problem in problems)
        {
            error.WriteLine(problem.Critical ? $"error: {problem}" : $"warning: {problem}");
        }
    }
}

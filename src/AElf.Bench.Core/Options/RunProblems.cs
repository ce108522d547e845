namespace AElf.Bench.Core.Options;

/// <summary>The texts of problems that end a run, in one process or in a cluster.</summary>
public static class RunProblems
{
    public static Problem Cancelled { get; } =
        new(ProblemKind.Cancelled, "the run was cancelled by Ctrl-C, a signal or 'cancel'");
}

using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>
/// A peer that cannot be talked to, or bytes that are no frame: what was given and what would be right, in a sentence
/// for the user.
/// </summary>
public sealed class WireException(Problem problem, Exception? cause = null) : Exception(problem.ToString(), cause)
{
    public Problem Problem { get; } = problem;
}

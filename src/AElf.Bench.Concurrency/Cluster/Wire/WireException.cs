using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>
/// The peer cannot be reached, or sent bytes that are not a frame. The message is a sentence for the user: what was
/// given and what would be right.
/// </summary>
public sealed class WireException(Problem problem, Exception? cause = null) : Exception(problem.ToString(), cause)
{
    public Problem Problem { get; } = problem;
}

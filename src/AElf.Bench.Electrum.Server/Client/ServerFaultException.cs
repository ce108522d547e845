using AElf.Bench.Core.Options;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>
/// A server is absent, serves another chain, disconnected, was too slow, refused, or sent an invalid or wrong answer.
/// The measurement has no result.
/// </summary>
public sealed class ServerFaultException(Problem problem, Exception? inner = null)
    : Exception(problem.ToString(), inner)
{
    public Problem Problem { get; } = problem;

    /// <summary>The number of the server's error; null without a number.</summary>
    public int? RefusalCode { get; init; }

    /// <summary>The fault of a server that had answered earlier: an absent server is a lost server.</summary>
    /// <param name="tests">Number of answered tests.</param>
    internal ServerFaultException After(ClientOptions options, long tests) => Problem.Kind is ProblemKind.NoServer
        ? new(ClientProblems.Lost(options, tests, InnerException), this)
        : this;

    /// <summary>The program's exit code for the fault. If the intended server is absent, no test has failed.</summary>
    public ExitCode Code => Problem.Kind switch
    {
        ProblemKind.NoServer or ProblemKind.OtherChain or ProblemKind.ServerBehind => ExitCode.Environment,
        ProblemKind.WrongAnswer => ExitCode.AuditFailed,
        _ => ExitCode.DegradedOrFailed,
    };
}

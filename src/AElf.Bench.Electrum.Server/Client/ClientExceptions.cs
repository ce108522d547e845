using AElf.Bench.Core.Options;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>
/// A server is absent, serves another chain, went away, was too slow, refused, or sent an invalid answer: no figure.
/// </summary>
public sealed class ServerFaultException(Problem problem, Exception? inner = null)
    : Exception(problem.ToString(), inner)
{
    public Problem Problem { get; } = problem;

    /// <summary>The number of the server's error; null without one.</summary>
    public int? RefusalCode { get; init; }

    /// <summary>The same of a server that was there before: it was lost.</summary>
    /// <param name="tests">Tests that it had answered.</param>
    internal ServerFaultException After(ClientOptions options, long tests) => Problem.Kind is ProblemKind.NoServer
        ? new(ClientProblems.Lost(options, tests, InnerException), this)
        : this;

    /// <summary>How a program ends by it: without the server that was meant, none failed.</summary>
    public ExitCode Code => Problem.Kind is ProblemKind.NoServer or ProblemKind.OtherChain or ProblemKind.ServerBehind
        ? ExitCode.Environment
        : ExitCode.DegradedOrFailed;
}

/// <summary>A server answered, and the answer is wrong: no figure.</summary>
public sealed class WrongAnswerException(string text) : Exception(text)
{
    public Problem Problem { get; } = new(ProblemKind.WrongAnswer, text);
}

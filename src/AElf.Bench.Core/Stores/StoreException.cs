using AElf.Bench.Core.Options;

namespace AElf.Bench.Core.Stores;

/// <summary>How a store failed.</summary>
public enum StoreFault
{
    /// <summary>No connection could be made, or the store refuses temporarily.</summary>
    Unreachable,

    /// <summary>The store refused the login, or requires one.</summary>
    Login,

    Closed,
    Timeout,

    /// <summary>The peer does not speak the protocol, or broke it.</summary>
    Protocol,

    /// <summary>The store answered a command of ours with an error.</summary>
    Refused,
}

/// <summary>The store failed: it is unreachable, slow, or gives a wrong answer.</summary>
/// <param name="problem">The request, the server, the answer and the expected one.</param>
public sealed class StoreException(StoreFault fault, Problem problem, Exception? innerException = null)
    : Exception(problem.ToString(), innerException)
{
    public Problem Problem { get; } = problem;

    public StoreFault Fault { get; } = fault;

    /// <summary>Whether the operation may have been applied, or may still be applied.</summary>
    public bool IsIndeterminate { get; init; }

    /// <summary>Whether a later attempt may succeed without a change of configuration.</summary>
    public bool IsTransient => Fault is StoreFault.Unreachable or StoreFault.Closed or StoreFault.Timeout;
}

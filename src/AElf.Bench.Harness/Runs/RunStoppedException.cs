using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Processes;

namespace AElf.Bench.Harness.Runs;

/// <summary>Thrown if a run cannot be made; has the exit code of the program.</summary>
/// <param name="code">Exit code of the program.</param>
/// <param name="problem">The cause that stopped the run, with the right value.</param>
/// <param name="innerException">The cause.</param>
public sealed class RunStoppedException(ExitCode code, Problem problem, Exception? innerException = null)
    : Exception(problem.ToString(), innerException)
{
    public Problem Problem { get; } = problem;

    public ExitCode Code { get; } = code;

    /// <summary>Whether the run's keys were removed, or the message says that some remain.</summary>
    public bool KeysRemoved { get; init; }

    /// <summary>Whether keys of the run may be in the store now, or arrive there later.</summary>
    public bool MayHaveLeftKeys { get; init; }

    /// <summary>Whether the run was left untouched and can be resumed later.</summary>
    public bool IsLeftAsItIs { get; init; }

    /// <summary>Null for an exception that is not an expected end of a run.</summary>
    public static RunStoppedException? From(Exception exception) => exception switch
    {
        RunStoppedException stopped => stopped,
        FormatException => new(ExitCode.Usage, exception.Message, exception),
        StoreException store => new(ExitCode.Environment, store.Problem, store)
        {
            MayHaveLeftKeys = store.IsIndeterminate,
        },
        IOException or UnauthorizedAccessException or ScenarioException => new(
            ExitCode.Environment, exception.Message, exception),

        // An invariant is broken, so every measurement is worthless.
        InvalidOperationException => new(
            ExitCode.AuditFailed, $"an invariant is broken: {exception.Message}", exception),
        _ => null,
    };
}

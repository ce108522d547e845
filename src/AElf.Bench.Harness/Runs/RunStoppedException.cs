using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Harness.Runs;

/// <summary>A run that cannot be made here and now, and what the program that was asked for it exits with.</summary>
public sealed class RunStoppedException : Exception
{
    /// <summary>Says why.</summary>
    /// <param name="code">The exit code.</param>
    /// <param name="message">What stopped it, and what would be right.</param>
    /// <param name="innerException">What was thrown.</param>
    public RunStoppedException(ExitCode code, string message, Exception? innerException = null)
        : base(message, innerException)
    {
        Code = code;
    }

    /// <summary>The exit code.</summary>
    public ExitCode Code { get; }

    /// <summary>Whether its keys were removed, or the message says that some are left.</summary>
    public bool KeysRemoved { get; init; }

    /// <summary>Whether keys of it may be in the store, or come there late.</summary>
    public bool MayHaveLeftKeys { get; init; }

    /// <summary>Whether nothing of it was touched: it can be gone on with later.</summary>
    public bool IsLeftAsItIs { get; init; }

    /// <summary>What an exception out of a run means; null when it is none that a run may end with.</summary>
    public static RunStoppedException? From(Exception exception) => exception switch
    {
        RunStoppedException stopped => stopped,
        FormatException => new(ExitCode.Usage, exception.Message, exception),
        StoreException { IsIndeterminate: true } => new(ExitCode.Environment, exception.Message, exception)
        {
            MayHaveLeftKeys = true,
        },
        StoreException or IOException or UnauthorizedAccessException => new(
            ExitCode.Environment, exception.Message, exception),

        // Whatever was measured is worth nothing.
        InvalidOperationException => new(
            ExitCode.AuditFailed, $"an invariant is broken: {exception.Message}", exception),
        _ => null,
    };
}

using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>
/// The texts of refusals that last until a setting is changed. There are two texts: one for the refused process, and
/// one for the operator of the manager.
/// </summary>
public static class HandshakeProblems
{
    public static Problem SecretMissing { get; } = new(
        ProblemKind.SecretMissing,
        "the manager has a secret and this process has none: start this process with --secret-file and the manager's "
            + "secret")
    {
        Setting = ClusterSettings.SecretFile,
    };

    public static Problem SecretUnexpected { get; } = new(
        ProblemKind.SecretUnexpected,
        "this process has a secret and the manager has none: start this process without --secret-file, or the manager "
            + "with it")
    {
        Setting = ClusterSettings.SecretFile,
    };

    public static Problem SecretWrong { get; } = new(
        ProblemKind.SecretWrong,
        "the manager and this process have different secrets: start this process with the manager's --secret-file")
    {
        Setting = ClusterSettings.SecretFile,
    };

    /// <param name="manager">The manager's version.</param>
    /// <param name="process">The version of the process that connects to it.</param>
    public static Problem Version(int manager, int process) => new(
        ProblemKind.ProtocolVersion,
        $"the manager speaks protocol version {manager}, this process {process}: use the same build for both");

    /// <summary>Whether a refusal stays the same after every retry.</summary>
    public static bool IsLasting(Problem problem) => problem.Kind is ProblemKind.SecretMissing
        or ProblemKind.SecretUnexpected or ProblemKind.SecretWrong or ProblemKind.ProtocolVersion;

    /// <summary>The refusal for the manager's operator, as a clause after the refused address.</summary>
    public static string ForManager(Problem problem) => problem.Kind switch
    {
        ProblemKind.SecretMissing => "it has no secret: start it with --secret-file and this manager's secret",
        ProblemKind.SecretUnexpected =>
            "it has a secret and this manager has none: start it without --secret-file, or this manager with it",
        ProblemKind.SecretWrong => "it has another secret: start it with this manager's --secret-file",
        _ => problem.Text,
    };
}

/// <summary>
/// The peer cannot be reached, or sent bytes that are not a frame. The message is a sentence for the user, with the
/// given and the right value.
/// </summary>
public sealed class WireException(Problem problem, Exception? cause = null) : Exception(problem.ToString(), cause)
{
    public Problem Problem { get; } = problem;
}

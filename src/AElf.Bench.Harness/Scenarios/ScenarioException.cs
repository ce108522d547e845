namespace AElf.Bench.Harness.Scenarios;

/// <summary>
/// Thrown when something that a scenario needs is missing or does not start; the message is for the user.
/// </summary>
public sealed class ScenarioException : Exception
{
    /// <summary>Takes the whole message.</summary>
    public ScenarioException(string message)
        : base(message)
    {
    }

    /// <summary>Takes the whole message, and the cause.</summary>
    public ScenarioException(string message, Exception cause)
        : base(message, cause)
    {
    }
}

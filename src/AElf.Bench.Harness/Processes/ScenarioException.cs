namespace AElf.Bench.Harness.Processes;

/// <summary>
/// Thrown when something that a scenario needs is missing or does not start; the message is for the user.
/// </summary>
public sealed class ScenarioException : Exception
{
    public ScenarioException(string message)
        : base(message)
    {
    }

    public ScenarioException(string message, Exception cause)
        : base(message, cause)
    {
    }
}

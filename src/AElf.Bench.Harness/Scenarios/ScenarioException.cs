namespace AElf.Bench.Harness.Scenarios;

/// <summary>What a scenario needs is not there, or does not start, on this machine: one message for the user.</summary>
public sealed class ScenarioException : Exception
{
    /// <summary>The message, whole.</summary>
    public ScenarioException(string message)
        : base(message)
    {
    }

    /// <summary>The message, whole, and what led to it.</summary>
    public ScenarioException(string message, Exception cause)
        : base(message, cause)
    {
    }
}

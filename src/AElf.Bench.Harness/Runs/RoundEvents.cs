using System.Diagnostics.Tracing;

namespace AElf.Bench.Harness.Runs;

/// <summary>Events that mark the measured rounds for a recorder of this process.</summary>
[EventSource(Name = SourceName)]
public sealed class RoundEvents : EventSource
{
    public const string SourceName = "AElf-Bench";

    /// <summary>Id of the event that begins a round.</summary>
    public const int Begun = 1;

    /// <summary>Id of the event that ends a round.</summary>
    public const int Ended = 2;

    private RoundEvents()
    {
    }

    internal static RoundEvents Log { get; } = new();

    /// <param name="round">Number of the round, from 1.</param>
    [Event(Begun)]
    public void Begin(int round) => WriteEvent(Begun, round);

    /// <param name="round">Number of the round, from 1.</param>
    [Event(Ended)]
    public void End(int round) => WriteEvent(Ended, round);
}
